// The plan of the account, what it uses of it, and how it pays.
import { api, ok, type Schemas } from '../platform/api/client'
import { Resource } from '../platform/resource.svelte'

export type Overview = Schemas['BillingOverviewResponseBody']
export type Sale = Schemas['SaleBody']
export type Cycle = 'monthly' | 'yearly'

export const overview = new Resource(() => ok(api.GET('/api/payments/overview/')))
export const sales = new Resource(() => ok(api.GET('/api/payments/plans/', { params: { query: { page_size: 50 } } })))

export const load = async (): Promise<void> => {
  await Promise.all([overview.load(), sales.load()])
}

/** The limits of a plan that people compare, in this order. */
export const features = [
  'properties',
  'photos',
  'calendars',
  'partner_connections',
  'api_keys',
  'contacts',
  'invoices_per_month',
  'letters_per_day',
  'inbox_megabytes',
] as const

/** -1 of the server is no limit. */
export const limitOf = (n: number): number | null => (n < 0 ? null : n)
