// What the first steps of a new property need before the next one: nobody is sent back from the last step for it.
import type { ApiError, Problem } from '../../platform/api/error'
import type { Place } from './place'

const ranges = { stars: [0, 7], latitude: [-90, 90], longitude: [-180, 180] } as const
const fields = [
  ['name', 'property_type', 'stars'],
  ['country', 'state', 'city', 'address', 'postal_code', 'latitude', 'longitude'],
]

const within = (field: keyof typeof ranges, n: number | null): Problem[] => {
  const [min, max] = ranges[field]
  return n !== null && (n < min || n > max) ? [{ field, code: 'not_between', params: { min, max } }] : []
}

/** What the server would refuse of a step. */
export function wrongIn(
  step: number,
  entered: { name: string; stars: number | null },
  place: Pick<Place, 'country' | 'latitude' | 'longitude'>,
): Problem[] {
  if (step === 1) {
    const { country, latitude, longitude } = place
    return [
      ...(country ? [] : [{ field: 'country', code: 'required' }]),
      ...within('latitude', latitude),
      ...within('longitude', longitude),
      ...((latitude === null) === (longitude === null)
        ? []
        : [{ field: 'longitude', code: 'needs_other', params: { others: 'latitude' } }]),
    ]
  }
  const { name, stars } = entered
  return [
    ...(name.trim() ? [] : [{ field: 'name', code: 'required' }]),
    ...within('stars', stars),
    ...(stars !== null && stars % 0.5 !== 0 ? [{ field: 'stars', code: 'not_multiple', params: { step: 0.5 } }] : []),
  ]
}

/** The step that has the first refused field, else the present one. */
export function stepOf(error: ApiError, present: number): number {
  const found = fields.findIndex((list) => error.fields.some((f) => list.includes(f.field)))
  return found < 0 ? present : found
}
