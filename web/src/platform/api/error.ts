import { t } from '../i18n/i18n.svelte'

/** One field of a request, and what would be right. */
export interface FieldProblem {
  field: string
  message: string
}

/** A request that did not succeed: refused by the server, or not sent at all (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldProblem[]
  /** Everything the server said, such as conflicts of the pool. */
  readonly body: Record<string, unknown>
  /** Seconds after which a try may succeed, if the server said so. */
  readonly retryAfter: number

  constructor(status: number, code: string, message: string, body: Record<string, unknown> = {}, retryAfter = 0) {
    super(message)
    this.status = status
    this.code = code
    this.body = body
    this.fields = Array.isArray(body['errors']) ? (body['errors'] as FieldProblem[]) : []
    this.retryAfter = retryAfter
  }

  /** The message for one field, or nothing. */
  of(field: string): string | undefined {
    return this.fields.find((f) => f.field === field || f.field.startsWith(field + '.'))?.message
  }
}

/** The refusal in the body of an answer. */
export function refusal(response: Response, body: unknown): ApiError {
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const message = typeof said['message'] === 'string' && said['message'] ? said['message'] : t('error.status', { status: response.status })
  const code = typeof said['code'] === 'string' ? said['code'] : 'http_' + response.status
  return new ApiError(response.status, code, message, said, Number(response.headers.get('Retry-After')) || 0)
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
