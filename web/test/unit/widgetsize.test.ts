import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

test('the script for hotels’ sites is one small file that leaves no name behind', { timeout: 60_000 }, async () => {
  const built = await build({ configFile: 'vite.widget.config.ts', logLevel: 'error', build: { write: false } })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((b) => ('output' in b ? b.output : []))
  expect(outputs.map((o) => o.fileName)).toEqual(['widget.js'])
  const [file] = outputs
  const code = file?.type === 'chunk' ? file.code : ''
  expect(gzipSync(code).length).toBeLessThan(15_000)
  expect(code.trim()).toMatch(/^\(function\(\)\{[^]*\}\)\(\);?$/)
  expect(code).not.toMatch(/\beval\(|new Function|innerHTML|\.style\b|localStorage|document\.cookie/)
})
