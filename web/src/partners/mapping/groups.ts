import type { Schemas } from '../../platform/api/client'

export type Unmapped = Schemas['Unmapped']

/** A hotel with what of it has no code yet. */
export interface Group {
  property: number
  name: string
  code: string
  place: string
  /** The hotel itself, if it has no code. */
  hotel: Unmapped | undefined
  rooms: Unmapped[]
}

export const keyOf = (u: Unmapped): string => (u.room === null ? `hotel ${u.property}` : `room ${u.room}`)

/** What has no code, hotel by hotel: the hotel itself first, its rooms below it. */
export function groupsOf(list: Unmapped[]): Group[] {
  const groups = new Map<number, Group>()
  for (const u of list) {
    let group = groups.get(u.property)
    if (!group)
      groups.set(
        u.property,
        (group = {
          property: u.property,
          name: u.property_name,
          code: u.property_code,
          place: u.city,
          hotel: undefined,
          rooms: [],
        }),
      )
    if (u.room === null) group.hotel = u
    else group.rooms.push(u)
  }
  return [...groups.values()].sort((a, b) => a.property - b.property)
}

/**
 * The list after it was read again: what was mapped here stays where it was, so that the row somebody works on does
 * not go away below the hands.
 */
export function merged(shown: Unmapped[], read: Unmapped[], stays: (u: Unmapped) => boolean): Unmapped[] {
  const now = new Set(read.map(keyOf))
  const before = new Set(shown.map(keyOf))
  return [...shown.filter((u) => now.has(keyOf(u)) || stays(u)), ...read.filter((u) => !before.has(keyOf(u)))]
}
