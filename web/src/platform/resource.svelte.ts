import { onDestroy, untrack } from 'svelte'
import { ApiError, asApiError } from './api/error'
import { onLanguage } from './i18n/i18n.svelte'

/**
 * Something read from the server. While it is read again the old value stays, and so it does after a failure. It is
 * read again in another language when the reader chooses one.
 */
export class Resource<T> {
  data = $state.raw<T>()
  error = $state.raw<ApiError>()
  busy = $state(false)
  /** When the value was read, in milliseconds; 0: never. */
  at = $state(0)
  #run = 0
  #read: () => Promise<T>

  constructor(read: () => Promise<T>) {
    this.#read = read
    const stop = onLanguage(() => {
      if (this.at || this.error) void this.load()
    })
    whenGone(stop)
  }

  /** Reads. Of several calls the last one counts. */
  async load(): Promise<void> {
    const run = ++this.#run
    this.busy = true
    try {
      const data = await this.#read()
      if (run !== this.#run) return
      this.data = data
      this.error = undefined
      this.at = Date.now()
    } catch (e) {
      if (run === this.#run) this.error = asApiError(e)
    } finally {
      if (run === this.#run) this.busy = false
    }
  }

  /** Reads when the component that is being made is there, and again whenever what is asked for differs. */
  loadFor(asked: () => unknown) {
    const key = $derived(asked())
    // Loads over the network.
    $effect(() => {
      void key
      untrack(() => void this.load())
    })
  }

  /** Forgets the value, for a screen that now shows something else. */
  clear() {
    this.#run++
    this.data = undefined
    this.error = undefined
    this.busy = false
  }
}

/** Calls back when the component that is being made has gone. What is made outside of one stays. */
function whenGone(stop: () => void) {
  try {
    onDestroy(stop)
  } catch {
    // no component is being made
  }
}
