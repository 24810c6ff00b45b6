// The days of one calendar over a year, as the server resolved them, and what was set on them by hand.
import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { ApiError, asApiError } from '../../platform/api/error'
import { toDay, toISO, type Day } from '../../platform/civil'
import { t } from '../../platform/i18n/i18n.svelte'
import { debounce } from '../../platform/debounce'
import { after, nothing, sameOwn, type Change, type Own } from './days'
import { draw, keyOf, replaced, undoOf, type CellChange, type Drawn, type RoomDays } from './drawn'

export type Calendar = Schemas['Calendar']
export type Warning = Schemas['Warning']
export type { RoomDays } from './drawn'

export const nameOf = (c: Calendar): string => (c.kind === 'master' ? t('kind.master') : c.name)

/** Rooms and days that a change is for. */
export interface Target {
  rooms: number[]
  from: Day
  to: Day
  /** 1 to 7; all if missing. */
  weekdays?: number[]
}

export interface Written {
  saved: number
  skipped: number
  warnings: Warning[]
  /** Of the property's days, which the write made. */
  version: number
  /** What undoes it: one for each cell that it made different. */
  undo: CellChange[]
}

/** What a write answers, whichever it is. */
type Answer = Pick<Written, 'saved' | 'skipped' | 'version'> & { warnings?: Warning[] | null }

interface Span {
  from: Day
  to: Day
}

const most = 20_000 // days that one batch takes

export class CalendarDays {
  readonly calendar: Calendar
  readonly from: Day
  readonly count: number
  error = $state.raw<ApiError>()
  busy = $state(false)
  at = $state(0)
  #drawn = $state.raw<Drawn>({ rooms: [], own: new Map() })
  /** What is drawn, without the changes that the server has not answered yet. */
  #base: Drawn = this.#drawn
  #pending: CellChange[][] = []
  #run = 0
  /** The version of the property's days that is known here, and the latest that was heard of. */
  #version = 0
  #heard = 0
  /** Everything is to be read again. */
  #stale = false
  /** The days of own writes that are to be read again. */
  #span: Span | undefined
  /** Writes go to the server one after the other: of two on one day the later one must win. */
  #sent: Promise<unknown> = Promise.resolve()

  constructor(calendar: Calendar, from: Day, count: number) {
    this.calendar = calendar
    this.from = from
    this.count = count
  }

  get rooms(): RoomDays[] {
    return this.#drawn.rooms
  }

  own(room: number, day: Day): Own {
    return this.#drawn.own.get(keyOf(room, day)) ?? nothing
  }

