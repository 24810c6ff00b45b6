import { isISO, toDay, type Day } from '../../platform/civil'
import { session } from '../../platform/session.svelte'
import type { Density } from './core'

/** How far back a calendar begins, and how many days it has. */
const back = 14
const year = 380

/** The days that a calendar shows: a year from two weeks ago, or from where the address says. */
export function spanOf(query: URLSearchParams, today: Day): { from: Day; count: number } {
  const from = query.get('from') ?? ''
  return { from: isISO(from) ? toDay(from) : today - back, count: year }
}

/** The size of cells: that of the address, else the one that the user prefers. */
export function densityOf(query: URLSearchParams): Density {
  const wanted = query.get('density') ?? session.data?.preferences.density
  return wanted === 'compact' || wanted === 'detailed' ? wanted : 'normal'
}
