// Texts of the dashboard: a flat catalogue a language and area, loaded with the first screen that needs it, with
// plurals by Intl.
import type { Area, Key } from './areas'

export type { Area, Key }
export type Language = 'en' | 'de' | 'tr' | 'el'
type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Catalogue = Partial<Record<Key, Message>>

export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch', tr: 'Türkçe', el: 'Ελληνικά' }

// The keys are the same in every language, so a catalogue is sent without them (scripts/texts.ts).
const files = import.meta.glob<{ default: Message[] }>('../../locales/*/*.json')
const keys = import.meta.glob<{ default: Key[] }>('../../locales/en/*.json', { query: '?keys' })
let state = $state.raw({ language: 'en' as Language, texts: {} as Catalogue })
let areas: Area[] = ['base']

async function load(language: Language, wanted: Area[]): Promise<Catalogue> {
  const read = wanted.map((area) =>
    Promise.all([keys[`../../locales/en/${area}.json`]!(), files[`../../locales/${language}/${area}.json`]!()]),
  )
  return Object.fromEntries(
    (await Promise.all(read)).flatMap(([names, texts]) => names.default.map((key, i) => [key, texts.default[i]])),
  ) as Catalogue
}

/** Shows the dashboard in a language. */
export async function setLanguage(language: Language) {
  const wanted = areas
  const texts = await load(language, wanted)
  const changed = state.language !== language
  state = { language, texts }
  if (changed) for (const tell of listeners) tell()
  if (typeof document !== 'undefined') document.documentElement.lang = language
  if (wanted !== areas) await setLanguage(language) // an area was added meanwhile
}

/** Loads the texts of areas that a screen needs, once. */
export async function useTexts(...wanted: Area[]) {
  const missing = wanted.filter((area) => !areas.includes(area))
  if (missing.length === 0) return
  const { language } = state
  const texts = await load(language, missing)
  areas = [...new Set([...areas, ...missing])]
  if (state.language === language) state = { language, texts: { ...state.texts, ...texts } }
  else await setLanguage(state.language)
}

/** Whether there is a text of a key, among those that are loaded. */
export const known = (key: string): boolean => state.texts[key as Key] !== undefined

const listeners = new Set<() => void>()

/** Calls back after every change of the language, so that what was read in the old one is read again. */
export function onLanguage(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The language of the dashboard now. */
export const locale = () => state.language

/** The best language for a list such as navigator.languages. */
export function best(wanted: readonly string[]): Language {
  for (const w of wanted) {
    const found = Object.keys(languages).find((l) => l === w.toLowerCase().split('-')[0])
    if (found) return found as Language
  }
  return 'en'
}

const rules = new Map<string, Intl.PluralRules>()

function plural(language: string, n: number): Intl.LDMLPluralRule {
  let r = rules.get(language)
  if (!r) rules.set(language, (r = new Intl.PluralRules(language)))
  return r.select(n)
}

const numbers = new Map<string, Intl.NumberFormat>()

/** A number as the language writes it. Formatters are kept: making one takes longer than all of a cell. */
export function inFigures(language: string, n: number): string {
  if (Number.isInteger(n) && n >= 0 && n < 1000) return String(n)
  let f = numbers.get(language)
  if (!f) numbers.set(language, (f = new Intl.NumberFormat(language)))
  return f.format(n)
}

/** Fills a message: plural by n, {name} by params. Numbers are written as the language does. */
export function fill(language: string, message: Message, params: Record<string, string | number>): string {
  let text = message
  if (typeof text !== 'string') text = text[plural(language, Number(params['n'] ?? 0))] ?? text.other ?? ''
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? inFigures(language, value) : (value ?? '')
  })
}

/** The text of a key. Tests see to it that every language has every key. */
export function t(key: Key, params: Record<string, string | number> = {}): string {
  const message = state.texts[key]
  if (message === undefined) return key
  return fill(state.language, message, params)
}
