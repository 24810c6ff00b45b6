// What a rooming list comes to: its days, its rooms, its guests, and what it takes from the allotment.
import type { Schemas } from '../../platform/api/client'
import { toDay, type Day } from '../../platform/civil'

export type Ledger = Schemas['RoomingLedgerBody']
export type Entry = Schemas['RoomingEntryBody']
export type Warning = Schemas['Warning']
export type Status = Ledger['status']
export type EntryStatus = Entry['status']

export const statuses: Status[] = ['open', 'sent', 'confirmed', 'closed', 'cancelled']
export const tones = {
  open: 'plain',
  sent: 'warn',
  confirmed: 'ok',
  closed: 'info',
  cancelled: 'danger',
} as const satisfies Record<Status, string>
export const entryTones = {
  pending: 'warn',
  confirmed: 'ok',
  declined: 'danger',
  cancelled: 'plain',
} as const satisfies Record<EntryStatus, string>

/** What still counts of a list: what waits and what is confirmed. If nothing does, all of it. */
const standing = (entries: Entry[]): Entry[] => {
  const some = entries.filter((e) => e.status === 'pending' || e.status === 'confirmed')
  return some.length ? some : entries
}

export const nightsOf = (e: { arrival: string; departure: string }): number => toDay(e.departure) - toDay(e.arrival)

export interface Summary {
  /** First arrival and last departure; undefined for a list without entries. */
  from: Day | undefined
  to: Day | undefined
  units: number
  guests: number
}

/** The days, rooms and guests of a list as a whole. */
export function summaryOf(entries: Entry[]): Summary {
  const list = standing(entries)
  return {
    from: list.length ? Math.min(...list.map((e) => toDay(e.arrival))) : undefined,
    to: list.length ? Math.max(...list.map((e) => toDay(e.departure))) : undefined,
    units: list.reduce((n, e) => n + e.units, 0),
    guests: list.reduce((n, e) => n + e.guests.length, 0),
  }
}

export interface Taken {
  key: string
  room: string
  /** The most units on one night, and the nights of all units together: held, and still asked for. */
  held: { units: number; nights: number }
  asked: { units: number; nights: number }
}

/** What a list takes from the allotment, by room in the order of the list. */
export function takenOf(entries: Entry[]): Taken[] {
  const rooms = new Map<string, Entry[]>()
  for (const e of entries) {
    if (e.status !== 'pending' && e.status !== 'confirmed') continue
    const key = e.room === null ? 'gone ' + e.room_name : String(e.room)
    rooms.set(key, [...(rooms.get(key) ?? []), e])
  }
  return [...rooms].map(([key, list]) => ({
    key,
    room: list[0]!.room_name,
    held: peak(list.filter((e) => e.status === 'confirmed')),
    asked: peak(list.filter((e) => e.status === 'pending')),
  }))
}

function peak(list: Entry[]): { units: number; nights: number } {
  const nights = new Map<Day, number>()
  for (const e of list)
    for (let d = toDay(e.arrival); d < toDay(e.departure); d++) nights.set(d, (nights.get(d) ?? 0) + e.units)
  return { units: Math.max(0, ...nights.values()), nights: [...nights.values()].reduce((sum, n) => sum + n, 0) }
}

type Guest = Entry['guests'][number]

export const guestName = (g: Pick<Guest, 'first_name' | 'last_name'>): string =>
  [g.first_name, g.last_name].filter(Boolean).join(' ')

/** A guest as the table and a spreadsheet show it: the age in brackets. */
export const guestText = (g: Guest): string => guestName(g) + (g.age === null ? '' : ` (${g.age})`)
