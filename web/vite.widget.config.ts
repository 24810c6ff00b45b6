import { defineConfig } from 'vite'

// The script for the sites of hotels: one file without imports, which the server serves as /widget.js.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/app',
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    lib: { entry: 'widget/main.ts', formats: ['iife'], name: 'allotWidget', fileName: () => 'widget.js' },
  },
})
