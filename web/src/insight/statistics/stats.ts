import type { Schemas } from '../../platform/api/client'

export type Row = Schemas['ApiStatsRow']

export interface Line {
  id: string
  key: number
  name: string
  token: string
  endpoint: string
  ok: number
  error: number
  bytes: number
}

/** The calls of all days by key and endpoint, the busiest first. */
export function byKeyAndEndpoint(rows: Row[]): Line[] {
  const lines = new Map<string, Line>()
  for (const r of rows) {
    const id = `${r.key} ${r.endpoint}`
    const line = lines.get(id) ?? {
      id,
      key: r.key,
      name: r.key_name,
      token: r.token_prefix,
      endpoint: r.endpoint,
      ok: 0,
      error: 0,
      bytes: 0,
    }
    line.ok += r.hits_ok
    line.error += r.hits_error
    line.bytes += r.bytes_transferred
    lines.set(id, line)
  }
  return [...lines.values()].sort((a, b) => b.ok + b.error - a.ok - a.error || a.id.localeCompare(b.id))
}

/** How many of a hundred calls failed; a single one of many is not rounded away. */
export const failing = (ok: number, error: number): number =>
  error === 0 ? 0 : Math.max(0.1, Math.round((error / (ok + error)) * 1000) / 10)

/** The end of a scale on which a value has its place: 1, 2 or 5 and zeros. */
export function ceiling(value: number): number {
  const zeros = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((n) => n * zeros).find((n) => n >= value)!
}
