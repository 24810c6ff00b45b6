// How dates and numbers are written, and in which zone times are: as the reader's language and region do. A language
// has several regions; which one is known from, in this order, the format of dates that the user chose, the browser,
// and the usual one of the language. English is that of Europe unless something says otherwise: 3/4 must not be read as
// March 4 by a hotel in Greece.
import { locale } from './i18n/i18n.svelte'
import { toDate, toISO, type Day } from './civil'

const usual = { en: 'en-GB', de: 'de-DE', tr: 'tr-TR', el: 'el-GR' } as const
const american = 'MM/DD/YYYY'

let chosen = $state.raw('auto')

/** Takes the format of dates from the user's preferences. */
export function chooseDates(format: string) {
  chosen = format
}

let chosenZone = $state.raw('UTC')

/** Takes the zone of times from the user's preferences. */
export function chooseZone(name: string) {
  chosenZone = name || 'UTC'
}

/** The zone of the reader's times. */
export const zone = (): string => chosenZone

/** The tag of a language and region for Intl. */
export function tagFor(language: keyof typeof usual, format: string, browser: readonly string[]): string {
  if (format === american && language === 'en') return 'en-US'
  const own = browser.find((tag) => tag.toLowerCase().startsWith(language + '-'))
  if (!own || (language === 'en' && format !== 'auto' && own.toLowerCase() === 'en-us')) return usual[language]
  return own
}

/** The tag of the reader's language and region. */
export const region = (): string =>
  tagFor(locale(), chosen, typeof navigator === 'undefined' ? [] : navigator.languages)

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A formatter of the reader's region. It is kept: making one takes longer than all of a cell. */
export function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = region() + JSON.stringify(options)
  let f = formatters.get(key)
  if (!f) formatters.set(key, (f = new Intl.DateTimeFormat(region(), options)))
  return f
}

/** A day in figures, in the format that the user chose or the region has. */
export function dayInFigures(day: Day): string {
  const iso = toISO(day)
  const [y, m, d] = iso.split('-') as [string, string, string]
  switch (chosen) {
    case 'DD.MM.YYYY':
      return `${d}.${m}.${y}`
    case 'DD/MM/YYYY':
      return `${d}/${m}/${y}`
    case american:
      return `${m}/${d}/${y}`
    case 'YYYY-MM-DD':
      return iso
    default:
      return dates({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(toDate(day))
  }
}

/** Whether a date is typed with the month first. */
export const monthFirst = (): boolean => chosen === american || (chosen === 'auto' && region() === 'en-US')
