import { onDestroy, untrack } from 'svelte'

/** What a screen, or a part of it, tells the top bar. */
interface Told {
  name?: () => string
  /** When it was last read, in milliseconds; undefined: it does not say. */
  at?: () => number | undefined
  reload?: () => void
}

/** What the top bar says of the screen below it: how fresh it is, and how to read it again. */
class View {
  /** A part of a screen comes after the screen, and what it tells counts. */
  #told = $state.raw<Told[]>([])
  readonly #fresh = $derived(this.#told.findLast((told) => told.at?.() !== undefined))

  /** The name of what is shown, where a screen shows one thing. */
  get title(): string {
    return this.#told.findLast((told) => told.name)?.name?.() ?? ''
  }

  get at(): number {
    return this.#fresh?.at?.() ?? 0
  }

  get reload(): (() => void) | undefined {
    return this.#fresh?.reload
  }

  /** The component that is being made tells what it shows, as long as it is there. */
  name(name: () => string) {
    this.#tell({ name })
  }

  /** The component that is being made tells when it was last read, as long as it is there. */
  fresh(at: () => number | undefined, reload: () => void) {
    this.#tell({ at, reload })
  }

  #tell(told: Told) {
    this.#told = [...untrack(() => this.#told), told]
    onDestroy(() => (this.#told = this.#told.filter((other) => other !== told)))
  }
}

export const view = new View()
