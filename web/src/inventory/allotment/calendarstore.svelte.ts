// The state of the calendars of a property while somebody works on them: which one is shown, what was done, and what
// undoes it.
import { allPages, api, ok } from '../../platform/api/client'
import { ApiError, asApiError, wayOut } from '../../platform/api/error'
import { saidOf } from '../../platform/api/said'
import { toDay, type Day } from '../../platform/civil'
import { dayRange, shortDay } from '../../platform/format'
import { t } from '../../platform/i18n/i18n.svelte'
import { Resource } from '../../platform/resource.svelte'
import { toasts } from '../../platform/toasts.svelte'
import { cellsInWords } from '../grid/words'
import { CalendarDays, nameOf, type Calendar, type Target, type Warning, type Written } from './calendar.svelte'
import { changesNothing, type Change } from './days'
import type { CellChange } from './drawn'

const order = ['master', 'connected', 'contracted', 'allotment', 'standalone']
const remembered = 50 // changes that can be undone

interface Done {
  days: CalendarDays
  written: Written
}

export class CalendarStore {
  readonly property: number
  readonly today: Day
  calendars: Resource<Calendar[]>
  shown = $state.raw<CalendarDays>()
  /** The Master beside it, in compare mode. */
  master = $state.raw<CalendarDays>()
  /** What a screen reader is told. */
  said = $state('')
  /** The last change that was refused. */
  refused = $state.raw<{ days: CalendarDays; target: Target }>()
  #done = $state.raw<Done[]>([])
  #writing: Promise<unknown> = Promise.resolve()

