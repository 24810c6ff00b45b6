import type { Schemas } from '../../platform/api/client'
import { problemsInWords } from '../../platform/api/error'

export type Hook = Schemas['WebhookBody']
export type Delivery = Schemas['DeliveryBody']
export type HookEvent = Delivery['event']

/** What an endpoint can be told of. */
export const events: HookEvent[] = [
  'property.updated',
  'availability.updated',
  'stopsale.created',
  'stopsale.updated',
  'stopsale.cancelled',
  'invoice.sent',
  'invoice.paid',
  'invoice.disputed',
  'invoice.cancelled',
  'test.ping',
]

export type HookState = 'off' | 'disabled' | 'failing' | 'active'

/** Switched off by hand and disabled after failures are the same to the API but for the reason. */
export function stateOf(hook: Hook): HookState {
  if (!hook.is_active) return hook.failing_since ? 'disabled' : 'off'
  return hook.failing_since ? 'failing' : 'active'
}

/** Why an endpoint is not active, in the reader's language. */
export const disabledWhy = (hook: Hook): string =>
  problemsInWords({ message: hook.disabled_reason ?? '', problems: hook.disabled_problems })

export const toneOf = { off: 'plain', disabled: 'danger', failing: 'warn', active: 'ok' } as const

/** Whether a delivery is being sent about now, so that it is worth reading again soon. */
export const isSending = (d: Delivery, now = Date.now()): boolean =>
  d.status === 'pending' && (!d.next_retry_at || Date.parse(d.next_retry_at) <= now + 5000)

/** The headers of the requests of a delivery. Signatures are made anew for each attempt and stored nowhere. */
export function headersOf(d: Delivery): [string, string][] {
  const last = d.attempts.at(-1)
  return [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Allot-Webhooks/1'],
    ['X-Service-Event', d.event],
    ['X-Service-Delivery', d.delivery_id],
    ['X-Service-Signature', 'sha256=…'],
    ['Webhook-Id', d.delivery_id],
    ['Webhook-Timestamp', last ? String(Math.floor(Date.parse(last.started_at) / 1000)) : '…'],
    ['Webhook-Signature', 'v1,…'],
  ]
}
