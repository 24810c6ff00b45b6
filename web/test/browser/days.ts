import { today, toDate, toISO } from '../../src/platform/civil'

// Days as the demo's hotels in Greece count them: in the evening it is tomorrow there, and the calendars
// begin with that day. UTC is for what counts its days so: statistics and the log of the program.

const at = (days: number, zone: string) => today(zone) + days

/** A day so many days from today at the hotel. */
export const iso = (days: number, zone = 'Europe/Athens'): string => toISO(at(days, zone))

export const isoUTC = (days: number): string => iso(days, 'UTC')

/**
 * The same day as a screen in British English says it, as the tests read it. After a space: 18 March ends with 8 March.
 */
export const spoken = (days: number): string =>
  ' ' +
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    toDate(at(days, 'Europe/Athens')),
  )
