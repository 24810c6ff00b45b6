import type { Tone } from '../grid/core'

/** The five codes of the legacy stop sale, in the order in which they are offered. */
export const codes: { color: number; tone: Tone; key: string }[] = [
  { color: 1, tone: 'open', key: 'o' },
  { color: 0, tone: 'free', key: 'f' },
  { color: 3, tone: 'request', key: 'r' },
  { color: 2, tone: 'stop', key: 's' },
  { color: 4, tone: 'block', key: 'b' },
]

export const toneOf = (color: number): Tone => codes.find((c) => c.color === color)?.tone ?? 'open'
