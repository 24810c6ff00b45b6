import { countryName } from '../../platform/format'

interface Place {
  address: string
  postal_code: string
  city: string
  country: string
  vat_id: string
  contact_email: string
}

/** The lines of an address below the name; those that say nothing are left out. */
export const partyOf = (p: Place): string[] =>
  [p.address, `${p.postal_code} ${p.city}`.trim(), p.country && countryName(p.country), p.vat_id, p.contact_email].filter(Boolean)
