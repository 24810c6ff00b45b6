// Every screen that the tests of looks and faults visit. An area adds its own file.
import type { State } from './state'
import { states as insight } from './insight'
import { states as inventory } from './inventory'
import { states as partners } from './partners'

const areas = [insight, inventory, partners]

export const statesOf = (who: 'hotel' | 'operator' | 'staff'): Record<string, State> => Object.assign({}, ...areas.map((area) => area[who] ?? {})) as Record<string, State>
