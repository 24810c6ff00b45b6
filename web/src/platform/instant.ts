// Moments as a day and a time of a zone, and back.
import { toDay, toISO } from './civil'

export interface Local {
  /** 2027-05-24 */
  day: string
  /** 18:30 */
  time: string
}

/** What the clocks of a zone show at a moment, as if it were UTC. */
function clock(zone: string, at: number): number {
  let parts: Intl.DateTimeFormatPart[]
  try {
    parts = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }).formatToParts(at)
  } catch {
    return at // a zone that this browser does not know
  }
  const of = (type: string) => Number(parts.find((p) => p.type === type)!.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
}

/** A moment as the clocks of a zone show it. */
export function localOf(iso: string, zone: string): Local {
  const shown = new Date(clock(zone, Date.parse(iso))).toISOString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** The moment at which the clocks of a zone show something. A time that they skip is that much later. */
export function instantOf({ day, time }: Local, zone: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const first = wanted - (clock(zone, wanted) - wanted)
  const second = wanted - (clock(zone, first) - first)
  return new Date(clock(zone, second) === wanted ? second : Math.max(first, second)).toISOString().replace('.000Z', 'Z')
}

/** The first and the last second of a day in a zone. */
export const startOf = (day: string, zone: string): string => instantOf({ day, time: '00:00' }, zone)
export const endOf = (day: string, zone: string): string =>
  new Date(Date.parse(startOf(toISO(toDay(day) + 1), zone)) - 1000).toISOString().replace('.000Z', 'Z')
