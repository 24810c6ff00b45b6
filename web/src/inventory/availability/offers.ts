// What an operator may sell: runs of days as the server sends them, laid out by day.
import type { Schemas } from '../../platform/api/client'
import { saidOf } from '../../platform/api/said'
import { toDay, type Day } from '../../platform/civil'
import type { Tone } from '../grid/core'

type Property = Schemas['AvailabilityProperty']
export type Span = Schemas['AvailabilitySpan']

export interface OfferRoom {
  id: number
  calendar: string
  name: string
  code: string
  /** By day from the first day asked for. */
  days: (Span | undefined)[]
}

export interface OfferHotel {
  id: number
  name: string
  place: string
  country: string
  code: string
  /** Why there is nothing to read. */
  refusal: string
  rooms: OfferRoom[]
}

export const tones: Record<Span['state'], Tone> = { open: 'open', on_request: 'request', closed: 'stop' }

/** The days of one room from its runs. */
export function daysOf(spans: Span[], from: Day, count: number): (Span | undefined)[] {
  const days = new Array<Span | undefined>(count).fill(undefined)
  for (const s of spans) {
    const last = Math.min(count - 1, toDay(s.to) - from)
    for (let c = Math.max(0, toDay(s.from) - from); c <= last; c++) days[c] = s
  }
  return days
}

export function hotelOf(p: Property, from: Day, count: number): OfferHotel {
  const rooms = (p.calendars ?? []).flatMap((calendar) =>
    calendar.rooms.map((room) => ({
      id: room.room_id,
      calendar: calendar.name,
      name: room.name,
      code: room.code,
      days: daysOf(room.spans ?? [], from, count),
    })),
  )
  return {
    id: p.property_id,
    name: p.name,
    place: p.city,
    country: p.country,
    code: p.codes.hotel,
    refusal: p.error ? saidOf(p.error) : '',
    rooms,
  }
}

/** The best that any room of a hotel offers on each day: open, else on request, else closed. */
export function bestOf(hotel: OfferHotel, count: number): (Span['state'] | undefined)[] {
  const order = ['open', 'on_request', 'closed'] as const
  return Array.from({ length: count }, (_, c) =>
    order.find((state) => hotel.rooms.some((room) => room.days[c]?.state === state)),
  )
}

/** A cell of a CSV file. What a spreadsheet would read as a formula gets an apostrophe. */
export function csvCell(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? "'" + text : text
  return /[",;\n\r]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe
}

/** Runs of days as a CSV file, one line a run. */
export function toCSV(list: Property[]): string {
  const lines = [
    [
      'hotel',
      'hotel_code',
      'calendar',
      'room',
      'room_code',
      'from',
      'to',
      'state',
      'status',
      'code',
      'allotment',
      'available',
    ],
  ]
  for (const p of list) {
    for (const calendar of p.calendars ?? []) {
      for (const room of calendar.rooms) {
        for (const s of room.spans ?? []) {
          lines.push([
            p.name,
            p.codes.hotel,
            calendar.name,
            room.name,
            room.code,
            s.from,
            s.to,
            s.state,
            s.status ?? '',
            s.code,
            String(s.allotment ?? ''),
            String(s.available ?? ''),
          ])
        }
      }
    }
  }
  return '\ufeff' + lines.map((line) => line.map(csvCell).join(',')).join('\r\n') + '\r\n'
}
