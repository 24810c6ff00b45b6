// The categories of the fact sheet with their schemas, read once a language; and what single records are called.
import type { Fact, Node } from '../../content/facts/schema'
import { labelOf } from '../../content/facts/show'
import { words } from '../../content/facts/words'
import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { locale } from '../../platform/i18n/i18n.svelte'

type Category = Schemas['FactCategoryBody']

class Sheets {
  #schemas = $state.raw(new Map<string, Node>())
  #names = $state.raw(new Map<string, string>())
  #reading = new Map<string, Promise<unknown>>()

  /** Reads what is not there yet; a failure is thrown, and the next one tries again. */
  #once<T>(key: string, read: () => Promise<T>): Promise<T> {
    let found = this.#reading.get(key) as Promise<T> | undefined
    if (!found) {
      found = read()
      found.catch(() => this.#reading.delete(key))
      this.#reading.set(key, found)
    }
    return found
  }

  categories(): Promise<Category[]> {
    const lang = locale()
    return this.#once(`list ${lang}`, () => allPages<Category>((page, page_size) => ok(api.GET('/api/info/fact-schemas/', { params: { query: { page, page_size, lang } } }))))
  }

  /** Reads the schemas of some categories. */
  async need(categories: Iterable<string>): Promise<void> {
    const lang = locale()
    await Promise.all([...new Set(categories)].map((category) => this.#once(`${lang} ${category}`, async () => {
      const schema = await ok(api.GET('/api/info/fact-schemas/{category}/', { params: { path: { category }, query: { lang } } }))
      this.#schemas = new Map(this.#schemas).set(`${lang} ${category}`, schema as Node)
    })))
  }

  of(category: string): Node | undefined {
    return this.#schemas.get(`${locale()} ${category}`)
  }

  title(category: string): string {
    return this.of(category)?.title ?? category
  }

  /** Learns what the records of a category are called. */
  learn(property: number, category: string, records: Fact[]) {
    const schema = this.of(category)
    if (!schema) return
    const names = new Map(this.#names)
    for (const r of records) names.set(`${property} ${category} ${String(r['id'])}`, labelOf(schema, r, words()))
    this.#names = names
  }

  /** What a record is called; empty while nobody has told. */
  name(property: number, category: string, record: number | null): string {
    return record === null ? '' : (this.#names.get(`${property} ${category} ${record}`) ?? '')
  }
}

export const sheets = new Sheets()
