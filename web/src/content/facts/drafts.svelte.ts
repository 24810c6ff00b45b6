// What was typed into fact sheets and is not on the server. It stays while its form is closed, whatever the reason: it
// was refused, is not whole, or there was no connection. It goes when it is saved, or when the person throws it away.
import { SvelteMap } from 'svelte/reactivity'
import { connection } from '../../platform/connection.svelte'
import type { Draft } from './draft.svelte'
import { same, type Fact } from './schema'

/** Which record of a sheet; without one it is the only one of its category, and new is one that is not there yet. */
export interface Place {
  property: number
  category: string
  record?: number | 'new'
}

export interface Unsaved {
  place: Place
  /** How the record is called. */
  title: string
  /** Missing for a record that is made by its button. */
  draft?: Draft
}

const firstPause = 1000 // milliseconds
const longestPause = 30_000

const keyOf = (p: Place) => `${p.property}/${p.category}/${p.record ?? ''}`

class Drafts {
  #kept = new SvelteMap<string, Unsaved & { draft: Draft }>()
  /** Those whose form is open. */
  #open = new Set<string>()
  #new = new SvelteMap<string, Unsaved & { value: Fact }>()
  #pause = firstPause
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    connection.onBack(() => this.#later())
    if (typeof addEventListener === 'function')
      addEventListener('beforeunload', (e) => this.#any() && e.preventDefault())
  }

  /** The draft of a record: the one that was kept, or a new one. send is how it is saved from now on. */
  open(place: Place, title: string, make: () => Draft, send: (patch: Fact) => Promise<Fact>): Draft {
    const found = this.#kept.get(keyOf(place)) ?? { place, title, draft: make() }
    found.draft.send = send
    this.#kept.set(keyOf(place), found)
    this.#open.add(keyOf(place))
    return found.draft
  }

  /** The form of a record was closed: what is not saved is saved now, or kept. */
  async close(place: Place): Promise<void> {
    this.#open.delete(keyOf(place))
    await this.save(place)
  }

  /** Saves what is kept of a record. */
  async save(place: Place): Promise<void> {
    const key = keyOf(place)
    const found = this.#kept.get(key)
    if (found?.draft.dirty) await found.draft.flush()
    if (found && !found.draft.dirty && !this.#open.has(key)) this.#kept.delete(key)
  }

  /** What was typed of a record that is not there yet. */
  typed(place: Place): Fact | undefined {
    return this.#new.get(keyOf(place))?.value
  }

  type(place: Place, title: string, value: Fact, blank: Fact) {
    if (same(value, blank)) this.#new.delete(keyOf(place))
    else this.#new.set(keyOf(place), { place, title, value })
  }

  /** Forgets what was typed of a record, because somebody wants it or the record is gone. */
  discard(place: Place) {
    this.#kept.get(keyOf(place))?.draft.discard()
    this.#kept.delete(keyOf(place))
    this.#new.delete(keyOf(place))
  }

  /** What is not saved of a property. */
  unsaved(property: number): Unsaved[] {
    return [...[...this.#kept.values()].filter((k) => k.draft.dirty), ...this.#new.values()].filter(
      (k) => k.place.property === property,
    )
  }

  /**
   * Saves what failed, after a pause that grows while it fails. Reading can work where saving does not: sent at once,
   * each answer would bring the next try, for ever.
   */
  #later() {
    if (this.#timer) return
    this.#timer = setTimeout(async () => {
      const failed = [...this.#kept.values()].filter(({ draft }) => draft.failure)
      await Promise.all(failed.map(({ draft }) => draft.flush()))
      this.#pause = failed.some(({ draft }) => draft.failure) ? Math.min(this.#pause * 2, longestPause) : firstPause
      this.#timer = undefined
    }, this.#pause)
  }

  #any(): boolean {
    return this.#new.size > 0 || [...this.#kept.values()].some((k) => k.draft.dirty)
  }
}

export const drafts = new Drafts()
