import { known, t, type Key } from '../i18n/i18n.svelte'

/**
 * A warning beside an answer, or why a part of it is missing, in the reader's language. A new code is said in English.
 */
export function saidOf(of: { code: string; message: string }): string {
  const key = `said.${of.code}`
  return known(key) ? t(key as Key) : of.message
}
