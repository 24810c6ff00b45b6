import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { asApiError } from '../../platform/api/error'
import { live } from '../../platform/live.svelte'
import { Resource } from '../../platform/resource.svelte'
import { debounce } from '../../platform/debounce'
import { properties } from '../properties.svelte'
import type { Fact } from './schema'
import { categories } from './schemas'

export type Publication = Schemas['Publication']

/** The fact sheet of one property: how complete it is, what of it is published, and what was submitted. */
export class Sheet {
  readonly property: number
  readonly progress: Resource<Schemas['Completeness']>
  readonly categories = new Resource(categories)
  /** Undefined: nothing is published yet. */
  readonly published: Resource<Schemas['PublishedBody'] | undefined>
  readonly submissions: Resource<Publication[]>
  #followers = new Set<() => void>()
  #writes = 0

  constructor(property: number) {
    this.property = property
    this.progress = new Resource(() =>
      ok(api.GET('/api/info/init-facts-info/{id}/', { params: { path: { id: property } } })),
    )
    this.published = new Resource(() => published(property))
    this.submissions = new Resource(() =>
      allPages<Publication>(
        (page, page_size) =>
          ok(
            api.GET('/api/info/property/{id}/publish/', {
              params: { path: { id: property }, query: { page, page_size } },
            }),
          ),
        { size: 100, most: 500 },
      ),
    )
  }

  async load() {
    await Promise.all([this.categories.load(), this.progress.load(), this.published.load(), this.submissions.load()])
  }

  /** Reads everything again, with the facts that are open. */
  async reload() {
    for (const read of this.#followers) read()
    await this.load()
  }

  /** Reads again when somebody changes the sheet; returns how to stop that. */
  listen(): () => void {
    return live.debounce(['content'], () => {
      void Promise.all([this.progress.load(), this.submissions.load(), this.#publication()])
      for (const read of this.#followers) read()
    })
  }

  /** Calls fn now and when the facts may have changed elsewhere; returns how to stop that. */
  follow(fn: () => void): () => void {
    fn()
    this.#followers.add(fn)
    return () => this.#followers.delete(fn)
  }

  /** Saves facts of a category and returns the server's answer. */
  async save(category: string, body: Fact | Fact[]): Promise<unknown> {
    this.#writes++
    try {
      const answer: unknown = await ok(
        api.POST('/api/info/property/{id}/facts/{category}/', {
          params: { path: { id: this.property, category } },
          body,
        }),
      )
      this.changed()
      return answer
    } finally {
      this.#writes++
    }
  }

  /**
   * The facts of a category: a record, or a list of them. What was read while something was saved is older than
   * the form, and is read once more.
   */
  async facts(category: string): Promise<unknown> {
    for (;;) {
      const before = this.#writes
      const facts: unknown = await ok(
        api.GET('/api/info/property/{id}/facts/{category}/', { params: { path: { id: this.property, category } } }),
      )
      if (before === this.#writes) return facts
    }
  }

  async remove(category: string, record_id: number) {
    await ok(
      api.DELETE('/api/info/property/{id}/facts/{category}/{record_id}/', {
        params: { path: { id: this.property, category, record_id } },
      }),
    )
    this.changed()
  }

  /** Reads again what depends on a change that was just saved. */
  changed = debounce(() => {
    void this.progress.load()
    void properties.list.load()
  })

  /** The published record of a category, or the one with an id. Undefined: there is none to compare with. */
  base(category: string, id?: number): Fact | undefined {
    const facts = this.published.data?.facts as Record<string, unknown> | undefined
    if (!facts) return undefined
    const of = facts[category]
    if (id === undefined) return (of ?? {}) as Fact
    return Array.isArray(of) ? (of as Fact[]).find((r) => r['id'] === id) : undefined
  }

  async initialise() {
    await ok(api.POST('/api/info/init-facts-info/{id}/', { params: { path: { id: this.property } } }))
    await this.progress.load()
    for (const read of this.#followers) read()
  }

  /** Hands the sheet to review, or publishes it where the platform does that at once. */
  async submit(): Promise<Publication> {
    const answer = await ok(
      api.POST('/api/info/property/{id}/publish/create/', { params: { path: { id: this.property } } }),
    )
    await Promise.all([this.submissions.load(), this.#publication()])
    return answer
  }

  /** Reads whether the property is published now, then the version that partners see. */
  async #publication() {
    await properties.list.load()
    await this.published.load()
  }
}

async function published(id: number): Promise<Schemas['PublishedBody'] | undefined> {
  if (properties.list.data?.find((p) => p.id === id)?.published_at === null) return undefined
  try {
    return await ok(api.GET('/api/info/property/{id}/publish/{type}/', { params: { path: { id, type: 'full' } } }))
  } catch (e) {
    if (asApiError(e).status === 404) return undefined
    throw e
  }
}
