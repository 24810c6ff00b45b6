// The days of one calendar over a year, as the server resolved them, and what was set on them by hand.
import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { ApiError, asApiError } from '../../platform/api/error'
import { toDay, toISO, type Day } from '../../platform/civil'
import { rested } from '../../platform/rested'
import { after, guess, nothing, sameOwn, type Change, type GridDay, type Own } from './days'

export type Calendar = Schemas['Calendar']
export type Warning = Schemas['Warning']

export interface RoomDays {
  id: number
  name: string
  units: number
  days: GridDay[]
}

/** Rooms and days that a change is for. */
export interface Target {
  rooms: number[]
  from: Day
  to: Day
  /** 1 to 7; all if missing. */
  weekdays?: number[]
}

/** One day of one room with what was on it before. */
interface Before {
  room: number
  day: Day
  own: Own
}

export interface Written {
  saved: number
  skipped: number
  warnings: Warning[]
  /** What undoes it. */
  before: Before[]
}

const most = 20_000 // days that one batch takes

export class CalendarDays {
  readonly calendar: Calendar
  readonly from: Day
  readonly count: number
  rooms = $state.raw<RoomDays[]>([])
  error = $state.raw<ApiError>()
  busy = $state(false)
  at = $state(0)
  /** By room and day; what is missing was not touched. */
  #own = $state.raw(new Map<string, Own>())
  #run = 0
  #writing = 0
  /** Writes go to the server one after the other: of two on one day the later one must win. */
  #sent: Promise<unknown> = Promise.resolve()

  constructor(calendar: Calendar, from: Day, count: number) {
    this.calendar = calendar
    this.from = from
    this.count = count
  }

  own(room: number, day: Day): Own {
    return this.#own.get(room + ':' + day) ?? nothing
  }

