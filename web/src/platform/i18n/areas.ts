// The catalogues of texts, one file an area and language. A new area is one line here and four files.
import type base from '../../locales/en/base.json'
import type door from '../../locales/en/door.json'
import type insight from '../../locales/en/insight.json'
import type inventory from '../../locales/en/inventory.json'
import type partners from '../../locales/en/partners.json'

interface Areas {
  base: typeof base
  door: typeof door
  insight: typeof insight
  inventory: typeof inventory
  partners: typeof partners
}

export type Area = keyof Areas
export type Key = { [A in Area]: keyof Areas[A] }[Area]
