// What the server answers: see showWidget in api/openapi.json.
import type { components } from '../src/platform/api/schema'

export type Shown = components['schemas']['ShownBody']
export type Section = components['schemas']['ShownSection']
export type Photo = components['schemas']['ShownPhoto']
export type Availability = components['schemas']['ShownAvailability']
export type Room = components['schemas']['ShownRoom']
export type State = components['schemas']['ShownDays']['state']

/** Reads what a widget shows. No cookie goes with it: the answer is the same for everybody. */
export async function read(base: string, id: string, language: string): Promise<Shown> {
  const answer = await fetch(`${base}/api/external/widget/${encodeURIComponent(id)}/?lang=${language}`, {
    credentials: 'omit',
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return (await answer.json()) as Shown
}
