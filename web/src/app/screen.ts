// What the dashboard knows of a screen. Every area lists its own in a file screens.ts.
import type { Component } from 'svelte'
import type { IconName } from '../parts/icons'
import type { Area, Key } from '../platform/i18n/i18n.svelte'
import type { Flag, Persona } from '../platform/session.svelte'

/** The jobs by which screens are listed, in this order. */
export const groups = ['start', 'sell', 'buy', 'content', 'partners', 'money', 'exchange', 'staff', 'account'] as const

export interface Screen {
  /** With {id} for the number of what it shows. */
  path: string
  title: Key
  icon: IconName
  persona: Persona | Persona[]
  /** The job under which it is listed. Without one it is reached from the screen `of`. */
  group?: (typeof groups)[number]
  /** The path of the list that it belongs to. */
  of?: string
  /** Without this flag the screen says what is missing and whom to ask. */
  needs?: Flag
  /** For the owner of the account only, not for its other users. */
  manager?: boolean
  /** Whether the screen is about one property, which the top bar chooses. */
  ofProperty?: boolean
  /** After "g". */
  go?: string
  /** The catalogues of its texts. */
  texts: Area[]
  load: () => Promise<{ default: Component }>
}

export const isFor = (screen: Screen, persona: Persona | undefined): boolean =>
  persona !== undefined &&
  (Array.isArray(screen.persona) ? screen.persona.includes(persona) : screen.persona === persona)
