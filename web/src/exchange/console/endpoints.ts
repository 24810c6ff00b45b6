import type { Key } from '../../platform/i18n/i18n.svelte'
import type { Persona } from '../../platform/session.svelte'
import type { Scope } from '../keys/keys'

interface Param {
  name:
    | 'property_id'
    | 'country'
    | 'from'
    | 'to'
    | 'granularity'
    | 'calendar'
    | 'calendar_id'
    | 'kind'
    | 'include'
    | 'since'
    | 'direction'
    | 'status'
  type?: 'date'
  choices?: string[]
  /** Only keys of this account know it. */
  persona?: Persona
}

export interface Endpoint {
  name: 'facts' | 'photos' | 'stop-sale' | 'allotment-stop-sale' | 'invoices' | 'rooming'
  path: `/api/v1/${Endpoint['name']}/{token}/`
  scope: Scope
  params: Param[]
}

const days: Param[] = [
  { name: 'from', type: 'date' },
  { name: 'to', type: 'date' },
]

/** What a key can read, and how that is filtered. */
export const endpoints: Endpoint[] = [
  {
    name: 'allotment-stop-sale',
    path: '/api/v1/allotment-stop-sale/{token}/',
    scope: 'stop_sale',
    params: [
      ...days,
      { name: 'granularity', choices: ['daily', 'spans'] },
      { name: 'property_id' },
      { name: 'country' },
      { name: 'calendar', choices: ['master'] },
      { name: 'calendar_id', persona: 'accommodation' },
      { name: 'kind', persona: 'accommodation' },
      { name: 'include', choices: ['reasons'] },
      { name: 'since' },
    ],
  },
  {
    name: 'stop-sale',
    path: '/api/v1/stop-sale/{token}/',
    scope: 'stop_sale',
    params: [...days, { name: 'property_id' }],
  },
  {
    name: 'facts',
    path: '/api/v1/facts/{token}/',
    scope: 'fact_sheet',
    params: [{ name: 'property_id' }, { name: 'country' }],
  },
  {
    name: 'photos',
    path: '/api/v1/photos/{token}/',
    scope: 'hotel_photos',
    params: [{ name: 'property_id' }, { name: 'country' }],
  },
  {
    name: 'invoices',
    path: '/api/v1/invoices/{token}/',
    scope: 'invoices',
    params: [
      { name: 'direction', choices: ['received', 'sent'] },
      { name: 'status', choices: ['DRAFT', 'SENT', 'VIEWED', 'CLEARED', 'DISPUTED', 'PAID', 'OVERDUE', 'CANCELLED'] },
      ...days,
    ],
  },
  {
    name: 'rooming',
    path: '/api/v1/rooming/{token}/',
    scope: 'rooming',
    params: [
      { name: 'status', choices: ['open', 'sent', 'confirmed', 'closed', 'cancelled'] },
      ...days,
      { name: 'property_id' },
    ],
  },
]

/** Addresses for keys that are written to, or that answer something else than the others. */
export const others: { method: 'GET' | 'POST'; path: string; label: Key; scope: Scope; persona?: Persona }[] = [
  { method: 'GET', path: '/api/v1/integrations/export/{token}/', label: 'endpoint.rows', scope: 'stop_sale' },
  {
    method: 'POST',
    path: '/api/v1/integrations/import/{token}/',
    label: 'endpoint.import',
    scope: 'availability_write',
    persona: 'accommodation',
  },
  {
    method: 'POST',
    path: '/api/v1/integrations/inbound/{token}/',
    label: 'endpoint.inbound',
    scope: 'availability_write',
    persona: 'accommodation',
  },
  { method: 'POST', path: '/api/v1/rooming/{token}/', label: 'endpoint.sendrooming', scope: 'rooming_write' },
]

export type Filters = Record<string, string>

/** The address of a request, with its filters. Without a token its place stays marked. */
export function addressOf(base: string, path: string, token: string, filters: Filters, format = ''): string {
  const query = new URLSearchParams(Object.entries({ ...filters, format }).filter(([, value]) => value))
  const text = query.toString().replaceAll('%2C', ',')
  return base + path.replace('{token}', token ? encodeURIComponent(token) : 'TOKEN') + (text ? '?' + text : '')
}

/** A command that sends the request, with the token in a header, where no log of a server keeps it. */
export function commandOf(base: string, path: string, token: string, filters: Filters, format = ''): string {
  return `curl -H 'Authorization: Bearer ${token || 'TOKEN'}' '${addressOf(base, path, '-', filters, format)}'`
}
