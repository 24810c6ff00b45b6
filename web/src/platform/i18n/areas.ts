// The catalogues of texts, one file an area and language. A new area is one line here and four files.
import type base from '../../locales/en/base.json'
import type billing from '../../locales/en/billing.json'
import type door from '../../locales/en/door.json'
import type identity from '../../locales/en/identity.json'
import type insight from '../../locales/en/insight.json'
import type inventory from '../../locales/en/inventory.json'
import type partners from '../../locales/en/partners.json'
import type staff from '../../locales/en/staff.json'

interface Areas {
  base: typeof base
  billing: typeof billing
  door: typeof door
  identity: typeof identity
  insight: typeof insight
  inventory: typeof inventory
  partners: typeof partners
  staff: typeof staff
}

export type Area = keyof Areas
export type Key = { [A in Area]: keyof Areas[A] }[Area]
