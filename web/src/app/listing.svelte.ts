import { allPages } from '../platform/api/client'
import { Resource } from '../platform/resource.svelte'
import { Sorting, type Column } from '../parts/sorting.svelte'
import { router } from './router.svelte'

interface Page<T> {
  count: number
  results: T[]
}

interface Options {
  /** Rows on a page. */
  size?: number
  /** A longer list is not sorted: all of it is read for that. Fewer, where a row takes requests of its own. */
  sorted?: number
}

type Read<T> = (at: { page: number; page_size: number }) => Promise<Page<T>>

/** All of a list, or undefined if it has more rows than that. */
async function readWhole<T>(read: Read<T>, most: number): Promise<Page<T> | undefined> {
  let count = 0
  const results = await allPages(
    async (page, page_size) => {
      const got = await read({ page, page_size })
      count = got.count
      return got
    },
    { most },
  )
  return count > most ? undefined : { count: results.length, results }
}

/** A list that is read page by page, or as a whole while a column sorts it. The page is the one of the address. */
export class Listing<T> extends Resource<Page<T>> {
  readonly size: number
  readonly order = new Sorting(() => router.set({ page: undefined }))
  /** The most rows that are sorted. */
  readonly sorted: number

  constructor(read: Read<T>, { size = 25, sorted = 2000 }: Options = {}) {
    super(async () => {
      if (this.order.column !== undefined) {
        const whole = await readWhole(read, sorted)
        if (whole) return whole
        this.order.column = undefined // it has become too long
      }
      return read({ page: this.page, page_size: size })
    })
    this.size = size
    this.sorted = sorted
  }

  get page(): number {
    return Math.max(1, Number(router.query.get('page')) || 1)
  }

  /** The rows that were read: those of the page, or all. */
  get rows(): T[] {
    return this.data?.results ?? []
  }

  get last(): number {
    return Math.max(1, Math.ceil((this.data?.count ?? 0) / this.size))
  }

  /** Whether the list is too long to be sorted. */
  get unsorted(): boolean {
    return (this.data?.count ?? 0) > this.sorted
  }

  /** The columns, which do not sort a list that is too long for it. */
  sortable(columns: Column<T>[]): Column<T>[] {
    return !this.unsorted ? columns : columns.map(({ by: _, ...c }) => c)
  }

  /**
   * The rows of the page, in the order that the reader chose once all are there: a part in another order would mislead.
   */
  shown(columns: Column<T>[]): T[] {
    if (this.order.column === undefined || this.rows.length < (this.data?.count ?? 0)) return this.rows
    return this.order.sort(this.rows, columns).slice((this.page - 1) * this.size, this.page * this.size)
  }

  /** Goes to another page. */
  turn(to: number) {
    router.set({ page: to > 1 ? String(to) : undefined }, { push: true })
  }
}
