// Writes the types of the API from api/openapi.json. Descriptions stay in the document: here they would be
// nine tenths of the file.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

/** Removes what types do not need; `in properties` a member of that name is a field of the API. */
function strip(node, inProperties) {
  if (Array.isArray(node)) return node.map((item) => strip(item, false))
  if (node === null || typeof node !== 'object') return node
  const kept = {}
  for (const [name, value] of Object.entries(node)) {
    const text =
      name === 'description' ||
      name === 'summary' ||
      name === 'title' ||
      name === 'example' ||
      name === 'examples' ||
      name.startsWith('x-')
    if (inProperties || !text) kept[name] = strip(value, !inProperties && name === 'properties')
  }
  return kept
}

/** The types of the document as it is checked in. */
export async function generate() {
  const document = JSON.parse(await readFile(new URL('../../api/openapi.json', import.meta.url), 'utf8'))
  const stripped = strip(document, false)
  stripped.info = document.info
  for (const [path, methods] of Object.entries(stripped.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      // Second names of operations, which older clients use.
      if (/(Alt|Legacy)$/.test(operation.operationId ?? '')) delete methods[method]
      // Refusals have one shape, and headers are set by the client in one place.
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2')),
      )
      for (const answer of Object.values(operation.responses)) {
        answer.description ??= ''
        delete answer.headers
        if (answer.content?.['application/json'])
          answer.content = { 'application/json': answer.content['application/json'] }
      }
      operation.parameters = operation.parameters?.filter((parameter) => parameter.in !== 'header')
    }
    if (Object.keys(methods).length === 0) delete stripped.paths[path]
  }
  return (
    '// Written by `npm run api` from api/openapi.json; do not edit.\n' +
    astToString(await openapiTS(stripped, { alphabetize: true }))
  )
}

export const target = new URL('../src/platform/api/schema.d.ts', import.meta.url)

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, await generate())
