import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { best, fill } from '../../src/platform/i18n/i18n.svelte'
import { generate, target } from '../../scripts/api.mjs'

type Message = string | Record<string, string>
const source = new URL('../../src/', import.meta.url).pathname
/** All areas of a language; a key that two areas have is found by the test of it. */
const read = (language: string) =>
  Object.assign(
    {},
    ...readdirSync(join(source, 'locales', language))
      .sort()
      .map((f) => JSON.parse(readFileSync(join(source, 'locales', language, f), 'utf8')) as object),
  ) as Record<string, Message>
const english = read('en')
const names = (m: Message) =>
  [...new Set((typeof m === 'string' ? m : Object.values(m).join(' ')).match(/\{\w+\}/g) ?? [])].sort()

describe.each(['en', 'de', 'tr', 'el'])('the texts in %s', (language) => {
  const texts = read(language)
  test('are those of English, none missing and none too many', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
  })
  test('have the same values to fill in', () => {
    for (const [key, message] of Object.entries(texts)) expect(names(message), key).toEqual(names(english[key]!))
  })
  test('have every plural of the language, and nothing empty', () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(texts)) {
      if (typeof message === 'string') expect(message.trim(), key).not.toBe('')
      else
        for (const category of wanted) expect(message[category] ?? message['other'], `${key} ${category}`).toBeTruthy()
    }
  })
})

test('every text is shown somewhere', () => {
  const code = files(source)
    .filter((f) => /\.(ts|svelte)$/.test(f) && !f.endsWith('schema.d.ts'))
    .map((f) => readFileSync(f, 'utf8'))
    .join('\n')
  const named = new Set([...code.matchAll(/(?<=')[\w.-]+(?=')/g)].map((m) => m[0]))
  const made = [...new Set([...code.matchAll(/`([a-z.]*\.)\$\{/g)].map((m) => m[1]!))]
  expect(
    Object.keys(english).filter((key) => !named.has(key) && !made.some((prefix) => key.startsWith(prefix))),
  ).toEqual([])
})

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? files(join(folder, e.name)) : [join(folder, e.name)],
  )
}

test('every key is in one area, and every area in every language', () => {
  const areas = readdirSync(join(source, 'locales/en'))
  for (const language of ['de', 'tr', 'el']) expect(readdirSync(join(source, 'locales', language))).toEqual(areas)
  const keys = areas.flatMap((f) =>
    Object.keys(JSON.parse(readFileSync(join(source, 'locales/en', f), 'utf8')) as object),
  )
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

test('messages are filled by number and name', () => {
  expect(fill('en', { one: '{n} day', other: '{n} days' }, { n: 1 })).toBe('1 day')
  expect(fill('en', { one: '{n} day', other: '{n} days' }, { n: 1200 })).toBe('1,200 days')
  expect(fill('de', '{n} von {of}', { n: 1200, of: 'x' })).toBe('1.200 von x')
})

test('the language is the best of what the reader wants', () => {
  expect(best(['fr', 'de-AT', 'en'])).toBe('de')
  expect(best(['fr'])).toBe('en')
})

test('no style sheet changes the case of letters, which Turkish and Greek do not bear', () => {
  for (const f of files(source))
    if (/\.(svelte|css)$/.test(f)) expect(readFileSync(f, 'utf8'), f).not.toMatch(/text-transform/)
})

test('no template has a style of its own, which the content security policy would stop', () => {
  for (const f of files(source)) if (f.endsWith('.svelte')) expect(readFileSync(f, 'utf8'), f).not.toMatch(/\sstyle="/)
})

test('the types of the API are those of api/openapi.json', { timeout: 60_000 }, async () => {
  expect((await generate()) === readFileSync(target, 'utf8'), 'run make generate').toBe(true)
})

test('every screen and door has a path that the server serves', async () => {
  const paths = JSON.parse(readFileSync(join(source, 'app/paths.json'), 'utf8')) as string[]
  const code = files(source)
    .filter((f) => f.endsWith('/screens.ts'))
    .map((f) => readFileSync(f, 'utf8'))
    .join('\n')
  const used = [...code.matchAll(/path: '([^']+)'|^ {2}'(\/[^']*)':/gm)].map((m) => m[1] ?? m[2]!)
  expect([...new Set(used)].sort()).toEqual([...paths].sort())
})
