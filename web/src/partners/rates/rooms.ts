// The room types of a property by id, for the hotel and for the operator.
import { api, ok } from '../../platform/api/client'
import { today, toISO } from '../../platform/civil'
import { session } from '../../platform/session.svelte'

export interface Room {
  id: number
  name: string
  code: string
  /** Units that the hotel has; an operator is not told. */
  units: number | undefined
}

/** The rooms of an own property, in the order of its fact sheet. */
async function ownRooms(id: number): Promise<Room[]> {
  const facts = (await ok(
    api.GET('/api/info/property/{id}/facts/{category}/', { params: { path: { id, category: 'rooms' } } }),
  )) as { id: number; name?: string; code?: string; room_total_units?: number; position?: number }[]
  return [...facts]
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((r) => ({
      id: r.id,
      name: r.name || r.code || `#${r.id}`,
      code: r.code ?? '',
      units: r.room_total_units ?? 0,
    }))
}

/** The rooms that an operator is shown the days of. */
async function offeredRooms(property_id: number): Promise<Room[]> {
  if (!session.may('stop_sales')) return []
  const day = toISO(today('UTC'))
  const { results } = await ok(
    api.GET('/api/tour-operator/availability/', {
      params: { query: { property_id: String(property_id), from: day, to: day } },
    }),
  )
  return results
    .flatMap((p) => p.calendars ?? [])
    .flatMap((c) => c.rooms.map((r) => ({ id: r.room_id, name: r.name, code: r.code, units: undefined })))
}

export const roomsOf = (property: number): Promise<Room[]> =>
  session.persona === 'accommodation' ? ownRooms(property) : offeredRooms(property)
