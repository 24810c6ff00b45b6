// What an e-invoice lacks, in the reader's words.
import type { Schemas } from '../platform/api/client'
import { t } from '../platform/i18n/i18n.svelte'

const parts = [
  'name',
  'city',
  'postal_code',
  'country',
  'vat_id',
  'registration_number',
  'electronic_address',
  'contact_name',
  'contact_phone',
  'contact_email',
  'iban',
  'bic',
  'buyer_reference',
] as const
type Part = (typeof parts)[number]
const isPart = (text: string): text is Part => (parts as readonly string[]).includes(text)

/** One line for each thing that is missing; what has no word of ours is said once. */
export function gapsOf(warnings: Schemas['Warning'][]): string[] {
  const list = warnings
    .filter((w) => w.code === 'einvoice_incomplete')
    .map((w) => {
      const [side, part] = (w.field ?? '').includes('.') ? w.field!.split('.', 2) : ['', w.field ?? '']
      if (!isPart(part!)) return t('igap.other')
      if (side === 'seller') return t('igap.seller', { part: t(`igap.${part}`) })
      return side === 'buyer' ? t('igap.buyer', { part: t(`igap.${part}`) }) : t(`igap.${part}`)
    })
  return [...new Set(list)]
}
