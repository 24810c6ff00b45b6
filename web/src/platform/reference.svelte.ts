// Countries, currencies and other choices that the server names in the reader's language. Each is read once a
// language.
import { allPages, api, ok } from './api/client'
import { locale } from './i18n/i18n.svelte'

export interface Choice<T extends string = string> {
  value: T
  label: string
}

/**
 * Choices that are read when the component that is being made is there, and again in another language. They are empty
 * until they are read; after a failure they stay, or are those for want of others.
 */
export class Choices {
  list = $state.raw<Choice[]>([])

  constructor(read: () => Promise<Choice[]> | undefined, instead?: () => Choice[]) {
    // Loads over the network, with what `read` names and the language as the key.
    $effect(() => {
      void read()?.then(
        (all) => (this.list = all),
        () => instead && (this.list = instead()),
      )
    })
  }
}

const kept = new Map<string, Promise<Choice[]>>()

function once(name: string, read: (lang: string) => Promise<Choice[]>): Promise<Choice[]> {
  const key = `${name} ${locale()}`
  let found = kept.get(key)
  if (!found) {
    found = read(locale())
    found.catch(() => kept.delete(key)) // the next one asks again
    kept.set(key, found)
  }
  return found
}

export const countries = () =>
  once('countries', async (lang) =>
    (
      await allPages<{ code: string; name: string }>((page, page_size) =>
        ok(api.GET('/api/external/countries/', { params: { query: { page, page_size, lang } } })),
      )
    ).map((c) => ({ value: c.code, label: c.name })),
  )

export const currencies = () =>
  once('currencies', async (lang) =>
    (
      await allPages<{ code: string; name: string }>((page, page_size) =>
        ok(api.GET('/api/external/currencies/', { params: { query: { page, page_size, lang } } })),
      )
    ).map((c) => ({ value: c.code, label: `${c.code} · ${c.name}` })),
  )

/** The choices of a form by the name of their list, such as photo_categories. */
export const options = (list: string) =>
  once(list, async (lang) =>
    (
      await allPages<{ value: string; label: string }>((page, page_size) =>
        ok(api.GET('/api/external/options/{list}/', { params: { path: { list }, query: { page, page_size, lang } } })),
      )
    ).map((o) => ({ value: o.value, label: o.label })),
  )
