import { isISO, today, toDay, toISO } from './civil'
import { dayInFigures, monthFirst } from './region.svelte'

/**
 * Reads a date as people type it: 2027-05-01, 1.5.2027, 1/5/27, 1-5-2027, 01052027, 1.5. (the next one), +14.
 * Undefined: it is none. Day before month unless the reader writes the month first; the year may come before both.
 */
export function readDate(text: string, now = today('UTC'), american = monthFirst()): string | undefined {
  const s = text.trim()
  if (isISO(s)) return s
  const days = /^\+(\d{1,3})$/.exec(s)
  if (days) return toISO(now + Number(days[1]))
  const yearFirst = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(s)
  if (yearFirst) return real(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const m = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2})?)?$/.exec(s) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(s)
  if (!m) return undefined
  const [month, day] = american && !/[.-]/.test(s) ? [m[1]!, m[2]!] : [m[2]!, m[1]!]
  if (m[3]) return real(m[3].length === 2 ? '20' + m[3] : m[3], month, day)
  const year = Number(toISO(now).slice(0, 4))
  for (const y of [year, year + 1, year + 2, year + 3]) {
    const one = real(String(y), month, day)
    if (one && toDay(one) >= now) return one
  }
  return undefined
}

/** A date of its figures; undefined: there is no such day. */
function real(year: string, month: string, day: string): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isISO(iso) ? iso : undefined
}

/** Whether a text is a date with its whole year: no key makes another date of it. */
export const isWhole = (text: string): boolean => /^\d{4}[./-]\d{1,2}[./-]\d{2}$|^\d{1,2}[./-]\d{1,2}[./-]\d{4}$|^\d{8}$/.test(text.trim())

/** How the reader types a date, with the letters of the day, the month and the year: dd/mm/yyyy. */
export function datePattern(letters: string): string {
  const [d, m, y] = [...letters]
  return dayInFigures(toDay('2033-11-22')).replace('2033', y!.repeat(4)).replace('22', d!.repeat(2)).replace('11', m!.repeat(2))
}
