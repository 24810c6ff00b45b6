// Where the bars of a timeline lie: no elements, tested without a browser.
import { toDay, type Day } from '../../platform/civil'
import type { Schemas } from '../../platform/api/client'

export type Source = 'block' | 'rooming' | 'pms'

export interface Bar {
  key: string
  source: Source
  from: Day
  /** Last day, included. */
  to: Day
  units: number
  label: string
  text: string
  status?: string
  /** Row within the room, from 0. */
  lane: number
}

export interface RoomBars {
  id: number
  name: string
  units: number
  bars: Bar[]
  lanes: number
}

type TimelineRoom = Schemas['TimelineRoom']

/** The bars of a room in as few rows as they fit. Of a stay the night before the departure is the last day. */
export function layOut(room: TimelineRoom, sources: Set<Source>, words: { pms: (kind: string) => string }): RoomBars {
  const bars: Bar[] = []
  const add = (bar: Omit<Bar, 'lane'>) => bars.push({ ...bar, lane: 0 })
  if (sources.has('block')) {
    for (const a of room.allocations)
      add({
        key: `b${a.block_id}`,
        source: 'block',
        from: toDay(a.from),
        to: toDay(a.to),
        units: a.quantity,
        label: a.calendar_name,
        text: a.source,
      })
  }
  if (sources.has('rooming')) {
    for (const r of room.reservations) {
      add({
        key: `r${r.id}`,
        source: 'rooming',
        from: toDay(r.from),
        to: Math.max(toDay(r.from), toDay(r.to) - 1),
        units: r.units,
        label: r.guest || r.reference,
        text: [r.reference, r.calendar_name].filter(Boolean).join(' · '),
        status: r.status,
      })
    }
  }
  if (sources.has('pms')) {
    for (const [i, p] of room.pms.entries())
      add({
        key: `p${i}`,
        source: 'pms',
        from: toDay(p.from),
        to: toDay(p.to),
        units: p.units,
        label: p.source,
        text: words.pms(p.kind),
      })
  }
  const order: Source[] = ['block', 'rooming', 'pms']
  bars.sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source) || a.from - b.from || b.to - a.to)
  const ends: { source: Source; to: Day }[] = []
  for (const bar of bars) {
    let lane = ends.findIndex((e) => e.source === bar.source && e.to < bar.from)
    if (lane < 0) lane = ends.push({ source: bar.source, to: bar.to }) - 1
    else ends[lane]!.to = bar.to
    bar.lane = lane
  }
  return { id: room.room_id, name: room.room_name, units: room.total_units, bars, lanes: Math.max(1, ends.length) }
}
