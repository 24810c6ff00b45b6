import type { Schemas } from '../../platform/api/client'
import type { Flag } from '../../platform/session.svelte'

export type Person = Schemas['UserBody']
export type Permissions = Schemas['PermissionBody']

/** What a user can be allowed to do, in the order of the rail. */
export const flags: Flag[] = [
  'stop_sales',
  'rooming',
  'fact_sheets',
  'photos',
  'partner_connections',
  'invoicing',
  'integrations',
  'reports',
  'subscriptions',
  'settings',
]

export const nameOf = (p: { first_name: string; last_name: string; email: string }): string =>
  [p.first_name, p.last_name].filter(Boolean).join(' ') || p.email
