// What the days of a calendar are, and what a change makes of them: rules without a server or a screen.
import type { Schemas } from '../../platform/api/client'
import type { Tone } from '../grid/core'

export type GridDay = Schemas['GridDay']
export type Kind = Schemas['Calendar']['kind']
export type Status = 'free' | 'open' | 'request' | 'stop' | 'block'
export type Reason = NonNullable<Schemas['AllotmentDayBody']['reason']>

export const statuses: Status[] = ['open', 'free', 'request', 'stop', 'block']
export const reasons: Reason[] = [
  'renovation',
  'group_hold',
  'allotment_expired',
  'hotel_event',
  'force_majeure',
  'peak_exclusion',
]

/** What was set by hand on one day of a calendar. */
export interface Own {
  status: Status | null
  reason: Reason | null
  closed: number
  note: string
}

export const nothing: Own = { status: null, reason: null, closed: 0, note: '' }

/** A change of some days. What is missing stays as it is. */
export interface Change {
  /** null clears the status. */
  status?: Status | null
  reason?: Reason | null
  closed?: { by: 'set' | 'more' | 'less'; units: number }
  note?: string
}

export const changesNothing = (c: Change): boolean =>
  c.status === undefined && c.closed === undefined && c.note === undefined

/** Whether a status goes with a reason. */
export const hasReason = (status: Status | null | undefined): boolean =>
  status === 'request' || status === 'stop' || status === 'block'

/** The colour of a day: only exceptions have one. */
export function toneOf(d: GridDay): Tone {
  if (d.status === 'block') return 'block'
  if (d.state === 'closed') return 'stop'
  if (d.state === 'on_request') return 'request'
  return d.status === 'free' ? 'free' : 'open'
}

/** Letters that carry the state where a number is not enough. */
export const letters: Record<Tone, string> = { open: '', free: 'F', request: 'R', stop: 'S', block: 'B' }

/** Units that can be sold: what is left of the allotment, as far as it exists. */
export const availableOf = (d: GridDay): number => Math.min(d.own_available, d.physical_remaining)

/** What is set by hand after a change. */
export function after(own: Own, change: Change): Own {
  const next = { ...own }
  if (change.status !== undefined) {
    next.status = change.status
    next.reason = hasReason(change.status) ? (change.reason ?? null) : null
    const lifted = change.status === null || (hasReason(own.status) && !hasReason(change.status))
    if (lifted && change.note === undefined) next.note = '' // the note goes with the status
  }
  if (change.closed) {
    const { by, units } = change.closed
    next.closed = by === 'set' ? units : Math.max(0, own.closed + (by === 'more' ? units : -units))
  }
  if (change.note !== undefined) next.note = change.note
  return next
}

/**
 * The change that undoes another: what it has touched, and nothing that somebody else may have set meanwhile. Units
 * more or fewer are taken back as units, not as the count from before.
 */
export function undoing(change: Change, before: Own, next: Own): Change {
  const more = next.closed - before.closed
  return {
    ...(change.status !== undefined ? { status: before.status, reason: before.reason } : {}),
    ...(change.status !== undefined || change.note !== undefined ? { note: before.note } : {}),
    ...(change.closed?.by === 'set' ? { closed: { by: 'set', units: before.closed } } : {}),
    ...(change.closed && change.closed.by !== 'set'
      ? { closed: { by: more > 0 ? 'less' : 'more', units: Math.abs(more) } }
      : {}),
  }
}

/** What somebody types into a cell: 12 or =12 closed units, +2 more, -1 fewer. Undefined: it is none of these. */
export function readCount(text: string): Change['closed'] {
  const found = /^([+\-−=]?)\s*(\d{1,5})$/.exec(text.trim())
  if (!found) return undefined
  const by = ({ '+': 'more', '-': 'less', '−': 'less' } as const)[found[1]!] ?? 'set'
  return { by, units: Number(found[2]) }
}

export const sameOwn = (a: Own, b: Own): boolean =>
  a.status === b.status && a.reason === b.reason && a.closed === b.closed && a.note === b.note

/**
 * A day as it will probably be, to be drawn before the server has answered. The server decides; this follows
 * its order: an empty pool, then the status, then the numbers.
 */
export function guess(d: GridDay, before: Own, next: Own, kind: Kind): GridDay {
  const own_available = Math.max(0, d.base - next.closed - d.confirmed)
  const physical_remaining = Math.max(0, d.physical_remaining - (next.closed - before.closed))
  const day = { ...d, closed: next.closed, own_available, physical_remaining }
  if (kind !== 'standalone' && physical_remaining === 0) return { ...day, state: 'closed' }
  const byMaster = d.status !== null && d.status !== before.status && kind !== 'master'
  const status = byMaster && hasReason(d.status) ? d.status : next.status
  if (status === 'stop' || status === 'block') return { ...day, status, state: 'closed' }
  if (status === 'request') return { ...day, status, state: 'on_request' }
  if (status) return { ...day, status, state: 'open' }
  if (kind === 'standalone') return { ...day, status: null, state: 'open' }
  return { ...day, status: null, state: own_available > 0 ? 'open' : 'on_request' }
}

/**
 * Reads one cell of a pasted text: a letter or word for a status, a number for closed units, nothing for "as it is".
 */
export function readPasted(text: string): Change | undefined {
  const s = text.trim().toLowerCase()
  if (s === '') return {}
  if (/^\d{1,5}$/.test(s)) return { closed: { by: 'set', units: Number(s) } }
  if (s === '-') return { status: null }
  const status = statuses.find((one) => one === s || one[0] === s)
  return status ? { status } : undefined
}
