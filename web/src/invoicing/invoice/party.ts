import type { Schemas } from '../../platform/api/client'
import { countryName } from '../../platform/format'
import { t } from '../../platform/i18n/i18n.svelte'

/** The lines of an address below the name, as the PDF has them; those that say nothing are left out. */
export const partyOf = (p: Schemas['InvoicePartyBody']): string[] => {
  const labelled = (label: string, value: string) => value && `${label}: ${value}`
  return [
    p.street,
    `${p.postal_code} ${p.city}`.trim(),
    p.country && countryName(p.country),
    labelled(t('invoice.vat'), p.vat_id),
    labelled(t('einvoice.taxnumber'), p.tax_number),
    labelled(t('einvoice.registration'), p.registration_number),
    p.contact_name,
    p.contact_phone,
    p.contact_email,
  ].filter(Boolean)
}
