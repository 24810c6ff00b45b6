import { defineConfig } from 'vitest/config'

// Tests in Chromium against the built program. Files run one after the other: each starts its own program
// and browser, and figures of time must not depend on a neighbour.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/browser/setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
