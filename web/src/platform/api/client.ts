// The one way to the server: typed by the OpenAPI document, with refusals as ApiError.
import createClient from 'openapi-fetch'
import { locale } from '../i18n/i18n.svelte'
import { connection } from '../connection.svelte'
import type { components, paths } from './schema'
import { offline, refusal } from './error'

export type Schemas = components['schemas']

/** What a log-in again answers: the request is sent once more, or given up. */
type SignInAgain = () => Promise<boolean>

let signInAgain: SignInAgain = () => Promise.resolve(false)

/** Says what happens when a session has ended in the middle of the work. */
export function onSessionEnd(ask: SignInAgain) {
  signInAgain = ask
}

/** Asks for a log-in again; false: it was given up. */
export const signInAgainFor = (): Promise<boolean> => signInAgain()

/** Paths that answer 401 for other reasons than an ended session. */
const open = /^\/api\/auth\/(login|register|password\/reset|email\/confirm)\//

/** Sends a request. After a 401 it waits until the user has logged in again, then sends the same once more. */
async function send(request: Request): Promise<Response> {
  for (;;) {
    const again = request.clone()
    const response = await reach(request)
    if (response.status !== 401 || open.test(new URL(request.url).pathname)) return response
    if (!(await signInAgain())) return response
    request = again
  }
}

async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    connection.reached()
    return response
  } catch (cause) {
    if (request.signal.aborted) throw cause
    connection.lost()
    throw offline(cause)
  }
}

export const api = createClient<paths>({ fetch: send, querySerializer: { array: { style: 'form', explode: false } } })
api.use({
  onRequest({ request }) {
    request.headers.set('Accept-Language', locale())
    return request
  },
})

/** Returns the body of an answer, or throws what the server refused with. */
export async function ok<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call
  if (!response.ok) throw await refusal(response, error)
  return data as T
}

/** The pages of a list, up to a bound that nobody reads past. */
export async function allPages<T>(
  read: (page: number, size: number) => Promise<{ count: number; results: T[] }>,
  { size = 500, most = 20_000 } = {},
): Promise<T[]> {
  const first = await read(1, size)
  const list = [...first.results]
  const pages = Math.ceil(Math.min(first.count, most) / size)
  for (let page = 2; page <= pages; page += 4) {
    const some = await Promise.all([0, 1, 2, 3].filter((i) => page + i <= pages).map((i) => read(page + i, size)))
    for (const next of some) list.push(...next.results)
  }
  return list
}
