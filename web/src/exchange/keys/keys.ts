import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { session, type Flag } from '../../platform/session.svelte'

export type Key = Schemas['ApiKeyBody']
export type Scope = keyof Schemas['ApiKeyPermissions']
export type Entry = Schemas['WhitelistEntry']

/** What a key can open, and what the user needs to give it. */
export const scopes: Record<Scope, Flag> = {
  fact_sheet: 'fact_sheets',
  hotel_photos: 'photos',
  stop_sale: 'stop_sales',
  availability_write: 'stop_sales',
  invoices: 'invoicing',
  rooming: 'rooming',
  rooming_write: 'rooming',
}

/** The scopes that keys of this account can have. */
export const scopesHere = (): Scope[] =>
  (Object.keys(scopes) as Scope[]).filter((s) => s !== 'availability_write' || session.persona === 'accommodation')

/** Whether the user may change what another one has made: a key or an endpoint opens what its maker may see. */
export const isOwn = (made: { created_by: number }): boolean =>
  session.data?.user.is_manager === true || made.created_by === session.data?.user.id

export const allKeys = () =>
  allPages<Key>((page, page_size) => ok(api.GET('/api/settings/api-keys/', { params: { query: { page, page_size } } })))
