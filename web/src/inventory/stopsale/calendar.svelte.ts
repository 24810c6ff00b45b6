// The legacy stop sale of a property. The API takes one day at a time; a change of many days is sent as many
// requests, some at once, and says how far it is.
import { api, ok, type Schemas } from '../../platform/api/client'
import { asApiError, type ApiError } from '../../platform/api/error'
import { saidOf } from '../../platform/api/said'
import { toDay, toISO, type Day } from '../../platform/civil'
import { Resource } from '../../platform/resource.svelte'

type Event = Schemas['StopSaleRoomDate']
export interface StopRoom {
  id: number
  name: string
  units: number
  events: Map<Day, Event>
}

/** One day of one room; null: it has no event. */
export interface Wanted {
  room: number
  day: Day
  color: number | null
  /** Who asked for it; missing: nobody is named. */
  source?: string
}

export interface Result {
  done: Wanted[]
  /** What undoes it. */
  before: Wanted[]
  warnings: string[]
  error?: ApiError
}

const atOnce = 6

export class StopSaleCalendar {
  readonly property: number
  readonly from: Day
  readonly count: number
  rooms: Resource<StopRoom[]>
  /** Days that are written, of how many; 0 of 0 when nothing is. */
  progress = $state({ done: 0, of: 0 })

  constructor(property: number, from: Day, count: number) {
    this.property = property
    this.from = from
    this.count = count
    this.rooms = new Resource(async () => {
      const query = { from: toISO(from), to: toISO(from + count - 1) }
      const body = await ok(api.GET('/api/stop-sale/{hotel_id}/', { params: { path: { hotel_id: property }, query } }))
      return body.rooms.map((r) => ({
        id: r.id,
        name: r.name,
        units: r.room_total_units,
        events: new Map(r.events.map((e) => [toDay(e.date), e])),
      }))
    })
  }

  eventOf(room: number, day: Day): Event | undefined {
    return this.rooms.data?.find((r) => r.id === room)?.events.get(day)
  }

  /** Changes are made one after the other: the next one must know the events of the one before. */
  #before: Promise<unknown> = Promise.resolve()

  /** Sets days. After a refusal the rest is not sent; what was done stays and can be undone. */
  write(list: Wanted[]): Promise<Result> {
    const turn = this.#before.then(() => this.#write(list))
    this.#before = turn.catch(() => undefined)
    return turn
  }

  async #write(list: Wanted[]): Promise<Result> {
    const todo = list.filter((w) => {
      const event = this.eventOf(w.room, w.day)
      return (
        (event?.color ?? null) !== w.color ||
        (event !== undefined && w.source !== undefined && event.source !== w.source)
      )
    })
    const result: Result = { done: [], before: [], warnings: [] }
    this.progress = { done: 0, of: todo.length }
    const next = todo[Symbol.iterator]()
    const work = async () => {
      for (let one = next.next(); !one.done && !result.error; one = next.next()) {
        const wanted = one.value
        const event = this.eventOf(wanted.room, wanted.day)
        const before = { room: wanted.room, day: wanted.day, color: event?.color ?? null, source: event?.source ?? '' }
        try {
          const warnings = await this.#send(wanted)
          result.done.push(wanted)
          result.before.push(before)
          result.warnings.push(...warnings)
        } catch (e) {
          result.error ??= asApiError(e)
        }
        this.progress = { done: result.done.length, of: todo.length }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    this.progress = { done: 0, of: 0 }
    await this.rooms.load()
    return result
  }

  async #send({ room, day, color, source }: Wanted): Promise<string[]> {
    const event = this.eventOf(room, day)
    if (color === null) {
      await ok(api.DELETE('/api/stop-sale/event/{id}/delete/', { params: { path: { id: event!.id } } }))
      return []
    }
    const body = { color: color as 0, ...(source === undefined ? {} : { source }) }
    const saved = event
      ? await ok(api.PUT('/api/stop-sale/event/{id}/update/', { params: { path: { id: event.id } }, body }))
      : await ok(api.POST('/api/stop-sale/event/create/', { body: { room, date: toISO(day), ...body } }))
    return (saved.warnings ?? []).map(saidOf)
  }
}
