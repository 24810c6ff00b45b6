// The days of a month as weeks. Days are texts such as 2027-03-01, months 2027-03; nothing depends on a time zone.
import type { Room, State } from './data'

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const text = (time: number) => new Date(time).toISOString().slice(0, 10)

export const monthOf = (day: string) => day.slice(0, 7)

export function addMonths(month: string, n: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + n
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The weeks of a month from Monday to Sunday; undefined where the month has no day. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = utc(`${month}-01`)
  const next = utc(`${addMonths(month, 1)}-01`)
  const day = 24 * 60 * 60 * 1000
  const cells: (string | undefined)[] = Array<undefined>((new Date(first).getUTCDay() + 6) % 7).fill(undefined)
  for (let at = first; at < next; at += day) cells.push(text(at))
  while (cells.length % 7) cells.push(undefined)
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(i * 7, i * 7 + 7))
}

/** The state of a day, undefined before today and after the last day that is known. */
export const stateOn = (room: Room, day: string): State | undefined =>
  room.days.find((d) => d.from <= day && day <= d.to)?.state

/** A date for a formatter that writes UTC. */
export const dateOf = (day: string) => new Date(utc(day))
