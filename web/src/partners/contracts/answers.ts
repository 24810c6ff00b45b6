// What both sides can do with a contract. The revision goes along: nobody agrees to what has changed since.
import { api, ok } from '../../platform/api/client'
import type { Contract } from './terms'

export function accept(c: Contract): Promise<Contract> {
  const body = { revision: c.revision }
  return ok(
    c.pending_version
      ? api.POST('/api/partners/contract/contractVersion/{version_id}/', {
          params: { path: { version_id: c.pending_version.id } },
          body: { accept: true, ...body },
        })
      : api.POST('/api/partners/contracts/{id}/accept/', { params: { path: { id: c.id } }, body }),
  )
}

/** Rejects what the other side proposes, or takes back what the own side proposes. */
export function reject(c: Contract): Promise<Contract> {
  const body = { revision: c.revision }
  return ok(
    c.pending_version
      ? api.POST('/api/partners/contract/contractVersion/{version_id}/', {
          params: { path: { version_id: c.pending_version.id } },
          body: { accept: false, ...body },
        })
      : api.POST('/api/partners/contracts/{id}/reject/', { params: { path: { id: c.id } }, body }),
  )
}

export const cancel = (c: Contract): Promise<Contract> =>
  ok(api.DELETE('/api/partners/contracts/{id}/delete/', { params: { path: { id: c.id } } }))
