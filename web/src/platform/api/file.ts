// Files of the API: their addresses, and how to save and send one.
import { locale } from '../i18n/i18n.svelte'
import { signInAgainFor } from './client'
import { offline, refusal, type ApiError } from './error'
import type { paths } from './schema'

/** The address of a file: a path of the document with its values filled in. */
export function fileAt<P extends keyof paths>(
  path: P,
  values: Record<string, string | number> = {},
  query: Record<string, string | number | undefined> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, String(value))
  const text = params.toString()
  return filled + (text ? '?' + text : '')
}

/**
 * Sends a file with its progress, 0 to 1, which fetch does not tell. With the token of an API key a 401 is about the
 * key, not about the session.
 */
export async function upload<T>(
  address: string,
  body: FormData | Blob,
  {
    method = 'POST',
    progress,
    token = '',
  }: { method?: string; progress?: (share: number) => void; token?: string } = {},
): Promise<T> {
  for (;;) {
    const request = await sent(address, body, method, progress, token)
    if (request.status === 401 && !token && (await signInAgainFor())) continue
    const said: unknown = request.responseText ? parsed(request.responseText) : undefined
    const response = new Response(null, {
      status: request.status === 204 ? 204 : request.status,
      headers: { 'Retry-After': request.getResponseHeader('Retry-After') ?? '' },
    })
    if (!response.ok) throw await refusal(response, said)
    return said as T
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a proxy answered; the status says enough
  }
}

function sent(
  address: string,
  body: FormData | Blob,
  method: string,
  progress: ((share: number) => void) | undefined,
  token: string,
): Promise<XMLHttpRequest> {
  return new Promise((done, fail: (e: ApiError) => void) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    request.setRequestHeader('Accept-Language', locale())
    if (token) request.setRequestHeader('Authorization', 'Bearer ' + token)
    request.upload.onprogress = (e) => e.lengthComputable && progress?.(e.loaded / e.total)
    request.onload = () => done(request)
    request.onerror = () => fail(offline(new Error('not sent')))
    request.send(body)
  })
}

/** Saves a file under a name. A refusal is thrown, where a plain link would show it as a page. */
export async function save(address: string, name: string): Promise<void> {
  for (;;) {
    let response: Response
    try {
      response = await fetch(address, { headers: { 'Accept-Language': locale() } })
    } catch (cause) {
      throw offline(cause)
    }
    if (response.status === 401 && (await signInAgainFor())) continue
    if (!response.ok) throw await refusal(response, await response.json().catch(() => undefined))
    keep(await response.blob(), name)
    return
  }
}

/** Saves a file that the page already has. */
export function keep(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
