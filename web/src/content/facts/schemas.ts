// The categories of the fact sheet and their schemas, in the reader's language. Each is read once a language.
import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { locale } from '../../platform/i18n/i18n.svelte'
import { fieldNames, pathOf, type Node } from './schema'

export type Category = Schemas['FactCategoryBody']

const kept = new Map<string, Promise<unknown>>()

function once<T>(name: string, read: (lang: string) => Promise<T>): Promise<T> {
  const key = `${name} ${locale()}`
  let found = kept.get(key) as Promise<T> | undefined
  if (!found) {
    found = read(locale())
    found.catch(() => kept.delete(key)) // the next one asks again
    kept.set(key, found)
  }
  return found
}

export const categories = (): Promise<Category[]> =>
  once('', (lang) =>
    allPages<Category>((page, page_size) =>
      ok(api.GET('/api/info/fact-schemas/', { params: { query: { page, page_size, lang } } })),
    ),
  )

export const schemaOf = (category: string): Promise<Node> =>
  once(
    category,
    (lang) =>
      ok(
        api.GET('/api/info/fact-schemas/{category}/', { params: { path: { category }, query: { lang } } }),
      ) as Promise<Node>,
  )

/** What of a category is missing: names of fields; none where a record is. */
export interface Lack {
  category: string
  title: string
  fields: string[]
}

/** What paths such as rooms[37].name speak of, by category, for people. */
export async function lacks(paths: readonly string[]): Promise<Lack[]> {
  const found = (await categories()).map(({ category, title }) => ({
    category,
    title,
    paths: paths.filter((p) => pathOf(p).split('.')[0] === category),
  }))
  return Promise.all(
    found
      .filter((c) => c.paths.length > 0)
      .map(async (c) => {
        const schema = await schemaOf(c.category)
        return {
          category: c.category,
          title: c.title,
          fields: fieldNames(c.paths).map((name) => schema.properties?.[name]?.title ?? name),
        }
      }),
  )
}
