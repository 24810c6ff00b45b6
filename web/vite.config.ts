import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The API that `npm run dev` works with: `go run ./cmd/allot demo` in another terminal.
const api = process.env.ALLOT_API ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // No data: addresses in style sheets and scripts: the content security policy has none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': api, '/media': api, '/widget.js': api } },
})
