import type { Day } from '../../platform/civil'
import { after, readPasted, sameOwn, type Change, type Own } from './days'

export interface PastePlan {
  list: { room: number; day: Day; change: Change }[]
  rooms: number
  days: number
  cells: number
  changing: number
  past: number
  outside: number
  /** Texts that mean nothing here. */
  strange: string[]
}

/** A copied rectangle as it was set, for a paste within the calendar. */
export interface Copied {
  text: string
  own: Own[][]
}

/**
 * What a pasted table changes, from a room and a day on. A table that was copied here brings its reasons and
 * notes along; one from elsewhere has letters and numbers.
 */
export function planPaste(
  text: string,
  copied: Copied | undefined,
  rooms: number[],
  from: Day,
  last: Day,
  today: Day,
  own: (room: number, day: Day) => Own,
): PastePlan {
  const plan: PastePlan = { list: [], rooms: 0, days: 0, cells: 0, changing: 0, past: 0, outside: 0, strange: [] }
  const clean = text.replace(/\r/g, '').replace(/\n$/, '')
  const table = clean.split('\n').map((line) => line.split('\t'))
  const inside = copied?.text === clean ? copied.own : undefined
  plan.rooms = table.length
  plan.days = Math.max(...table.map((line) => line.length))
  for (const [r, line] of table.entries()) {
    for (const [c, cell] of line.entries()) {
      const change = inside ? asChange(inside[r]![c]!) : readPasted(cell)
      if (!change) {
        plan.strange.push(cell.trim().slice(0, 20))
        continue
      }
      const room = rooms[r]
      const day = from + c
      if (room === undefined || day > last) {
        plan.outside++
        continue
      }
      if (day < today) {
        plan.past++
        continue
      }
      plan.cells++
      const before = own(room, day)
      if (sameOwn(before, after(before, change))) continue
      plan.changing++
      plan.list.push({ room, day, change })
    }
  }
  return plan
}

const asChange = (own: Own): Change => ({
  status: own.status,
  reason: own.reason,
  closed: { by: 'set', units: own.closed },
  note: own.note,
})
