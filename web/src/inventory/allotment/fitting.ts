/**
 * Which of some things beside each other fit into a width: all of them, or the first ones and the chosen one beside a
 * menu with the rest.
 */
export function fitting(widths: number[], width: number, menu: number, gap: number, chosen: number): boolean[] {
  const all = widths.reduce((sum, w) => sum + w + gap, 0)
  if (all <= width) return widths.map(() => true)
  let left = width - menu - (chosen >= 0 ? widths[chosen]! + gap : 0)
  let full = false
  return widths.map((w, i) => {
    if (i === chosen) return true
    full ||= w + gap > left
    if (full) return false
    left -= w + gap
    return true
  })
}
