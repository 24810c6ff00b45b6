// The rows of the allotment calendar: a room a row, its figures below it when it is expanded, and the Master
// below it when two calendars are compared.
import { t, type Key } from '../../platform/i18n/i18n.svelte'
import { number } from '../../platform/format'
import type { Column } from '../grid/columns'
import type { CellView, GridRow, Size, Tone } from '../grid/core'
import type { CalendarDays, RoomDays } from './calendar.svelte'
import { availableOf, letters, toneOf, type GridDay } from './days'

type Figure =
  'base' | 'closed' | 'confirmed' | 'external' | 'left' | 'others_confirmed' | 'others_closed' | 'borrowed' | 'lent'

export interface Line {
  row: GridRow
  days: CalendarDays
  room: RoomDays
  figure?: Figure
}

interface FigureRow {
  of: Figure
  label: Key
  /** On the Master: the days add up, all units are in one of its rows. */
  master?: Key
  /** Of the Master only; and where it says so, only if a day has any. */
  only?: 'master' | 'any'
}

const figures: FigureRow[] = [
  { of: 'base', label: 'figure.base', master: 'figure.all' },
  { of: 'borrowed', label: 'figure.borrowed', only: 'any' },
  { of: 'closed', label: 'figure.closed', master: 'figure.closedhere' },
  { of: 'confirmed', label: 'figure.confirmed', master: 'figure.confirmedhere' },
  { of: 'others_confirmed', label: 'figure.soldby', only: 'master' },
  { of: 'others_closed', label: 'figure.closedby', only: 'any' },
  { of: 'external', label: 'figure.external' },
  { of: 'lent', label: 'figure.lent', only: 'any' },
  { of: 'left', label: 'figure.left' },
]

/** The rows below a room. */
function figuresOf(room: RoomDays, master: boolean): FigureRow[] {
  return figures.filter(
    (f) => !f.only || (master && (f.only === 'master' || room.days.some((d) => figureOf(d, f.of) > 0))),
  )
}

/** What is left is without the units that the room could borrow: they are other rooms'. */
export function figureOf(day: GridDay, of: Figure): number {
  return of === 'left' ? day.physical_remaining - (day.borrowable ?? 0) : (day[of] ?? 0)
}

export function linesOf(shown: CalendarDays, master: CalendarDays | undefined, expanded: Set<number>): Line[] {
  const lines: Line[] = []
  const counts = shown.calendar.kind !== 'standalone'
  for (const room of shown.rooms) {
    const open = expanded.has(room.id)
    lines.push({
      row: {
        key: room.id,
        kind: 'main',
        label: room.name,
        meta: number(room.units),
        ...(counts ? { expanded: open } : {}),
      },
      days: shown,
      room,
    })
    const same = master?.rooms.find((r) => r.id === room.id)
    if (master && same)
      lines.push({
        row: { key: `${room.id}-master`, kind: 'main', label: t('kind.master'), sub: true },
        days: master,
        room: same,
      })
    if (!open || !counts) continue
    const isMaster = shown.calendar.kind === 'master'
    for (const f of figuresOf(room, isMaster)) {
      lines.push({
        row: { key: `${room.id}-${f.of}`, kind: 'detail', label: t((isMaster && f.master) || f.label) },
        days: shown,
        room,
        figure: f.of,
      })
    }
  }
  return lines
}

const stateWords: Record<Tone, Key> = {
  open: 'legend.open',
  free: 'legend.free',
  request: 'legend.request',
  stop: 'legend.stop',
  block: 'legend.block',
}

/** What one cell shows. */
export function viewOf(line: Line, column: Column, size: Size): CellView {
  const day = line.room.days[column.i]
  if (!day) return { text: '', tone: 'open', label: '' }
  if (line.figure) {
    const n = number(figureOf(day, line.figure))
    return { text: n, tone: 'open', label: `${line.row.label}, ${column.label}: ${n}` }
  }
  const own = line.days.own(line.room.id, column.day)
  const tone = toneOf(day)
  const n = availableOf(day)
  const standalone = line.days.calendar.kind === 'standalone'
  return {
    text: textOf(tone, n, standalone, size),
    tone,
    label: labelOf(line, column, day, tone, n, standalone, own.note),
    dot: own.status !== null,
    note: own.note !== '',
    borrowed: !!day.borrowable,
    closed: day.closed,
    ...(standalone ? {} : { second: `${t('figure.of')} ${number(day.base)}` }),
  }
}

/** A number, or in small cells the letter of the state, so that colour is never alone. */
function textOf(tone: Tone, n: number, standalone: boolean, size: Size): string {
  if (standalone) return letters[tone]
  if (size.height < 40 && tone !== 'open') return letters[tone]
  return number(n)
}

function labelOf(
  line: Line,
  column: Column,
  day: GridDay,
  tone: Tone,
  n: number,
  standalone: boolean,
  note: string,
): string {
  const words = t(stateWords[tone])
  const room = line.row.sub ? `${line.room.name}, ${line.row.label}` : line.room.name
  const numbers = standalone ? '' : t('cell.numbers', { n, of: day.base }) + ', '
  const more = [
    !standalone && day.closed ? t('cell.closed', { n: day.closed }) : '',
    day.borrowable ? t('cell.borrowed', { n: day.borrowable }) : '',
    note ? t('cell.note') : '',
  ].filter(Boolean)
  return `${room}, ${column.label}: ${numbers}${[words, ...more].join(', ')}`
}

/** Sums of the hotel on one day: units that are left, and how much of it is taken. */
export function totalsOf(rooms: RoomDays[], c: number): { left: number; taken: number } {
  let units = 0
  let left = 0
  for (const room of rooms) {
    units += room.units
    left += room.days[c]?.physical_remaining ?? 0
  }
  return { left, taken: units === 0 ? 0 : Math.max(0, Math.round(((units - left) / units) * 100)) }
}
