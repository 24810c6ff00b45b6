import { api } from '../../platform/api/client'
import { offline } from '../../platform/api/error'
import { locale } from '../../platform/i18n/i18n.svelte'
import { addressOf, type Endpoint, type Filters } from './endpoints'

export interface Request {
  endpoint: Endpoint
  filters: Filters
  format: 'json' | 'xml'
  /** Empty: the call runs as the account. */
  token: string
}

export interface Answer {
  id: number
  request: Request
  at: string
  status: number
  type: string
  milliseconds: number
  bytes: number
  text: string
}

let next = 1

/** Sends a request as a system would, or as the account would be answered. Whatever comes back is an answer. */
export async function call(request: Request): Promise<Answer> {
  const at = new Date().toISOString()
  const begun = performance.now()
  const { response, text } = request.token ? await withKey(request) : await asAccount(request)
  return {
    id: next++,
    request,
    at,
    status: response.status,
    type: response.headers.get('Content-Type') ?? '',
    milliseconds: Math.round(performance.now() - begun),
    bytes: new TextEncoder().encode(text).length,
    text,
  }
}

async function asAccount({ endpoint, filters, format }: Request) {
  const { data, error, response } = await api.POST('/api/v1/test-call/', {
    params: { query: { format } },
    body: { endpoint: endpoint.name, params: filters },
    parseAs: 'text',
  })
  const said: unknown = response.ok ? data : error
  return { response, text: typeof said === 'string' ? said : JSON.stringify(said) }
}

/** With the token alone, without the session: a refusal of the key must not look like the end of the session. */
async function withKey({ endpoint, filters, format, token }: Request) {
  try {
    const response = await fetch(addressOf('', endpoint.path, token, filters, format), {
      credentials: 'omit',
      headers: { 'Accept-Language': locale() },
    })
    return { response, text: await response.text() }
  } catch (cause) {
    throw offline(cause)
  }
}
