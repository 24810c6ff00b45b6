// Everything that the API can do for a person has its place on a screen, or a reason why not.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import unreached from './unreached.json'

const source = new URL('../../src/', import.meta.url).pathname
type Security = Record<string, unknown>[]
const document = JSON.parse(readFileSync(new URL('../../../api/openapi.json', import.meta.url), 'utf8')) as {
  security: Security
  paths: Record<string, Record<string, { operationId: string; security?: Security }>>
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? files(join(folder, e.name)) : [join(folder, e.name)],
  )
}

/** What the code calls: "GET /api/...". */
function called(): Set<string> {
  const found = new Set<string>()
  for (const file of files(source)) {
    if (!/\.(ts|svelte)$/.test(file) || file.endsWith('schema.d.ts')) continue
    const code = readFileSync(file, 'utf8')
    for (const m of code.matchAll(/api\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g)) found.add(`${m[1]} ${m[2]}`)
    for (const m of code.matchAll(/(upload(?:<[^(]*>)?\(\s*)?fileAt\(\s*'([^']+)'/g))
      found.add(`${m[1] ? 'POST' : 'GET'} ${m[2]}`)
  }
  return found
}

test('every operation that a session may call is reached from a screen, or says why not', () => {
  const reached = called()
  const missing: string[] = []
  const known = new Set<string>()
  const reasons = unreached as Record<string, string>
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, o] of Object.entries(operations)) {
      if (!(o.security ?? document.security).some((s) => 'Cookie' in s)) continue
      known.add(o.operationId)
      const is = reached.has(`${method.toUpperCase()} ${path}`)
      if (!is && !reasons[o.operationId]) missing.push(`${o.operationId}: ${method.toUpperCase()} ${path}`)
      if (is && reasons[o.operationId]) missing.push(`${o.operationId} is reached, its reason is not needed`)
    }
  }
  for (const id of Object.keys(reasons)) if (!known.has(id)) missing.push(`${id} is no operation of a session`)
  expect(missing).toEqual([])
})
