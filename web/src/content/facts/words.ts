import { countryName, number, shortDay } from '../../platform/format'
import { toDay } from '../../platform/civil'
import { locale, t } from '../../platform/i18n/i18n.svelte'
import { dates } from '../../platform/region.svelte'
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

/** A day of any year: 1 May. */
function monthDay(text: string): string {
  const [month, day] = text.split('-').map(Number) as [number, number]
  return dates({ day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, day))
}

/** The words with which facts are shown to the reader. */
export const words = (): Words => ({
  language: locale(),
  yes: t('facts.yes'),
  no: t('facts.no'),
  country: countryName,
  tongue: tongueName,
  day: (iso) => shortDay(toDay(iso)),
  monthDay,
  number,
})
