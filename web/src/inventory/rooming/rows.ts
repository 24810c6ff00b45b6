// Stays pasted from a spreadsheet.
import { readDate } from '../../platform/dates'
import type { Schemas } from '../../platform/api/client'
import { toDay } from '../../platform/civil'
import { previewOf } from '../../platform/csv'

export type Input = Schemas['RoomingEntryInput']
type Guest = NonNullable<Input['guests']>[number]
export type Column = 'room' | 'arrival' | 'departure' | 'units' | 'guests' | 'board' | 'reference' | 'note'
export type Problem = 'room' | 'arrival' | 'departure' | 'order' | 'units' | 'board' | 'first'

export interface Room {
  id: number
  name: string
  code: string
  /** What the hotel calls it, where an operator has names and codes of its own. */
  also?: string[]
}

export interface PastedRow {
  /** As it stands in the paste, the first is 1. */
  line: number
  /** What was understood, to be shown even where something is wrong. */
  entry: Input
  problems: { what: Problem; text: string }[]
}

export const columns: Column[] = ['room', 'arrival', 'departure', 'units', 'guests', 'board', 'reference', 'note']
export const boards = ['RO', 'BB', 'HB', 'HB_PLUS', 'FB', 'FB_PLUS', 'AI_LIGHT', 'AI', 'UAI'] as const
const most = 1000 // rows of one request

const same = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Reads rows with the columns in the order above, or in any order below a row of headings. A row that has guests
 * only adds them to the stay above it.
 */
export function readRows(text: string, rooms: Room[], labels: Record<Column, string>): PastedRow[] {
  const table = previewOf(text, most + 1)
  const all = [table.head, ...table.rows]
  const named = headings(table.head, labels)
  const order = named ?? columns
  const list: PastedRow[] = []
  for (const [i, cells] of all.entries()) {
    if ((named && i === 0) || !cells.some((c) => c.trim())) continue
    const of = (c: Column) => cells[order.indexOf(c)]?.trim() ?? ''
    const guests = readGuests(of('guests'))
    if (!of('room') && !of('arrival') && !of('departure') && guests.length > 0) {
      const before = list.at(-1)
      if (before) before.entry.guests = [...(before.entry.guests ?? []), ...guests]
      else
        list.push({
          line: i + 1,
          entry: { room: 0, arrival: '', departure: '', units: 1, guests },
          problems: [{ what: 'first', text: of('guests') }],
        })
      continue
    }
    list.push(readRow(i + 1, of, guests, rooms))
  }
  return list
}

function readRow(line: number, of: (c: Column) => string, guests: Guest[], rooms: Room[]): PastedRow {
  const problems: PastedRow['problems'] = []
  const wrong = (what: Problem, text: string) => problems.push({ what, text })
  const wanted = same(of('room'))
  const room =
    rooms.find((r) => same(r.code) === wanted && wanted) ??
    rooms.find((r) => same(r.name) === wanted) ??
    rooms.find((r) => r.also?.some((name) => same(name) === wanted)) ??
    rooms.find((r) => String(r.id) === wanted)
  if (!room) wrong('room', of('room'))
  const arrival = readDate(of('arrival'))
  const departure = readDate(of('departure'))
  if (!arrival) wrong('arrival', of('arrival'))
  if (!departure) wrong('departure', of('departure'))
  if (arrival && departure && toDay(departure) <= toDay(arrival)) wrong('order', of('departure'))
  const units = of('units') === '' ? 1 : Number(of('units'))
  if (!Number.isInteger(units) || units < 1) wrong('units', of('units'))
  const board = of('board')
    .toUpperCase()
    .replace(/[ +-]+$/, (s) => (s.includes('+') ? '_PLUS' : ''))
    .replace(/[ -]+/g, '_') as (typeof boards)[number] | ''
  if (board && !boards.includes(board)) wrong('board', of('board'))
  const entry: Input = {
    room: room?.id ?? 0,
    arrival: arrival ?? of('arrival'),
    departure: departure ?? of('departure'),
    units,
    guests,
    reference: of('reference'),
    note: of('note'),
  }
  if (board) entry.board = board
  return { line, entry, problems }
}

/** The columns of a row of headings, in their language or as the API names them; undefined: it is none. */
function headings(cells: string[], labels: Record<Column, string>): (Column | undefined)[] | undefined {
  const found = cells.map((cell) => columns.find((c) => same(cell) === c || same(cell) === same(labels[c])))
  return found.includes('room') && found.includes('arrival') ? found : undefined
}

/** Guests with semicolons between them: "Ute Krause; Krause, Jörg; Deniz Öztürk (7)". The number is the age. */
export function readGuests(text: string): Guest[] {
  return text
    .split(/[;\n]/)
    .map((g) => g.trim())
    .filter(Boolean)
    .map((one) => {
      const m = /^(.*?)\s*\((\d{1,3})\)$/.exec(one)
      const name = m ? m[1]! : one
      const [last, first] = name.includes(',') ? name.split(',').map((p) => p.trim()) : splitName(name)
      const guest: Guest = { first_name: first ?? '', last_name: last ?? '' }
      if (m) {
        guest.age = Number(m[2])
        guest.type = guest.age < 2 ? 'infant' : guest.age < 18 ? 'child' : 'adult'
      }
      return guest
    })
}

/** The last word is the family name. */
function splitName(name: string): [string, string] {
  const at = name.lastIndexOf(' ')
  return at < 0 ? [name, ''] : [name.slice(at + 1), name.slice(0, at)]
}
