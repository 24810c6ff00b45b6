// Paying for a plan: with the card that is kept, or in the browser where there is none or where the bank asks.
import { api, ok } from '../platform/api/client'
import { ApiError } from '../platform/api/error'
import type { Cycle, Sale } from './account.svelte'
import { confirmPayment } from './stripe'

/** Takes a plan, and pays for it. Where the bank wants to ask the customer, the payment goes through the browser. */
export async function pay(sale: Sale, cycle: Cycle, hasCard: boolean): Promise<void> {
  const body = { plan_id: sale.id, billing_cycle: cycle }
  if (hasCard) {
    try {
      await ok(api.POST('/api/payments/subscription/upgrade/', { body }))
      return
    } catch (e) {
      if (!(e instanceof ApiError) || e.code !== 'authentication_required') throw e
    }
  }
  const intent = await ok(api.POST('/api/payments/stripe/payment-intent/', { body }))
  if (!intent.sandbox) await confirmPayment(intent.client_secret)
  await ok(api.POST('/api/payments/verify-payment/', { body: { payment_intent: intent.payment_intent } }))
}