  /** Reads the days. While something is written it does not: the answer would be older than what is drawn. */
  async load(): Promise<void> {
    this.#stale = true // until the answer is here
    if (this.#pending.length) return // the write itself sees to it when it is done
    const run = ++this.#run
    const heard = this.#heard
    this.busy = true
    try {
      const read = await this.#read(this.from, this.from + this.count - 1)
      if (run !== this.#run) return
      this.#take(read)
      this.#version = read.version
      this.#stale = false
      this.#span = undefined
      // What was heard before the reading is in it, whatever its number: a restored server counts from an earlier one.
      if (this.#heard > Math.max(heard, this.#version)) this.#refresh()
      else this.#heard = this.#version
    } catch (e) {
      if (run === this.#run) this.error = asApiError(e)
    } finally {
      if (run === this.#run) this.busy = false
    }
  }

  /** Reads again what is not known, once the changes rest: a year is not read at each key. */
  readonly #refresh = debounce(() => {
    if (this.#pending.length || this.busy) return // what is under way looks again when it ends
    if (this.#stale || this.#heard > this.#version) void this.load()
    else if (this.#span) void this.#readAgain(this.#span)
  })

  /** Takes note that days of the property have changed. What this page has written itself is not news. */
  heard(version?: number) {
    if (version === undefined) {
      this.#stale = true
      this.#drop() // what is being read may be older
    } else this.#heard = Math.max(this.#heard, version)
    this.#refresh()
  }

  /**
   * Takes note of a write of this page, here or on another calendar of the property. If nobody else has written
   * since, only its days are read again.
   */
  follow(version: number, span: Span) {
    this.#heard = Math.max(this.#heard, version)
    if (version === this.#version + 1) {
      this.#version = version
      this.#span = this.#span
        ? { from: Math.min(this.#span.from, span.from), to: Math.max(this.#span.to, span.to) }
        : span
    }
    this.#refresh()
  }

  /** Forgets the reading that is under way; what it was for is still to be read. */
  #drop() {
    this.#run++
    this.busy = false
  }

  async #readAgain(span: Span): Promise<void> {
    const run = ++this.#run
    const first = Math.max(span.from, this.from)
    const last = Math.min(span.to, this.from + this.count - 1)
    try {
      const read = await this.#read(first, last)
      if (run !== this.#run) return
      if (read.version !== this.#version) return await this.load()
      this.#span = undefined
      this.#take(replaced(this.#base, read, this.from, first, last))
    } catch (e) {
      if (run === this.#run) this.error = asApiError(e)
    }
  }

  #take(read: Drawn) {
    this.#base = { rooms: read.rooms, own: read.own }
    this.#draw()
    this.error = undefined
    this.at = Date.now()
  }

  #draw() {
    this.#drawn = this.#pending.reduce((drawn, list) => draw(drawn, list, this.from, this.calendar.kind), this.#base)
  }

  async #read(from: Day, to: Day): Promise<Drawn & { version: number }> {
    const [grid, own] = await Promise.all([this.#grid(from, to), this.#daily(from, to)])
    return { ...grid, own }
  }

  async #grid(from: Day, to: Day): Promise<{ rooms: RoomDays[]; version: number }> {
    const params = { path: { id: this.calendar.id }, query: { from: toISO(from), to: toISO(to) } }
    const body = await ok(api.GET('/api/allotment/calendars/{id}/grid/', { params }))
    return {
      version: body.version,
      rooms: body.rooms.map((r) => ({
        id: r.room_id,
        name: r.room_name,
        units: r.total_units,
        days: Object.values(r.days),
      })),
    }
  }

  async #daily(from: Day, to: Day): Promise<Map<string, Own>> {
    const list = await allPages(
      (page, page_size) =>
        ok(
          api.GET('/api/allotment/calendars/{id}/daily/', {
            params: {
              path: { id: this.calendar.id },
              query: { from: toISO(from), to: toISO(to), by_hand: true, page, page_size },
            },
          }),
        ),
      { most: 100_000 },
    )
    return new Map(
      list.map((d) => [
        keyOf(d.room, toDay(d.date)),
        { status: d.status, reason: d.reason, closed: d.closed, note: d.note },
      ]),
    )
  }

  /** The days of a target that can still be changed, and how many have passed. */
  #cells(target: Target, today: Day): { cells: { room: number; day: Day }[]; past: number } {
    const cells: { room: number; day: Day }[] = []
    let past = 0
    for (const room of target.rooms) {
      for (let day = target.from; day <= target.to; day++) {
        if (target.weekdays && !target.weekdays.includes(((day + 3) % 7) + 1)) continue
        if (day < today) past++
        else cells.push({ room, day })
      }
    }
    return { cells, past }
  }

  /** How many days a change is for, and how many it makes different; days before today are left out and counted. */
  preview(target: Target, change: Change, today: Day): { cells: number; changing: number; past: number } {
    const { cells, past } = this.#cells(target, today)
    const changing = cells.filter(({ room, day }) => this.#differs(room, day, change)).length
    return { cells: cells.length, changing, past }
  }

  #differs(room: number, day: Day, change: Change): boolean {
    const own = this.own(room, day)
    return !sameOwn(own, after(own, change))
  }

  /** Changes days: drawn at once, and taken back if the server refuses. */
  async write(target: Target, change: Change, today: Day): Promise<Written> {
    const list = this.#cells(target, today).cells.map((at) => ({ ...at, change }))
    return this.#writes(list, target, () =>
      ok(
        api.POST('/api/allotment/calendars/{id}/bulk/', {
          params: { path: { id: this.calendar.id } },
          body: {
            rooms: target.rooms,
            from: toISO(target.from),
            to: toISO(target.to),
            ...(target.weekdays ? { weekdays: target.weekdays } : {}),
            ...bodyOf(change),
          },
        }),
      ),
    )
  }

  /** Changes each day to its own, as a paste and Undo do. */
  async writeEach(list: CellChange[]): Promise<Written> {
    const days = list.map((one) => one.day)
    return this.#writes(list, { from: Math.min(...days), to: Math.max(...days) }, () =>
      ok(
        api.POST('/api/allotment/calendars/{id}/daily/batch/', {
          params: { path: { id: this.calendar.id } },
          body: {
            days: list.map(({ room, day, change }) => ({
              room,
              date: toISO(day),
              ...bodyOf(change, this.calendar.kind !== 'standalone'),
            })),
          },
        }),
      ),
    )
  }

  async #writes(list: CellChange[], span: Span, send: () => Promise<Answer>): Promise<Written> {
    const changing = list.filter(({ room, day, change }) => this.#differs(room, day, change)).length
    if (changing > most) throw new ApiError(400, 'too_many_days', `${changing} > ${most}`)
    this.#pending = [...this.#pending, list]
    this.#draw()
    this.#drop() // it does not know of this
    const turn = this.#sent.then(send)
    this.#sent = turn.catch(() => undefined)
    try {
      const { saved, skipped, version, warnings } = await turn
      const undo = undoOf(this.#base, list)
      this.#base = draw(this.#base, list, this.from, this.calendar.kind)
      this.follow(version, span)
      return { saved, skipped, version, warnings: warnings ?? [], undo }
    } catch (e) {
      this.#stale = true // what was drawn may be old, or the write done without an answer
      throw asApiError(e)
    } finally {
      this.#pending = this.#pending.filter((one) => one !== list)
      this.#draw()
      this.#refresh()
    }
  }
}

/** A change as the API has it; without counts where the calendar has none. */
function bodyOf({ status, reason, note, closed }: Change, counts = true) {
  const by = counts ? closed?.by : undefined
  return {
    ...(status !== undefined ? { status } : {}),
    ...(reason ? { reason } : {}),
    ...(note !== undefined ? { note } : {}),
    ...(by === 'set' ? { closed: closed!.units } : {}),
    ...(by === 'more' ? { add: { closed: closed!.units } } : {}),
    ...(by === 'less' ? { add: { closed: -closed!.units } } : {}),
  }
}
