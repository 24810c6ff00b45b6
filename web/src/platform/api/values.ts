// The values of a message as the reader writes them: the server sends days and times as the API does.
import { isISO, toDay } from '../civil'
import { dates, dayInFigures, zone } from '../region.svelte'
import { labelOf } from './label'

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function valueOf(name: string, value: unknown): string | number {
  if (typeof value === 'number') return value
  const text = String(value)
  if (name === 'others') return text.split(', ').map(labelOf).join(', ')
  if (name === 'permission' || name === 'flag') return labelOf(text)
  if (isISO(text)) return dayInFigures(toDay(text))
  if (time.test(text))
    return dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone() }).format(
      new Date(text),
    )
  return text
}

/** The values by name; of an entry of a list also its row, which people count from one. */
export function valuesOf(params: Record<string, unknown>): Record<string, string | number> {
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, valueOf(name, value)]))
  const index = params['index']
  return typeof index === 'number' ? { ...values, row: index + 1 } : values
}
