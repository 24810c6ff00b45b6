// $effect is for what is outside of Svelte: values are derived, and what an event causes is done where the event
// arrives.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = new URL('../../src/', import.meta.url).pathname

test('each $effect is below a comment that says what it touches', () => {
  const silent: string[] = []
  let effects = 0
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!/\.(svelte|ts)$/.test(entry.name)) continue
    const lines = readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n')
    for (const [i, line] of lines.entries()) {
      if (!/\$effect(\.\w+)?\(/.test(line)) continue
      effects++
      if (!/^\s*\/\/ \S/.test(lines[i - 1] ?? '')) silent.push(`${entry.name}:${i + 1}`)
    }
  }
  expect(effects).toBeGreaterThan(20)
  expect(silent).toEqual([])
})
