import { asApiError } from '../platform/api/error'
import { session } from '../platform/session.svelte'
import { toasts } from '../platform/toasts.svelte'

/** Keeps a preference of the user, and says it if that failed. */
export async function prefer(change: Parameters<typeof session.prefer>[0]): Promise<void> {
  try {
    await session.prefer(change)
  } catch (e) {
    toasts.show(asApiError(e).message, { tone: 'danger' })
  }
}
