// The report as lines of a table: a property, then its months.
import type { Schemas } from '../../platform/api/client'
import { saidOf } from '../../platform/api/said'

type Reported = Schemas['ReportedProperty']
export type House = Schemas['ReportedHouseMonth']
export type Offer = Schemas['ReportedOfferMonth']

export interface Line {
  id: string
  property: number
  name: string
  /** YYYY-MM; missing: all of the days. */
  month?: string
  refusal?: string
  house?: Omit<House, 'month'>
  offer?: Omit<Offer, 'month'>
  /** The lines below it. */
  months: Line[]
}

/** A property with its months, if there is more than one. */
export function lineOf(p: Reported): Line {
  const base = { property: p.property_id, name: p.name, months: [] }
  const whole: Line = { ...base, id: String(p.property_id) }
  if (p.error) whole.refusal = saidOf(p.error)
  if (p.house) whole.house = p.house
  if (p.offer) whole.offer = p.offer
  const months = [
    ...(p.house?.months ?? []).map((house) => ({
      ...base,
      id: `${p.property_id} ${house.month}`,
      month: house.month,
      house,
    })),
    ...(p.offer?.months ?? []).map((offer) => ({
      ...base,
      id: `${p.property_id} ${offer.month}`,
      month: offer.month,
      offer,
    })),
  ]
  return months.length > 1 ? { ...whole, months } : whole
}

interface Part {
  what: 'sold' | 'external' | 'closed' | 'free' | 'open' | 'request' | 'closeddays'
  of: (line: Line) => number
}

/** What the bar of a line is made of: nights of a house, days of an offer. */
export const partsOf = (ofHotel: boolean): Part[] =>
  ofHotel
    ? [
        { what: 'sold', of: (l) => l.house!.sold },
        { what: 'external', of: (l) => l.house!.external },
        { what: 'closed', of: (l) => l.house!.closed },
        { what: 'free', of: (l) => l.house!.free },
      ]
    : [
        { what: 'open', of: (l) => l.offer!.open_days },
        { what: 'request', of: (l) => l.offer!.on_request_days },
        { what: 'closeddays', of: (l) => l.offer!.closed_days },
      ]
