// Every screen that the tests of looks and faults visit. An area adds its own file.
import type { State } from './state'
import { states as billing } from './billing'
import { states as catalogue } from './catalogue'
import { states as content } from './content'
import { states as exchange } from './exchange'
import { states as identity } from './identity'
import { states as insight } from './insight'
import { states as inventory } from './inventory'
import { states as invoicing } from './invoicing'
import { states as partners } from './partners'
import { states as rooming } from './rooming'
import { states as staff } from './staff'
import { states as widget } from './widget'

const areas = [
  billing,
  catalogue,
  content,
  exchange,
  identity,
  insight,
  inventory,
  invoicing,
  partners,
  rooming,
  staff,
  widget,
]

export const statesOf = (who: 'hotel' | 'operator' | 'staff'): Record<string, State> =>
  Object.assign({}, ...areas.map((area) => area[who] ?? {})) as Record<string, State>
