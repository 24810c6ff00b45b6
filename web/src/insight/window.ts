// The days that a report is about. They are in the address: a number of days up to today, or a first and a last one.
import { isISO, today, toISO } from '../platform/civil'

export const lengths = [7, 30, 90, 365] as const

export interface Window {
  from: string
  to: string
  /** One of the lengths, where no days are named. */
  days: number | undefined
}

/** The window of an address: the last 30 days unless it says something else. */
export function windowOf(query: URLSearchParams, now = today('UTC')): Window {
  const named = (name: string) => {
    const text = query.get(name) ?? ''
    return isISO(text) ? text : undefined
  }
  const from = named('from')
  const to = named('to')
  const asked = Number(query.get('days'))
  const days = lengths.find((n) => n === asked) ?? 30
  if (!from && !to) return { from: toISO(now - days + 1), to: toISO(now), days }
  return { from: from ?? toISO(now - days + 1), to: to ?? toISO(now), days: undefined }
}
