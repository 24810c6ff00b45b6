// Dates, times and amounts as the reader wants them.
import { inFigures, locale } from './i18n/i18n.svelte'
import { toDate, today, type Day } from './civil'
import { dates, dayInFigures, region, zone } from './region.svelte'

/** A day in figures: in the format that the user chose, else as the region writes it. */
export const shortDay = dayInFigures

/** A day in words: Tuesday, 17 November 2026. */
export const longDay = (day: Day): string =>
  dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(toDate(day))

/** A day in few words: Tue 17 Nov. */
export const dayInWords = (day: Day): string =>
  dates({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(toDate(day))

export const monthInWords = (day: Day): string =>
  dates({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(toDate(day))

/** Two letters or so for a day of the week. */
export const weekdayInWords = (day: Day): string => dates({ weekday: 'short', timeZone: 'UTC' }).format(toDate(day))

/** A range of days, once if it is one day. */
export const dayRange = (from: Day, to: Day): string =>
  from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`

/** The day on which something happened, in the zone that the user chose. */
export const dayOf = (iso: string): string => shortDay(today(zone(), new Date(iso)))

/** When something happened, in the zone that the user chose: the day in figures, and the time. */
export const moment = (iso: string): string =>
  `${dayOf(iso)} ${dates({ hour: '2-digit', minute: '2-digit', timeZone: zone() }).format(new Date(iso))}`

export const number = (n: number): string => inFigures(region(), n)

/** A share of a hundred, with the sign where the language has it. */
export const percentage = (n: number): string =>
  new Intl.NumberFormat(region(), { style: 'percent', maximumFractionDigits: 2 }).format(n / 100)

/** How large something is, in the unit that fits. */
export function size(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(region(), {
    style: 'unit',
    unit: units[at]!,
    maximumFractionDigits: at > 1 ? 1 : 0,
  }).format(bytes / 1000 ** at)
}

/** An amount of money: the server's decimal text, never a float that was calculated with. */
export function money(amount: string, currency: string): string {
  return new Intl.NumberFormat(region(), { style: 'currency', currency }).format(amount as unknown as number)
}

const country = new Map<string, Intl.DisplayNames>()

/** The name of a country by its ISO code. */
export function countryName(code: string): string {
  let names = country.get(locale())
  if (!names) country.set(locale(), (names = new Intl.DisplayNames(locale(), { type: 'region' })))
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
