import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** What takes longest begins first: else one of two workers waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = ['screens-hotel', 'faults', 'screens-operator', 'catalogue', 'exchange', 'week']
    // -1 is the largest.
    const rank = (file: TestSpecification) => first.findIndex((name) => file.moduleId.includes(`/${name}.`)) >>> 0
    return [...files].sort((a, b) => rank(a) - rank(b))
  }
}

// Two files side by side on two cores: what is waited for may take its time, what never comes fails all the same.
const common = {
  environment: 'node' as const,
  globalSetup: ['test/browser/setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}
const all = 'test/browser/**/*.test.ts'
const main = 'test/browser/**/*.main.test.ts'
const alone = 'test/browser/speed.test.ts'

// Tests in Chromium against the built program. Each file starts its own program and browser; two run side by side.
// What each persona does most (main) is tested with every change, the rest before it lands.
// Figures of time must not depend on a neighbour: they are taken afterwards, alone.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: 'main', include: [main], maxWorkers: 2, sequence: { groupOrder: 0 } } },
      {
        test: {
          ...common,
          name: 'screens',
          include: [all],
          exclude: [main, alone],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...common, name: 'alone', include: [alone], maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
})
