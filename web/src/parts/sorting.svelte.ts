// The order in which a table shows its rows: as they came, or by one column.
import { locale } from '../platform/i18n/i18n.svelte'

export interface Column<T> {
  label: string
  right?: boolean
  hidden?: boolean
  /** What the rows are sorted by; without it the column does not sort. Rows without a value come last. */
  by?: (row: T) => string | number | undefined
}

export class Sorting {
  /** The column that sorts; undefined: the rows stand as they came. */
  column = $state<number>()
  down = $state(false)

  /** Is called when the order has changed. */
  readonly #changed: () => void

  constructor(changed = () => {}) {
    this.#changed = changed
  }

  /** First up, then down, then as they came. */
  turn(column: number) {
    if (this.column !== column) {
      this.column = column
      this.down = false
    } else if (!this.down) this.down = true
    else this.column = undefined
    this.#changed()
  }

  direction(column: number): 'ascending' | 'descending' | 'none' {
    return this.column !== column ? 'none' : this.down ? 'descending' : 'ascending'
  }

  sort<T>(rows: T[], columns: Column<T>[]): T[] {
    const by = this.column === undefined ? undefined : columns[this.column]?.by
    if (!by) return rows
    const words = new Intl.Collator(locale(), { numeric: true })
    const compare = (a: string | number, b: string | number) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))
    const sign = this.down ? -1 : 1
    return rows
      .map((row) => ({ row, value: by(row) }))
      .sort((a, b) =>
        a.value === undefined || b.value === undefined
          ? Number(a.value === undefined) - Number(b.value === undefined)
          : sign * compare(a.value, b.value),
      )
      .map((each) => each.row)
  }
}
