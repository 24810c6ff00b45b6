// Every page that the server names in a letter or notification is a screen of the dashboard.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { match } from '../../src/app/match'
import paths from '../../src/app/paths.json'

const server = new URL('../../../internal/', import.meta.url).pathname

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? sources(join(folder, e.name)) : /(?<!_test)\.go$/.test(e.name) ? [join(folder, e.name)] : [],
  )
}

// Pages that the server makes itself, without the dashboard.
const own = /^\/(api|unsubscribe|override-approval)\b/

/** Paths in Go: what is given to a link or named as a page, with 1 for what is filled in. */
function named(): string[] {
  const found = new Set<string>()
  for (const file of sources(server)) {
    const code = readFileSync(file, 'utf8')
    for (const m of code.matchAll(/(?:[Ll]ink|Page)\s*:?[=:]\s*(?:fmt\.Sprintf\()?"(\/[^"]*)"([^\n]*)/g)) {
      let path = m[1]!.replace(/%[ds]/g, '1')
      // "/invoices/" + v.ID + "/": literals stay, what stands between them is filled in.
      for (const more of m[2]!.matchAll(/\s*\+\s*(?:"([^"]*)"|[\w.]+(?:\([^"\n]*?\))?)/g)) path += more[1] ?? '1'
      if (!own.test(path)) found.add(path.replace(/\?.*/, ''))
    }
  }
  return [...found].sort()
}

test('links of letters and notifications have their screen', () => {
  const links = named()
  // Known ones, so that the search itself cannot come to find nothing.
  expect(links).toEqual(
    expect.arrayContaining([
      '/invoices/1/',
      '/partners/contracts/1/',
      '/billing/',
      '/register/',
      '/partners/overrides/',
    ]),
  )
  expect(links.filter((link) => !paths.some((p) => match(p, link)))).toEqual([])
})
