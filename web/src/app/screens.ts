// Every screen and door. A new screen is one entry in the file screens.ts of its area, its path in paths.json, and
// its texts.
import type { Component } from 'svelte'
import { screens as billing } from '../billing/screens'
import { screens as content } from '../content/screens'
import { screens as exchange } from '../exchange/screens'
import { screens as identity } from '../identity/screens'
import { screens as insight } from '../insight/screens'
import { screens as inventory } from '../inventory/screens'
import { screens as invoicing } from '../invoicing/screens'
import { screens as partners } from '../partners/screens'
import { screens as staff } from '../staff/screens'
import type { Area, Key } from '../platform/i18n/i18n.svelte'
import type { Persona } from '../platform/session.svelte'
import { match } from './match'
import { isFor, type Screen } from './screen'

export const screens: Screen[] = [
  ...insight,
  ...inventory,
  ...content,
  ...partners,
  ...invoicing,
  ...billing,
  ...identity,
  ...exchange,
  ...staff,
]

/** The screen of a path for a persona, and what the path names. */
export function find(
  path: string,
  persona: Persona | undefined,
): { screen: Screen; params: Record<string, string> } | undefined {
  for (const screen of screens) {
    const params = isFor(screen, persona) ? match(screen.path, path) : undefined
    if (params) return { screen, params }
  }
  return undefined
}

/** Where a persona begins. */
export const home: Record<Persona, string> = {
  accommodation: '/',
  tour_operator: '/portfolio/',
  admin: '/admin/publications/',
}

/** Pages that need nobody to be signed in. */
export const doors: Record<string, { title: Key; texts: Area[]; load: () => Promise<{ default: Component }> }> = {
  '/log-in/': { title: 'door.login.title', texts: ['door'], load: () => import('../identity/LogIn.svelte') },
  '/register/': { title: 'door.register.title', texts: ['door'], load: () => import('../identity/Register.svelte') },
  '/password-reset/': {
    title: 'door.reset.title',
    texts: ['door'],
    load: () => import('../identity/PasswordReset.svelte'),
  },
  '/email-confirm/': {
    title: 'door.confirm.title',
    texts: ['door'],
    load: () => import('../identity/EmailConfirm.svelte'),
  },
}
