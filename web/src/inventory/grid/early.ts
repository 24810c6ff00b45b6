// Keys that somebody types before the calendar is there to take them are not meant for the day that it then shows.

const pause = 1000 // milliseconds: what follows a key sooner belongs to the same typing

/** Knows whether a key belongs to a typing that began when nothing took it. */
export class Typing {
  #last = -Infinity
  #early = false

  /** Takes note of a key, and returns whether it is to be ignored. */
  early(at: number, taken: boolean): boolean {
    const goesOn = at - this.#last < pause
    this.#last = at
    this.#early = !taken || (goesOn && this.#early)
    return this.#early
  }
}

/** Keeps such keys from a calendar that comes in the middle of a typing; returns how to stop that. */
export function ignoreEarlyKeys(): () => void {
  const typing = new Typing()
  const hear = (e: KeyboardEvent) => {
    const target = e.target as Element
    const taken =
      target.closest('[role=grid], input, select, textarea, button, a, dialog, [role=menu], [role=dialog]') !== null
    const acts = e.key.length === 1 || e.key === 'Delete' || e.key === 'Backspace'
    if (!acts || e.ctrlKey || e.metaKey || e.altKey) return
    if (!typing.early(e.timeStamp, taken) || target.closest('[role=grid]') === null) return
    e.preventDefault()
    e.stopImmediatePropagation()
  }
  document.addEventListener('keydown', hear, true)
  return () => document.removeEventListener('keydown', hear, true)
}
