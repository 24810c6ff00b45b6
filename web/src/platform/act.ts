import { asApiError, wayOut } from './api/error'
import { t } from './i18n/i18n.svelte'
import { toasts } from './toasts.svelte'

/**
 * Does something that a button asks for, and says what became of it; true: it succeeded. A way back is offered
 * where there is one.
 */
export async function act(
  what: () => Promise<unknown>,
  done?: string,
  undo?: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await what()
    if (done) toasts.show(done, undo ? { action: { label: t('undo'), run: () => void act(undo, t('undo.did')) } } : {})
    return true
  } catch (e) {
    const error = asApiError(e)
    toasts.show(error.message, {
      tone: 'danger',
      details: [...error.fields.map((f) => f.sentence), wayOut(error)].filter(Boolean),
    })
    return false
  }
}
