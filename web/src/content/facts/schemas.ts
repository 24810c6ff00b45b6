// The categories of the fact sheet and their schemas, in the reader's language. Each is read once a language.
import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { locale } from '../../platform/i18n/i18n.svelte'
import type { Node } from './schema'

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
  once('', (lang) => allPages<Category>((page, page_size) => ok(api.GET('/api/info/fact-schemas/', { params: { query: { page, page_size, lang } } }))))

export const schemaOf = (category: string): Promise<Node> =>
  once(category, (lang) => ok(api.GET('/api/info/fact-schemas/{category}/', { params: { path: { category }, query: { lang } } })) as Promise<Node>)
