// Where and with whom a rooming list can be made, and its rooms: from what the reader may read.
import { allPages, api, ok, type Schemas } from '../../platform/api/client'
import { today, toISO } from '../../platform/civil'
import { session } from '../../platform/session.svelte'
import { properties } from '../../content/properties.svelte'
import type { Room } from './rows'

export interface Choice {
  value: number
  label: string
}

const ofHotel = () => session.persona === 'accommodation'

/** What an operator may sell today: the way to hotels and rooms for somebody who does not look after partners. */
const offers = (property_id?: number) => {
  const day = toISO(today('UTC'))
  return allPages<Schemas['AvailabilityProperty']>(
    (page, page_size) =>
      ok(
        api.GET('/api/tour-operator/availability/', {
          params: {
            query: {
              from: day,
              to: day,
              granularity: 'spans',
              page,
              page_size,
              ...(property_id ? { property_id: String(property_id) } : {}),
            },
          },
        }),
      ),
    { size: 100 },
  )
}

/**
 * Whether the reader may know where lists can be made: an operator's hotels are told to those who look after partners
 * or days.
 */
export const knowsPlaces = () => ofHotel() || session.may('partner_connections') || session.may('stop_sales')

/** The hotel's own properties; to an operator those that hotels have published to it. */
export async function placesToStay(): Promise<Choice[]> {
  if (ofHotel()) {
    if (!properties.list.data) await properties.list.load()
    return (properties.list.data ?? []).map((p) => ({ value: p.id, label: p.name }))
  }
  if (!knowsPlaces()) return []
  if (!session.may('partner_connections')) return (await offers()).map((p) => ({ value: p.property_id, label: p.name }))
  const list = await allPages<Schemas['ListedProperty']>(
    (page, page_size) => ok(api.GET('/api/partners/partners-properties/', { params: { query: { page, page_size } } })),
    { size: 100 },
  )
  return list.map((p) => ({ value: p.property_id, label: [p.name, p.city].filter(Boolean).join(', ') }))
}

/**
 * The operators of a hotel. Who does not look after partners reads none, and makes lists for nobody on the platform.
 */
export async function operators(): Promise<Choice[]> {
  if (!ofHotel() || !session.may('partner_connections')) return []
  const list = await allPages<Schemas['MyPartnerBody']>(
    (page, page_size) => ok(api.GET('/api/partners/my-partners/', { params: { query: { page, page_size } } })),
    { size: 100 },
  )
  return list.map((p) => ({ value: p.account, label: p.company_name }))
}

/** The rooms of a property, as the side may name them. */
export async function roomsOf(property: number): Promise<Room[]> {
  type Sheet = { id?: number; name?: string; code?: string }[]
  const plain = (list: Sheet): Room[] => list.map((r) => ({ id: r.id!, name: r.name ?? '', code: r.code ?? '' }))
  if (ofHotel()) {
    if (session.may('fact_sheets'))
      return plain(
        (await ok(
          api.GET('/api/info/property/{id}/facts/{category}/', {
            params: { path: { id: property, category: 'rooms' } },
          }),
        )) as Sheet,
      )
    return plain((await ok(api.GET('/api/stop-sale/{hotel_id}/', { params: { path: { hotel_id: property } } }))).rooms)
  }
  if (session.may('partner_connections')) {
    const [{ facts }, mapped] = await Promise.all([
      ok(api.GET('/api/tour-operator/properties/{prop_id}/', { params: { path: { prop_id: property } } })),
      allPages<Schemas['MappedRoom']>((page, page_size) =>
        ok(api.GET('/api/tour-operator/mappings/rooms/', { params: { query: { page, page_size, property } } })),
      ),
    ])
    return plain((facts as { rooms?: Sheet }).rooms ?? []).map((r) => {
      const own = mapped.find((m) => m.room === r.id)
      return own ? { ...r, also: [own.room_name, own.room_code].filter(Boolean) } : r
    })
  }
  const rooms = (await offers(property)).flatMap((p) =>
    (p.calendars ?? []).flatMap((c) => c.rooms.map((r) => ({ id: r.room_id, name: r.name, code: r.code }))),
  )
  return [...new Map(rooms.map((r) => [r.id, r])).values()]
}

/** The calendars that can hold what is confirmed: every one but those without units of their own. */
export async function calendarsOf(property: number): Promise<Choice[]> {
  if (!ofHotel() || !session.may('stop_sales')) return []
  const list = await allPages<Schemas['Calendar']>((page, page_size) =>
    ok(api.GET('/api/allotment/calendars/', { params: { query: { property, page, page_size } } })),
  )
  return list.filter((c) => c.kind !== 'standalone').map((c) => ({ value: c.id, label: c.name }))
}
