import { isISO, today, toDay, toISO } from '../platform/civil'
import { monthFirst } from '../platform/region.svelte'

/**
 * Reads a date as people type it: 2027-05-01, 1.5.2027, 1/5/27, 1.5. (the next one), +14. Undefined: it is none.
 * Day before month unless the reader writes the month first; the year may come before both.
 */
export function readDate(text: string, now = today('UTC'), american = monthFirst()): string | undefined {
  const s = text.trim()
  if (isISO(s)) return s
  const days = /^\+(\d{1,3})$/.exec(s)
  if (days) return toISO(now + Number(days[1]))
  const m = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4}|\d{2})?)?$/.exec(s)
  if (!m) return undefined
  const [month, day] = american && s.includes('/') ? [m[1]!, m[2]!] : [m[2]!, m[1]!]
  const make = (year: number) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (m[3]) {
    const full = make(m[3].length === 2 ? 2000 + Number(m[3]) : Number(m[3]))
    return isISO(full) ? full : undefined
  }
  const year = Number(toISO(now).slice(0, 4))
  for (const y of [year, year + 1, year + 2, year + 3]) {
    const one = make(y)
    if (isISO(one) && toDay(one) >= now) return one
  }
  return undefined
}
