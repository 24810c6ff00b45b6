import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { ApiError } from '../../platform/api/error'

/** The operators that an invoice can go to. Whoever may not list partners is offered those of earlier invoices. */
export async function partnersToBill(): Promise<{ value: number; label: string }[]> {
  try {
    const list = await allPages<Schemas['MyPartnerBody']>((page, page_size) =>
      ok(api.GET('/api/partners/my-partners/', { params: { query: { page, page_size } } })),
    )
    return list.map((p) => ({ value: p.account, label: p.company_name }))
  } catch (e) {
    if (!(e instanceof ApiError) || e.status !== 403) throw e
    const { results } = await ok(
      api.GET('/api/invoicing/invoices/', { params: { query: { page: 1, page_size: 500 } } }),
    )
    const names = new Map(results.flatMap((v) => (v.partner === null ? [] : [[v.partner, v.partner_company]])))
    return [...names].map(([value, label]) => ({ value, label }))
  }
}
