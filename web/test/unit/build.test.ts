import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'

/** The names and hashes of the files of a build. */
async function built(): Promise<string[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'allot-web-build-'))
  await build({
    root: new URL('../../', import.meta.url).pathname,
    build: { outDir },
    logLevel: 'error',
    mode: 'production',
  })
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => join(e.parentPath, e.name))
  const list = files
    .map((f) => `${f.slice(outDir.length)} ${createHash('sha256').update(readFileSync(f)).digest('hex')}`)
    .sort()
  rmSync(outDir, { recursive: true })
  return list
}

test('the same sources give the same bytes', { timeout: 120_000 }, async () => {
  const [one, two] = [await built(), await built()]
  expect(one.length).toBeGreaterThan(20)
  expect(two).toEqual(one)
})
