// What the first steps of a new property need before the next one: nobody is sent back from the last step for it.
import type { ApiError, Problem } from '../../platform/api/error'
import type { Place } from './place'

const mostStars = 7
const fields = [['name', 'property_type', 'stars'], ['country', 'state', 'city', 'address', 'postal_code', 'latitude', 'longitude']]

/** What the server would refuse of a step. */
export function wrongIn(step: number, entered: { name: string; stars: number | null }, place: Pick<Place, 'country'>): Problem[] {
  if (step === 1) return place.country ? [] : [{ field: 'country', code: 'required' }]
  const { name, stars } = entered
  return [
    ...(name.trim() ? [] : [{ field: 'name', code: 'required' }]),
    ...(stars !== null && (stars < 0 || stars > mostStars) ? [{ field: 'stars', code: 'not_between', params: { min: 0, max: mostStars } }] : []),
    ...(stars !== null && stars % 0.5 !== 0 ? [{ field: 'stars', code: 'not_multiple', params: { step: 0.5 } }] : []),
  ]
}

/** The step that has the first refused field, else the present one. */
export function stepOf(error: ApiError, present: number): number {
  const found = fields.findIndex((list) => error.fields.some((f) => list.includes(f.field)))
  return found < 0 ? present : found
}
