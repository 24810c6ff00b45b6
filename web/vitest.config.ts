import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { texts } from './scripts/texts'

export default defineConfig({
  plugins: [svelte(), texts()],
  test: { include: ['test/unit/**/*.test.ts'], environment: 'node' },
})