  constructor(property: number, today: Day) {
    this.property = property
    this.today = today
    this.calendars = new Resource(async () => {
      const list = await allPages<Calendar>((page, page_size) =>
        ok(api.GET('/api/allotment/calendars/', { params: { query: { property, page, page_size } } })),
      )
      return list.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.name.localeCompare(b.name))
    })
  }

  /** Brings a day of a calendar into view: what is undone is seen. */
  reveal: (calendar: Calendar, target: Target) => void = () => undefined

  /** What Undo would undo, in words. */
  get undoable(): string | undefined {
    const last = this.#done.at(-1)
    return last && t('undo.what', { calendar: nameOf(last.days.calendar), cells: cellsInWords(last.written.undo) })
  }

  #wanted = 0

  /**
   * Shows a calendar over some days, and the Master beside it if asked. The one before stays until the new one
   * is read, so that the eye keeps its place.
   */
  async show(calendar: Calendar, from: Day, count: number, compare: boolean): Promise<void> {
    const wanted = ++this.#wanted
    const pick = (old: CalendarDays | undefined, c: Calendar | undefined) => {
      if (!c) return undefined
      return old?.calendar.id === c.id && old.from === from && old.count === count
        ? old
        : new CalendarDays(c, from, count)
    }
    const shown = pick(this.shown, calendar)!
    const master = pick(
      this.master,
      compare && calendar.kind !== 'master' ? this.calendars.data?.find((c) => c.kind === 'master') : undefined,
    )
    await Promise.all([shown, master].map((d) => (d && !d.at ? d.load() : undefined)))
    if (wanted !== this.#wanted) return
    this.shown = shown
    this.master = master
  }

  /** True while the calendar that is shown is being deleted. */
  leaving = false

  reload() {
    if (this.leaving) return
    void this.shown?.load()
    void this.master?.load()
  }

  /** Takes note that days of the property have changed; what is shown is read again if this page did not do it. */
  heard(version?: number) {
    if (this.leaving) return
    this.shown?.heard(version)
    this.master?.heard(version)
  }

  /** Makes a change and says what became of it. */
  async change(days: CalendarDays, target: Target, change: Change): Promise<boolean> {
    if (changesNothing(change)) return false
    const { changing, past } = days.preview(target, change, this.today)
    if (changing === 0) {
      this.#say(past > 0 ? t('save.pastonly') : t('save.same'))
      return false
    }
    return this.#write(days, target, () => days.write(target, change, this.today))
  }

  /** Makes many changes, each to its own. */
  async changeEach(days: CalendarDays, list: CellChange[]): Promise<boolean> {
    const open = list.filter((one) => one.day >= this.today && !changesNothing(one.change))
    if (open.length === 0) {
      this.#say(t('save.same'))
      return false
    }
    return this.#write(days, targetOf(open), () => days.writeEach(open))
  }

  #write(days: CalendarDays, target: Target, write: () => Promise<Written>, undone?: Done): Promise<boolean> {
    const done = this.#report(days, target, write, undone)
    this.#writing = Promise.all([this.#writing, done])
    return done
  }

  async #report(days: CalendarDays, target: Target, write: () => Promise<Written>, undone?: Done): Promise<boolean> {
    this.refused = undefined
    try {
      const written = await write()
      if (written.undo.length === 0) {
        this.#say(t('save.same')) // somebody else has set it to the same meanwhile
        return true
      }
      const cells = cellsInWords((undone?.written ?? written).undo)
      this.said = undone ? t('undo.done', { calendar: nameOf(days.calendar), cells }) : t('save.done', { cells })
      if (!undone) this.#done = [...this.#done.slice(1 - remembered), { days, written }]
      const lines = written.warnings.slice(0, 5).map(inWords)
      if (written.warnings.length > 5) lines.push(t('save.morewarnings', { n: written.warnings.length - 5 }))
      toasts.show(this.said, {
        tone: lines.length ? 'warn' : 'plain',
        details: lines,
        ...(lines.length ? { seconds: 30 } : {}),
        ...(undone ? {} : { action: { label: t('undo'), run: () => void this.undo(written) } }),
      })
      for (const other of [this.shown, this.master]) if (other !== days) other?.follow(written.version, target)
      return true
    } catch (e) {
      const error = asApiError(e)
      this.refused = { days, target }
      this.said = error.message
      toasts.show(error.message, { tone: 'danger', details: [...conflictsOf(error), wayOut(error)].filter(Boolean) })
      return false
    }
  }

  /** Undoes a change, or the last one: also one that is on its way to the server. */
  async undo(written?: Written): Promise<void> {
    await this.#writing
    const found = written ? this.#done.find((d) => d.written === written) : this.#done.at(-1)
    if (!found) return
    this.#done = this.#done.filter((d) => d !== found)
    const cells = found.written.undo
    const target = targetOf(cells)
    this.reveal(found.days.calendar, target)
    const days = this.#daysOf(found.days)
    // It can be tried again.
    if (!(await this.#write(days, target, () => days.writeEach(cells), found))) this.#done = [...this.#done, found]
  }

  /** The days that are shown of the calendar of others, else these. */
  #daysOf(days: CalendarDays): CalendarDays {
    return [this.shown, this.master].find((d) => d?.calendar.id === days.calendar.id) ?? days
  }

  #say(text: string) {
    this.said = text
    toasts.show(text)
  }
}

function targetOf(cells: CellChange[]): Target {
  const days = cells.map((c) => c.day)
  return { rooms: [...new Set(cells.map((c) => c.room))], from: Math.min(...days), to: Math.max(...days) }
}

function inWords(w: Warning): string {
  const dates = (w.dates ?? []).slice(0, 3).map((d) => dayRange(toDay(d.from), toDay(d.to)))
  return [w.partner, saidOf(w), dates.join(', ')].filter(Boolean).join(' · ')
}

type Conflict = { room_name?: string; date?: string; left?: number; wanted?: number }

/** The rooms and days that have too few units, from a refusal of the pool. */
function conflictsOf(e: ApiError): string[] {
  const list = Array.isArray(e.body['conflicts']) ? (e.body['conflicts'] as Conflict[]) : []
  const lines = list.slice(0, 5).map((c) =>
    t('save.conflict', {
      room: c.room_name ?? '',
      date: c.date ? shortDay(toDay(c.date)) : '',
      left: c.left ?? 0,
      wanted: c.wanted ?? 0,
    }),
  )
  return [...lines, ...e.fields.map((f) => f.sentence)]
}
