import { isISO, today, toDate, toDay, toISO, type Day } from './civil'
import { dates, dayInFigures, monthFirst } from './region.svelte'

/**
 * Reads a date as people type it: 2027-05-01, 1.5.2027, 1/5/27, 1-5-2027, 01052027, 1.5. (the next one), 1 May, +14,
 * +3w. Undefined: it is none. Day before month unless the reader writes the month first; the year may come before both.
 */
export function readDate(text: string, now = today('UTC'), american = monthFirst()): string | undefined {
  const s = text.trim()
  if (isISO(s)) return s
  const later = /^\+(\d{1,3})(w?)$/i.exec(s)
  if (later) return toISO(now + Number(later[1]) * (later[2] ? 7 : 1))
  const yearFirst = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(s)
  if (yearFirst) return real(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const named =
    /^(\d{1,2})\.?\s*(\p{L}{3,})\.?(?:\s+(\d{4}))?$/u.exec(s) ??
    turned(/^(\p{L}{3,})\.?\s*(\d{1,2})(?:,?\s+(\d{4}))?$/u.exec(s))
  if (named) {
    const month = monthNamed(named[2]!)
    return month && dated(named[3], month, named[1]!, now)
  }
  const m = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2})?)?$/.exec(s) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(s)
  if (!m) return undefined
  const [month, day] = american && !/[.-]/.test(s) ? [m[1]!, m[2]!] : [m[2]!, m[1]!]
  return dated(m[3], month, day, now)
}

/** A date of its figures; without a year the next one. */
function dated(y: string | undefined, month: string, day: string, now: Day): string | undefined {
  if (y) return real(y.length === 2 ? '20' + y : y, month, day)
  const year = Number(toISO(now).slice(0, 4))
  for (const y of [year, year + 1, year + 2, year + 3]) {
    const one = real(String(y), month, day)
    if (one && toDay(one) >= now) return one
  }
  return undefined
}

/** Month and day in the order of day and month. */
const turned = (m: RegExpExecArray | null): (string | undefined)[] | null => m && [m[0], m[2], m[1], m[3]]

const letters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')

/**
 * The figures of a month by the beginning of its name, in the reader's language or in English; undefined: none, or
 * several.
 */
function monthNamed(text: string): string | undefined {
  const begun = letters(text)
  for (const format of [
    dates({ day: 'numeric', month: 'long', timeZone: 'UTC' }),
    new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }),
  ]) {
    const found = Array.from({ length: 12 }, (_, i) => String(i + 1)).filter((m) => {
      const name = format
        .formatToParts(toDate(toDay(`2027-${m.padStart(2, '0')}-01`)))
        .find((p) => p.type === 'month')!.value
      return letters(name).startsWith(begun)
    })
    if (found.length === 1) return found[0]
  }
  return undefined
}

/** A date of its figures; undefined: there is no such day. */
function real(year: string, month: string, day: string): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isISO(iso) ? iso : undefined
}

/** Whether a text is a date with its whole year: no key makes another date of it. */
export const isWhole = (text: string): boolean =>
  /^\d{4}[./-]\d{1,2}[./-]\d{2}$|^\d{1,2}[./-]\d{1,2}[./-]\d{4}$|^\d{8}$/.test(text.trim())

/** How the reader types a date, with the letters of the day, the month and the year: dd/mm/yyyy. */
export function datePattern(letters: string): string {
  const [d, m, y] = [...letters]
  return dayInFigures(toDay('2033-11-22'))
    .replace('2033', y!.repeat(4))
    .replace('22', d!.repeat(2))
    .replace('11', m!.repeat(2))
}
