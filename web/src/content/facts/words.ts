import { countryName, number, shortDay } from '../../platform/format'
import { toDay } from '../../platform/civil'
import { locale, t } from '../../platform/i18n/i18n.svelte'
import type { Words } from './show'

const names = new Map<string, Intl.DisplayNames>()

/** The name of a language by its code. */
export function tongueName(code: string): string {
  let found = names.get(locale())
  if (!found) names.set(locale(), (found = new Intl.DisplayNames(locale(), { type: 'language' })))
  try {
    return found.of(code) ?? code
  } catch {
    return code // not a language tag
  }
}

/** The words with which facts are shown to the reader. */
export const words = (): Words => ({
  language: locale(),
  yes: t('facts.yes'),
  no: t('facts.no'),
  country: countryName,
  tongue: tongueName,
  day: (iso) => shortDay(toDay(iso)),
  number,
})
