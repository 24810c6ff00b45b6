// Which photos are shown, in which order.
export interface Ref {
  id: number
  own: boolean
}

export const refKey = (p: Ref): string => `${p.own ? 'own' : 'hotel'} ${p.id}`

/** A list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const at = Math.max(0, Math.min(list.length - 1, to))
  if (from < 0 || from >= list.length || at === from) return next
  next.splice(at, 0, ...next.splice(from, 1))
  return next
}

/** The chosen photos with one more, or without one. */
export const turned = (chosen: readonly string[], key: string): string[] =>
  chosen.includes(key) ? chosen.filter((k) => k !== key) : [...chosen, key]

export const sameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((k, i) => k === b[i])
