import { known, t, type Key } from '../i18n/i18n.svelte'

/** A name of the API without its underscores: for what has no text of its own, such as a field of a foreign system. */
export const plainName = (name: string): string => name.replace(/[_.-]+/g, ' ').trim()

/** A name of the API as people call it. */
export function nameOf(name: string): string {
  const key = `name.${name}`
  return known(key) ? t(key as Key) : plainName(name)
}

/**
 * The path of a field as people read it, such as "Row 2 · Unit price" for prices[1].unit_price. The body itself has
 * none.
 */
export function labelOf(path: string): string {
  const rows = [...path.matchAll(/\[(\d+)\]/g)].map((m) => t('names.row', { n: Number(m[1]) + 1 }))
  const last = path
    .replace(/\[\d+\]/g, '')
    .split('.')
    .filter(Boolean)
    .at(-1)
  return [...rows, ...(last && last !== 'body' ? [nameOf(last)] : [])].join(' · ')
}
