// Keys that work anywhere on the page. They rest while somebody types, and can be turned off.
import { untrack } from 'svelte'
import type { Key } from './i18n/i18n.svelte'

export interface Shortcut {
  /** One key or a sequence: "?", "g a", "Ctrl+k". */
  keys: string
  label: Key
  run: () => void
}

const offKey = 'allot.shortcuts'
const pause = 1000 // between the keys of a sequence

class Shortcuts {
  /** False: single keys do nothing; Ctrl+K stays. */
  on = $state(localStorage.getItem(offKey) !== 'off')
  list = $state.raw<Shortcut[]>([])
  #began = ''
  #timer = 0

  turn(on: boolean) {
    this.on = on
    localStorage.setItem(offKey, on ? 'on' : 'off')
  }

  /** Adds shortcuts while a component lives; returns how to take them away. */
  add(...some: Shortcut[]): () => void {
    // Untracked: an effect that adds some must not run again because the list changed.
    this.list = [...untrack(() => this.list), ...some]
    return () => (this.list = this.list.filter((s) => !some.includes(s)))
  }

  handle(e: KeyboardEvent) {
    if (e.defaultPrevented || e.altKey) return
    const ctrl = e.ctrlKey || e.metaKey
    if (!ctrl && (!this.on || typing(e.target) || document.querySelector('dialog[open]'))) return
    const key = (ctrl ? 'Ctrl+' : '') + (e.key.length === 1 && ctrl ? e.key.toLowerCase() : e.key)
    const pressed = this.#began ? this.#began + ' ' + key : key
    this.#began = ''
    clearTimeout(this.#timer)
    // The last one added is that of the screen, which goes before those of the frame.
    const found = this.list.findLast((s) => s.keys === pressed) ?? this.list.findLast((s) => s.keys === key)
    if (found) {
      e.preventDefault()
      found.run()
    } else if (this.list.some((s) => s.keys.startsWith(key + ' '))) {
      this.#began = key
      this.#timer = window.setTimeout(() => (this.#began = ''), pause)
    }
  }
}

/** Whether keys go into a field. */
export function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

export const shortcuts = new Shortcuts()