  /** Reads the days. While something is written it does not: the answer would be older than what is drawn. */
  async load(): Promise<void> {
    if (this.#writing) return // the write itself reads them when it is done
    const run = ++this.#run
    this.busy = true
    try {
      const [grid, own] = await Promise.all([this.#grid(), this.#daily()])
      if (run !== this.#run) return
      this.rooms = grid
      this.#own = own
      this.error = undefined
      this.at = Date.now()
    } catch (e) {
      if (run === this.#run) this.error = asApiError(e)
    } finally {
      if (run === this.#run) this.busy = false
    }
  }

  /** Reads the days again once the changes rest, one's own and those of others: a year is not read at each key. */
  readonly refresh = rested(() => void this.load())

  async #grid(): Promise<RoomDays[]> {
    const params = { path: { id: this.calendar.id }, query: { from: toISO(this.from), to: toISO(this.from + this.count - 1) } }
    const body = await ok(api.GET('/api/allotment/calendars/{id}/grid/', { params }))
    return body.rooms.map((r) => ({ id: r.room_id, name: r.room_name, units: r.total_units, days: Object.values(r.days) }))
  }

  async #daily(): Promise<Map<string, Own>> {
    const list = await allPages((page, page_size) =>
      ok(
        api.GET('/api/allotment/calendars/{id}/daily/', {
          params: { path: { id: this.calendar.id }, query: { from: toISO(this.from), to: toISO(this.from + this.count - 1), by_hand: true, page, page_size } },
        }),
      ),
      { most: 100_000 },
    )
    const own = new Map<string, Own>()
    for (const d of list) own.set(d.room + ':' + toDay(d.date), { status: d.status, reason: d.reason, closed: d.closed, note: d.note })
    return own
  }

  /** The days of a target that a change makes different; days before today are left out and counted. */
  preview(target: Target, change: Change, today: Day): { cells: number; changing: Before[]; past: number } {
    const changing: Before[] = []
    let cells = 0
    let past = 0
    for (const room of target.rooms) {
      for (let day = target.from; day <= target.to; day++) {
        if (target.weekdays && !target.weekdays.includes(((day + 3) % 7) + 1)) continue
        if (day < today) {
          past++
          continue
        }
        cells++
        const own = this.own(room, day)
        if (!sameOwn(own, after(own, change))) changing.push({ room, day, own })
      }
    }
    return { cells, changing, past }
  }

  /** Changes days: drawn at once, and taken back if the server refuses. */
  async write(target: Target, change: Change, today: Day): Promise<Written> {
    const { changing } = this.preview(target, change, today)
    const relative = change.closed && change.closed.by !== 'set'
    return this.#writes(changing, (own) => after(own, change), async () => {
      if (relative) return this.#batch(changing.map((b) => ({ ...b, own: after(b.own, change) })))
      const { status, reason, note, closed } = change
      return ok(
        api.POST('/api/allotment/calendars/{id}/bulk/', {
          params: { path: { id: this.calendar.id } },
          body: {
            rooms: target.rooms, from: toISO(target.from), to: toISO(target.to), ...(target.weekdays ? { weekdays: target.weekdays } : {}),
            ...(status !== undefined ? { status } : {}), ...(reason ? { reason } : {}), ...(closed ? { closed: closed.units } : {}), ...(note !== undefined ? { note } : {}),
          },
        }),
      )
    })
  }

  /** Changes each day to its own, as a paste does. */
  async writeEach(list: { room: number; day: Day; change: Change }[]): Promise<Written> {
    const before: Before[] = []
    const next = new Map<string, Own>()
    for (const { room, day, change } of list) {
      const own = this.own(room, day)
      const wanted = after(own, change)
      if (sameOwn(own, wanted)) continue
      before.push({ room, day, own })
      next.set(room + ':' + day, wanted)
    }
    return this.#writes(before, (_, b) => next.get(b.room + ':' + b.day)!, () => this.#batch(before.map((b) => ({ ...b, own: next.get(b.room + ':' + b.day)! }))))
  }

  /** Sets days back to what they were before a change. */
  async undo(before: Before[]): Promise<Written> {
    const old = new Map(before.map((b) => [b.room + ':' + b.day, b.own]))
    const now = before.map((b) => ({ ...b, own: this.own(b.room, b.day) }))
    return this.#writes(now, (_, b) => old.get(b.room + ':' + b.day)!, () => this.#batch(before))
  }

  async #writes(before: Before[], next: (own: Own, b: Before) => Own, send: () => Promise<{ saved: number; skipped: number; warnings?: Warning[] | null }>): Promise<Written> {
    if (before.length > most) throw new ApiError(400, 'too_many_days', `${before.length} > ${most}`)
    const rooms = this.rooms
    const own = this.#own
    this.#draw(before, next)
    this.#writing++
    this.#run++ // a reading that is under way does not know of this
    const turn = this.#sent.then(send)
    this.#sent = turn.catch(() => undefined)
    try {
      const { saved, skipped, warnings } = await turn
      return { saved, skipped, warnings: warnings ?? [], before }
    } catch (e) {
      this.rooms = rooms
      this.#own = own
      throw asApiError(e)
    } finally {
      this.#writing--
      this.refresh()
    }
  }

  #draw(before: Before[], next: (own: Own, b: Before) => Own) {
    const own = new Map(this.#own)
    const copies = new Map<number, GridDay[]>()
    const at = new Map(this.rooms.map((r, i) => [r.id, i]))
    for (const b of before) {
      const wanted = next(b.own, b)
      own.set(b.room + ':' + b.day, wanted)
      const r = at.get(b.room)
      const c = b.day - this.from
      if (r === undefined || c < 0 || c >= this.count) continue
      const days = copies.get(r) ?? [...this.rooms[r]!.days]
      copies.set(r, days)
      days[c] = guess(days[c]!, b.own, wanted, this.calendar.kind)
    }
    this.#own = own
    this.rooms = this.rooms.map((room, i) => (copies.has(i) ? { ...room, days: copies.get(i)! } : room))
  }

  async #batch(list: Before[]) {
    const standalone = this.calendar.kind === 'standalone'
    return ok(
      api.POST('/api/allotment/calendars/{id}/daily/batch/', {
        params: { path: { id: this.calendar.id } },
        body: {
          days: list.map(({ room, day, own }) => ({
            room, date: toISO(day), status: own.status, ...(own.reason ? { reason: own.reason } : {}), note: own.note, ...(standalone ? {} : { closed: own.closed }),
          })),
        },
      }),
    )
  }
}
