// The schemas that are read already, for lists that show facts of several categories; and what single records are
// called.
import type { Fact, Node } from '../../content/facts/schema'
import { schemaOf } from '../../content/facts/schemas'
import { labelOf } from '../../content/facts/show'
import { words } from '../../content/facts/words'
import { locale } from '../../platform/i18n/i18n.svelte'

class Sheets {
  #schemas = $state.raw(new Map<string, Node>())
  #names = $state.raw(new Map<string, string>())

  /** Reads the schemas of some categories. */
  async need(categories: Iterable<string>): Promise<void> {
    const language = locale()
    await Promise.all(
      [...new Set(categories)].map(async (category) => {
        const schema = await schemaOf(category)
        this.#schemas = new Map(this.#schemas).set(`${language} ${category}`, schema)
      }),
    )
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
