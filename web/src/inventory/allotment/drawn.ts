// What a calendar shows while changes are on their way: the days as the server said them last, and over them each
// change that it has not answered yet. A change that is refused is left out; the others stay.
import type { Day } from '../../platform/civil'
import { after, guess, nothing, sameOwn, undoing, type Change, type GridDay, type Kind, type Own } from './days'

export interface RoomDays {
  id: number
  name: string
  units: number
  days: GridDay[]
}

/** A year of days, and by room and day what was set on them by hand. */
export interface Drawn {
  rooms: RoomDays[]
  own: Map<string, Own>
}

/** What one day of one room is to become. */
export interface CellChange {
  room: number
  day: Day
  change: Change
}

export const keyOf = (room: number, day: Day): string => room + ':' + day

/** The days with changes over them. from is the first day of the year. */
export function draw(base: Drawn, list: CellChange[], from: Day, kind: Kind): Drawn {
  const own = new Map(base.own)
  const copies = new Map<number, GridDay[]>()
  const at = new Map(base.rooms.map((r, i) => [r.id, i]))
  for (const { room, day, change } of list) {
    const before = own.get(keyOf(room, day)) ?? nothing
    const wanted = after(before, change)
    own.set(keyOf(room, day), wanted)
    const r = at.get(room)
    if (r === undefined) continue
    const days = copies.get(r) ?? [...base.rooms[r]!.days]
    const shown = days[day - from]
    if (!shown) continue
    copies.set(r, days)
    days[day - from] = guess(shown, before, wanted, kind)
  }
  return { own, rooms: base.rooms.map((room, i) => (copies.has(i) ? { ...room, days: copies.get(i)! } : room)) }
}

/** The changes that undo others, of the cells that these make different. */
export function undoOf(base: Drawn, list: CellChange[]): CellChange[] {
  return list.flatMap(({ room, day, change }) => {
    const before = base.own.get(keyOf(room, day)) ?? nothing
    const next = after(before, change)
    return sameOwn(before, next) ? [] : [{ room, day, change: undoing(change, before, next) }]
  })
}

/** The days with some of them read again: those from first on. The rooms are the same. */
export function replaced(base: Drawn, read: Drawn, from: Day, first: Day, last: Day): Drawn {
  const own = new Map(base.own)
  for (const room of base.rooms) for (let day = first; day <= last; day++) own.delete(keyOf(room.id, day))
  for (const [key, value] of read.own) own.set(key, value)
  const fresh = new Map(read.rooms.map((r) => [r.id, r]))
  const rooms = base.rooms.map((room) => {
    const days = [...room.days]
    days.splice(first - from, last - first + 1, ...(fresh.get(room.id)?.days ?? []))
    return { ...room, days }
  })
  return { own, rooms }
}
