// The arithmetic of a calendar on the screen: no elements, no texts, tested without a browser.

export type Tone = 'open' | 'free' | 'request' | 'stop' | 'block'

/** What a cell shows. */
export interface CellView {
  text: string
  tone: Tone
  /** For screen readers: room, day and state in words. */
  label: string
  /** A second, smaller line in the detailed size. */
  second?: string
  /** Set by hand on this calendar. */
  dot?: boolean
  note?: boolean
  /** Units that are taken off sale; 0 or missing: none. */
  closed?: number
  /** The units that are left are lent by other rooms. */
  borrowed?: boolean
}

export interface GridRow {
  key: string | number
  /** group: a heading over other rows, such as a hotel; detail: numbers below a room that cannot be changed. */
  kind: 'main' | 'detail' | 'group'
  label: string
  meta?: string
  /** Undefined: there is nothing to expand. */
  expanded?: boolean
  /** Of a second row of the same room, when two calendars are compared. */
  sub?: boolean
}

export interface Cell {
  r: number
  /** -1 is the name of the row. */
  c: number
}

/** A rectangle of cells, both ends included. */
export interface Range {
  r0: number
  r1: number
  c0: number
  c1: number
}

export interface Size {
  width: number
  height: number
  lines: 1 | 2
}

export type Density = 'compact' | 'normal' | 'detailed'

export const sizes: Record<Density, Size> = {
  compact: { width: 32, height: 28, lines: 1 },
  normal: { width: 40, height: 40, lines: 1 },
  detailed: { width: 56, height: 52, lines: 2 },
}

export const clamp = (v: number, low: number, high: number): number => Math.max(low, Math.min(high, v))

/** The rectangle between two cells. */
export const between = (a: Cell, b: Cell): Range => ({
  r0: Math.min(a.r, b.r),
  r1: Math.max(a.r, b.r),
  c0: Math.max(0, Math.min(a.c, b.c)),
  c1: Math.max(0, Math.max(a.c, b.c)),
})

/**
 * The part of a line of items that is drawn: what is in view and some more on both sides, in steps, so that
 * scrolling inside a step does no work.
 */
export function windowOf(
  scroll: number,
  view: number,
  each: number,
  count: number,
  step: number,
  over: number,
): [number, number] {
  const first = Math.floor(scroll / each) - over
  const last = Math.ceil((scroll + view) / each) + over
  return [clamp(Math.floor(first / step) * step, 0, count), clamp(Math.ceil(last / step) * step, 0, count)]
}

/** The same with a length that does not change while scrolling, so that the drawn items can be used again. */
export function steadyWindow(
  scroll: number,
  view: number,
  each: number,
  count: number,
  step: number,
  over: number,
): [number, number] {
  const length = Math.min(count, Math.ceil(view / each) + 2 * over + step)
  const first = clamp(Math.floor((Math.floor(scroll / each) - over) / step) * step, 0, count - length)
  return [first, first + length]
}

/** Where the focus goes with a key; undefined: the key does not move it. */
export function moveOf(
  e: { key: string; ctrlKey: boolean; metaKey: boolean },
  at: Cell,
  rows: GridRow[],
  columns: number,
  months: { first: number; days: number }[],
): Cell | undefined {
  const ctrl = e.ctrlKey || e.metaKey
  const { r, c } = at
  switch (e.key) {
    case 'ArrowRight':
      return { r, c: Math.min(columns - 1, c + (ctrl ? 7 : 1)) }
    case 'ArrowLeft':
      return { r, c: c <= 0 ? -1 : Math.max(0, c - (ctrl ? 7 : 1)) }
    case 'ArrowDown':
      return { r: nextRow(rows, r, 1), c }
    case 'ArrowUp':
      return { r: nextRow(rows, r, -1), c }
    case 'Home':
      return { r, c: 0 }
    case 'End':
      return { r, c: columns - 1 }
    case 'PageDown': {
      const next = months.find((m) => m.first > c)
      return { r, c: next ? next.first : columns - 1 }
    }
    case 'PageUp': {
      const before = months.filter((m) => m.first < c)
      return { r, c: before.at(-1)?.first ?? 0 }
    }
    default:
      return undefined
  }
}

/** The next row that can have the focus: details and headings of groups are passed over. */
export function nextRow(rows: GridRow[], from: number, step: 1 | -1): number {
  for (let r = from + step; r >= 0 && r < rows.length; r += step) if (rows[r]!.kind === 'main') return r
  return from
}

/** The rectangle as text for a spreadsheet. */
export function toText(range: Range, rows: GridRow[], text: (r: number, c: number) => string): string {
  const lines: string[] = []
  for (let r = range.r0; r <= range.r1; r++) {
    if (rows[r]!.kind !== 'main') continue
    const cells: string[] = []
    for (let c = range.c0; c <= range.c1; c++) cells.push(text(r, c))
    lines.push(cells.join('\t'))
  }
  return lines.join('\n')
}
