import { Resource } from '../platform/resource.svelte'
import { router } from './router.svelte'

interface Page<T> {
  count: number
  results: T[]
}

/** A list that is read page by page. The page is the one of the address. */
export class Listing<T> extends Resource<Page<T>> {
  readonly size: number

  constructor(read: (at: { page: number; page_size: number }) => Promise<Page<T>>, size = 25) {
    super(() => read({ page: this.page, page_size: size }))
    this.size = size
  }

  get page(): number {
    return Math.max(1, Number(router.query.get('page')) || 1)
  }

  get rows(): T[] {
    return this.data?.results ?? []
  }

  get last(): number {
    return Math.max(1, Math.ceil((this.data?.count ?? 0) / this.size))
  }

  /** Goes to another page. */
  turn(to: number) {
    router.set({ page: to > 1 ? String(to) : undefined }, { push: true })
  }
}
