// What a plan offers, in the reader's language: its limits, which the server gives as numbers, and what staff wrote.
import { t, type Key } from '../platform/i18n/i18n.svelte'
import { features, limitOf, type Sale } from './account.svelte'

/** The limits as sentences. */
export function limitsOf(of: Sale['features']): string[] {
  const minutes = of.data_refresh_minutes
  return [
    ...features.map((f) => (limitOf(of[f]) === null ? t(`limit.${f}.any` as Key) : t(`limit.${f}`, { n: of[f] }))),
    minutes === 0 ? t('limit.data_refresh_minutes.any') : t('limit.data_refresh_minutes', { n: minutes }),
  ]
}

/** Texts of the plans that every installation begins with. What staff write themselves stays as they wrote it. */
const written: Record<string, Key> = {
  'Everything of Gold': 'benefit.gold',
  'Everything of Platinum': 'benefit.platinum',
  'Priority support': 'benefit.support',
  'A personal contact': 'benefit.person',
  'Most chosen': 'benefit.chosen',
}

/** Those of them that say a limit, which stands there already. */
const limits = new Set([
  '3 properties',
  '30 photos per property',
  '10 partner connections',
  'Data at most an hour old',
  'Any number of properties, photos, keys and partners',
  'Any number of invoices',
  'Data in real time',
])

export const badgeOf = (badge: string): string => (written[badge] ? t(written[badge]) : badge)
export const benefitsOf = (benefits: readonly string[]): string[] => benefits.filter((b) => !limits.has(b)).map(badgeOf)
