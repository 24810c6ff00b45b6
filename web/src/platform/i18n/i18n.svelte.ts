// Texts of the dashboard: a flat catalogue a language, loaded when it is needed, with plurals by Intl.
import type english from '../../locales/en.json'

export type Key = keyof typeof english
export type Language = 'en' | 'de' | 'tr' | 'el'
type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>
export type Catalogue = Partial<Record<Key, Message>>

export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch', tr: 'Türkçe', el: 'Ελληνικά' }

const files = import.meta.glob<{ default: Catalogue }>('../../locales/*.json')
let state = $state.raw({ language: 'en' as Language, texts: {} as Catalogue, english: {} as Catalogue })

async function load(language: Language): Promise<Catalogue> {
  return (await files[`../../locales/${language}.json`]!()).default
}

/** Shows the dashboard in a language. */
export async function setLanguage(language: Language) {
  const texts = await load(language)
  state = { language, texts, english: language === 'en' ? texts : state.english }
  if (typeof document !== 'undefined') document.documentElement.lang = language
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

/** The text of a key. One that a language lacks is shown in English; a test says which. */
export function t(key: Key, params: Record<string, string | number> = {}): string {
  const { language, texts, english } = state
  const message = texts[key] ?? english[key]
  if (message === undefined) return key
  return fill(language, message, params)
}
