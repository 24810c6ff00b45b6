// The catalogues of texts, one file an area and language. A new area is one line here and four files.
import type base from '../../locales/en/base.json'
import type billing from '../../locales/en/billing.json'
import type catalogue from '../../locales/en/catalogue.json'
import type content from '../../locales/en/content.json'
import type door from '../../locales/en/door.json'
import type exchange from '../../locales/en/exchange.json'
import type identity from '../../locales/en/identity.json'
import type insight from '../../locales/en/insight.json'
import type inventory from '../../locales/en/inventory.json'
import type invoicing from '../../locales/en/invoicing.json'
import type names from '../../locales/en/names.json'
import type partners from '../../locales/en/partners.json'
import type refusals from '../../locales/en/refusals.json'
import type rooming from '../../locales/en/rooming.json'
import type staff from '../../locales/en/staff.json'
import type trail from '../../locales/en/trail.json'
import type widget from '../../locales/en/widget.json'

interface Areas {
  base: typeof base
  billing: typeof billing
  catalogue: typeof catalogue
  content: typeof content
  door: typeof door
  exchange: typeof exchange
  identity: typeof identity
  insight: typeof insight
  inventory: typeof inventory
  invoicing: typeof invoicing
  names: typeof names
  partners: typeof partners
  refusals: typeof refusals
  rooming: typeof rooming
  staff: typeof staff
  trail: typeof trail
  widget: typeof widget
}

export type Area = keyof Areas
export type Key = { [A in Area]: keyof Areas[A] }[Area]
