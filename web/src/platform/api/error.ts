import { known, t, useTexts, type Key } from '../i18n/i18n.svelte'
import { labelOf } from './label'
import { valuesOf } from './values'

type Params = Record<string, unknown>

/** One field of a request, and what would be right. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** What the server says of one field. */
interface Said extends FieldProblem {
  code?: string
  params?: Params
}

/** What the server refuses of a field, in the reader's language. */
export class RefusedField implements FieldProblem {
  readonly field: string
  readonly #said: Said

  constructor(said: Said) {
    this.field = said.field
    this.#said = said
  }

  /**
   * What is wrong with it: the code is of a field, or that of a refusal which names no field. One that we do not know
   * is said in the words of the server.
   */
  get message(): string {
    const { code = '', params, message } = this.#said
    return inWords(`field.${code}`, params) ?? refusalInWords(code, params) ?? message
  }

  /** The field as people call it, with its row: "Row 2 · Unit price". */
  get label(): string {
    return labelOf(this.field)
  }

  /** The whole sentence, for where the field itself is not to be seen. */
  get sentence(): string {
    return this.label ? `${this.label}: ${this.message}` : this.message
  }
}

/** A request that did not succeed: refused by the server, or not sent at all (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: RefusedField[]
  /** Everything the server said, such as conflicts of the pool. */
  readonly body: Record<string, unknown>
  /** Seconds after which a try may succeed, if the server said so. */
  readonly retryAfter: number

  constructor(status: number, code: string, message: string, body: Record<string, unknown> = {}, retryAfter = 0) {
    super()
    this.status = status
    this.code = code
    this.body = body
    this.fields = Array.isArray(body['errors']) ? (body['errors'] as Said[]).map((said) => new RefusedField(said)) : []
    this.retryAfter = retryAfter
    // Read where it is shown, so that it changes with the language.
    Object.defineProperty(this, 'message', {
      get: () => refusalInWords(code, body['params'] as Params | undefined) ?? message,
    })
  }

  /** The message for one field, or nothing. */
  of(field: string): string | undefined {
    return this.fields.find((f) => f.field === field || f.field.startsWith(field + '.'))?.message
  }
}

/** The text of a refusal: that of its reason, else that of its code. */
function refusalInWords(code: string, params: Params = {}): string | undefined {
  const reason = params['reason']
  return (
    (typeof reason === 'string' ? inWords(`refusal.${code}.${reason}`, params) : undefined) ??
    inWords(`refusal.${code}`, params)
  )
}

/** The text of a key with the values of the server; nothing if there is no such text. */
function inWords(key: string, params: Params = {}): string | undefined {
  return known(key) ? t(key as Key, valuesOf(params)) : undefined
}

/** The refusal in the body of an answer. Its texts are loaded with the first one. */
export async function refusal(response: Response, body: unknown): Promise<ApiError> {
  await useTexts('refusals', 'names').catch(() => undefined) // then it is said in English
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const message =
    typeof said['message'] === 'string' && said['message']
      ? said['message']
      : t('error.status', { status: response.status })
  const code = typeof said['code'] === 'string' ? said['code'] : 'http_' + response.status
  return new ApiError(response.status, code, message, said, Number(response.headers.get('Retry-After')) || 0)
}

/**
 * What the server keeps in English words, in the reader's language: why a row was not taken, a delivery failed, a sync
 * ended. What was kept before it had codes stays in English. Call useTexts for the areas of problemTexts before.
 */
export function problemsInWords(said: { message: string; problems?: Said[] | null }): string {
  return said.problems?.length ? said.problems.map((one) => new RefusedField(one).sentence).join(' ') : said.message
}
export const problemTexts = ['refusals', 'names'] as const

/** What is wrong with a field before it is sent, by the codes of the server. */
export interface Problem {
  field: string
  code: string
  params?: Params
}

/** What the server would refuse, said before it is asked. */
export async function refusedHere(errors: Problem[]): Promise<ApiError> {
  await useTexts('refusals', 'names')
  return new ApiError(400, 'validation_failed', t('refusal.validation_failed'), { errors })
}

/** A request that did not reach the server. */
export function offline(cause: unknown): ApiError {
  const e = new ApiError(0, 'offline', t('error.offline'))
  e.cause = cause
  return e
}

/** Any thrown value as an ApiError, so that screens know one kind. */
export function asApiError(e: unknown): ApiError {
  if (e instanceof ApiError) return e
  console.error(e)
  return new ApiError(0, 'unexpected', t('error.unexpected'))
}

/** What the reader can do about a failure; empty: the message says it all. */
export function wayOut(error: ApiError): string {
  if (error.code === 'plan_limit_reached') return t('failure.plan')
  if (error.code === 'email_not_confirmed') return t('failure.confirm')
  if (error.status === 403) return t('failure.permission')
  if (error.status === 429) return error.retryAfter ? t('failure.wait', { n: error.retryAfter }) : t('failure.later')
  if (error.status === 0 || error.status >= 500) return t('failure.again')
  return ''
}
