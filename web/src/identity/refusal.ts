// Refusals of the way in, in the reader's language: the server's own words are English.
import { ApiError } from '../platform/api/error'
import { t, type Key } from '../platform/i18n/i18n.svelte'

const codes: Record<string, Key> = {
  already_exists: 'door.code.already_exists',
  invalid_credentials: 'door.code.invalid_credentials',
  forbidden: 'door.code.forbidden',
  registration_closed: 'door.code.registration_closed',
  invitation_required: 'door.code.invitation_required',
  registration_limit: 'door.code.registration_limit',
  too_many_failed_logins: 'door.code.too_many_failed_logins',
}

const fields: Record<string, Key> = {
  token: 'door.field.token',
  new_password: 'door.field.password',
  password: 'door.field.password',
  email: 'door.field.email',
  country: 'door.field.country',
  company_name: 'door.field.company_name',
  first_name: 'door.field.first_name',
  last_name: 'door.field.last_name',
  invitation: 'door.field.invitation',
}

/** What to say of a refusal as a whole. */
export function said(e: ApiError): string {
  const key = codes[e.code]
  if (key) return t(key)
  const named = e.fields.find((f) => f.field === 'token' || f.field === 'invitation')
  if (named) return t(fields[named.field]!)
  return e.fields.length ? t('door.check') : e.message
}

/** What to say beside a field. */
export function beside(e: ApiError | undefined, field: string): string | undefined {
  const found = e?.fields.find((f) => f.field === field)
  if (!found) return undefined
  const key = fields[field]
  return key ? t(key) : found.message
}
