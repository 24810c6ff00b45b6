// What the hotel has published of a record, told from what the operator's catalogue shows of it.
import { patch, type Fact, type Node } from '../../content/facts/schema'
import type { Schemas } from '../../platform/api/client'
import { applied } from '../overrides/wishes'

type Own = Schemas['FactsOverrideBody']
type Hotel = Pick<Schemas['CatalogueProperty'], 'facts' | 'room_types'>

export interface Shown {
  /** Null in a category of one record. */
  id: number | null
  /** As the catalogue shows it. */
  record: Fact
  published: Fact
  override: Own | undefined
}

/** The records of a category, each with what the hotel has published and with the operator's own wording. */
export function recordsOf(hotel: Hotel, category: string, overrides: Own[]): Shown[] {
  const facts: unknown = hotel.facts[category]
  const list = (Array.isArray(facts) ? facts : facts ? [facts] : []) as Fact[]
  return list.map((record) => {
    const id = Array.isArray(facts) ? Number(record['id']) : null
    const override = overrides.find((o) => o.category === category && o.record_id === id)
    // The operator's codes and names of rooms come from its mapping; the hotel's own stand beside them.
    const room = category === 'rooms' ? hotel.room_types.find((r) => r.id === id) : undefined
    const named = room ? { ...record, name: room.hotel_name, code: room.hotel_code } : record
    return { id, record, published: applied(named, override?.source), override }
  })
}

/** Wordings whose record the hotel does not publish any more, or does not share. */
export const orphansOf = (hotel: Hotel, category: string, overrides: Own[]): Own[] => {
  const there = new Set(recordsOf(hotel, category, overrides).map((r) => r.id))
  return overrides.filter((o) => o.category === category && !there.has(o.record_id))
}

/** The schema without what only the hotel may say. */
export function editable(schema: Node): Node {
  const { shared_with_partners: _, ...properties } = schema.properties ?? {}
  return { ...schema, properties }
}

/** What is to be saved: what differs from the published record. Undefined: nothing does. */
export function wishOf(published: Fact, entered: Fact): Fact | undefined {
  const fields = patch(published, entered)
  return Object.keys(fields).length ? fields : undefined
}
