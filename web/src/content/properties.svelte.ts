// The hotel's own properties, and the one that the reader works on.
import { allPages, api, ok, type Schemas } from '../platform/api/client'
import { Resource } from '../platform/resource.svelte'
import { router } from '../app/router.svelte'

export type Property = Schemas['Property']

const key = 'allot.property'

class Properties {
  list = new Resource(() =>
    allPages<Property>((page, page_size) =>
      ok(api.GET('/api/info/properties/', { params: { query: { page, page_size } } })),
    ),
  )

  /** The property of the address, else the last one used, else the first. */
  get current(): Property | undefined {
    const all = this.list.data ?? []
    const wanted = Number(router.query.get('property')) || Number(localStorage.getItem(key))
    return all.find((p) => p.id === wanted) ?? all[0]
  }

  /** Works on another property. What the address says of the old one is forgotten. */
  choose(id: number) {
    localStorage.setItem(key, String(id))
    router.go(router.path + '?property=' + id)
  }
}

export const properties = new Properties()
