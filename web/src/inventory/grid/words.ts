import type { Day } from '../../platform/civil'
import { t } from '../../platform/i18n/i18n.svelte'

/** How much that is: days of one room, or cells of several rooms and on how many days they are. */
export function countInWords(rooms: number, n: number, cells = rooms * n): string {
  const days = t('bulk.days', { n })
  return rooms > 1 ? t('count.cells', { n: cells, days }) : days
}

/** countInWords of a list of cells. */
export const cellsInWords = (cells: { room: number; day: Day }[]): string =>
  countInWords(new Set(cells.map((c) => c.room)).size, new Set(cells.map((c) => c.day)).size, cells.length)
