/** Whether the server answers. Requests report it; the top bar shows it. */
class Connection {
  /** The last request was answered. */
  online = $state(true)
  #back = new Set<() => void>()

  reached() {
    if (this.online) return
    this.online = true
    for (const fn of this.#back) fn()
  }

  lost() {
    this.online = false
  }

  /** Calls fn each time the server answers again; returns how to stop that. */
  onBack(fn: () => void): () => void {
    this.#back.add(fn)
    return () => this.#back.delete(fn)
  }
}

export const connection = new Connection()
