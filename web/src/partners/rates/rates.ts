// Rate contracts: what a hotel grants one operator in one property, season by season.
import type { Schemas } from '../../platform/api/client'
import { toDay, toISO } from '../../platform/civil'

export type RateContract = Schemas['RateContractBody']
export type Row = Schemas['RoomAllotment']

/** A row while it is entered: a number that is deleted is null for a moment. */
export interface EnteredRow {
  key: number
  room: number | null
  start_date: string
  end_date: string
  quantity: number | null
  release_days: number | null
}

let next = 1
export const entered = (row: Omit<EnteredRow, 'key'>): EnteredRow => ({ ...row, key: next++ })

/** Rows as the API wants them. A number that is missing is left out, so that the server names it. */
export const sent = (rows: EnteredRow[]): Schemas['RoomAllotmentInput'][] =>
  rows.map(({ room, start_date, end_date, quantity, release_days }) => ({
    ...(room === null ? {} : { room }),
    ...(start_date ? { start_date } : {}),
    ...(end_date ? { end_date } : {}),
    ...(quantity === null ? {} : { quantity }),
    ...(release_days === null ? {} : { release_days }),
  }))

/** The same day a year later; the day after where there is none, as on 29 February. */
export function yearLater(iso: string): string {
  const [y, m, d] = iso.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(y + 1, m - 1, d)).toISOString().slice(0, 10)
}

export interface Part {
  /** Undefined: nothing is allotted in these days. */
  row: Row | undefined
  from: string
  to: string
  days: number
}

/** The days of a contract for one room, in parts with and without an allotment. */
export function seasonsOf(rows: Row[], start: string, end: string): Part[] {
  const parts: Part[] = []
  const add = (row: Row | undefined, from: number, to: number) => {
    if (to >= from) parts.push({ row, from: toISO(from), to: toISO(to), days: to - from + 1 })
  }
  let day = toDay(start)
  for (const row of [...rows].sort((a, b) => a.start_date.localeCompare(b.start_date))) {
    add(undefined, day, toDay(row.start_date) - 1)
    add(row, toDay(row.start_date), toDay(row.end_date))
    day = toDay(row.end_date) + 1
  }
  add(undefined, day, toDay(end))
  return parts
}
