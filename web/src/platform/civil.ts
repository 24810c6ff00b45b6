// Days without a time or a zone. A day is the number of days since 1970-01-01: arithmetic is plain, and
// comparing does not depend on where the browser is.

export type Day = number

const length = 86_400_000

export const toDay = (iso: string): Day => Math.round(Date.parse(iso + 'T00:00:00Z') / length)
export const toISO = (day: Day): string => new Date(day * length).toISOString().slice(0, 10)
export const toDate = (day: Day): Date => new Date(day * length)

/** Whether a text is a day that exists. */
export const isISO = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text + 'T00:00:00Z')) && toISO(toDay(text)) === text

/** 1, Monday, to 7, Sunday, as the API counts. */
export const weekday = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1

/** What day it is in a time zone. */
export function today(zone: string, now = new Date()): Day {
  let text: string
  try {
    text = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(now)
  } catch {
    text = now.toISOString().slice(0, 10) // a zone that this browser does not know
  }
  return toDay(text)
}

/** The first day of the month of a day. */
export function monthStart(day: Day): Day {
  return toDay(toISO(day).slice(0, 8) + '01')
}
