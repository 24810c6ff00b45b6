import { allPages, api, ok, type Schemas } from '../../platform/api/client'

export type City = Schemas['City']

/** Where a property is, as a form changes it. */
export interface Place {
  country: string
  state: string
  city: string
  address: string
  postal_code: string
  latitude: number | null
  longitude: number | null
}

export const statesOf = (country: string): Promise<Schemas['State'][]> =>
  country
    ? allPages((page, page_size) =>
        ok(api.GET('/api/external/states/', { params: { query: { country, page, page_size } } })),
      )
    : Promise.resolve([])

/** The cities of a country whose name begins with what was typed, the large ones first. */
export const citiesOf = async (country: string, q: string): Promise<City[]> =>
  (await ok(api.GET('/api/external/cities/', { params: { query: { country, q, page: 1, page_size: 20 } } }))).results

/** A place in a city that was chosen: its state, and its middle where no point was given. */
export function inCity(place: Place, city: City): Place {
  return {
    ...place,
    city: city.name,
    state: city.state_name || place.state,
    ...(place.latitude === null && place.longitude === null
      ? { latitude: city.latitude, longitude: city.longitude }
      : {}),
  }
}
