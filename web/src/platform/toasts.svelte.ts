// Short messages about what was just done, with a way back where there is one.
export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'warn' | 'danger'
  details: string[]
  action?: { label: string; run: () => void }
}

class Toasts {
  list = $state<Toast[]>([])
  #next = 1

  /** Shows a message. One that reports a failure stays until it is closed. */
  show(
    text: string,
    more: { tone?: Toast['tone']; details?: string[]; action?: Toast['action']; seconds?: number } = {},
  ): number {
    const toast: Toast = {
      id: this.#next++,
      text,
      tone: more.tone ?? 'plain',
      details: more.details ?? [],
      ...(more.action ? { action: more.action } : {}),
    }
    this.list = [...this.list.slice(-2), toast]
    const seconds = more.seconds ?? (toast.tone === 'danger' ? 0 : 8)
    if (seconds) setTimeout(() => this.close(toast.id), seconds * 1000)
    return toast.id
  }

  close(id: number) {
    this.list = this.list.filter((t) => t.id !== id)
  }
}

export const toasts = new Toasts()
