// Every screen: where it is, who sees it, and what loads it. A new screen is one entry here, its path in
// paths.json, and its texts.
import type { Component } from 'svelte'
import type { Key } from '../platform/i18n/i18n.svelte'
import type { Flag, Persona } from '../platform/session.svelte'
import type { IconName } from '../parts/icons'

export interface Screen {
  path: string
  title: Key
  icon: IconName
  group: Key
  persona: Persona
  /** Without this flag the screen says what is missing and whom to ask. */
  needs?: Flag
  /** Whether the screen is about one property, which the top bar chooses. */
  ofProperty?: boolean
  /** After "g". */
  go?: string
  load: () => Promise<{ default: Component }>
}

export const screens: Screen[] = [
  { path: '/', title: 'screen.today', icon: 'today', group: 'group.start', persona: 'accommodation', ofProperty: true, go: 't', load: () => import('../insight/today/Today.svelte') },
  { path: '/allotment/', title: 'screen.allotment', icon: 'grid', group: 'group.sell', persona: 'accommodation', needs: 'stop_sales', ofProperty: true, go: 'a', load: () => import('../inventory/allotment/Allotment.svelte') },
  { path: '/timeline/', title: 'screen.timeline', icon: 'bars', group: 'group.sell', persona: 'accommodation', needs: 'stop_sales', ofProperty: true, go: 'l', load: () => import('../inventory/timeline/TimelineScreen.svelte') },
  { path: '/stop-sale/', title: 'screen.stopsale', icon: 'stop', group: 'group.sell', persona: 'accommodation', needs: 'stop_sales', ofProperty: true, go: 's', load: () => import('../inventory/stopsale/StopSale.svelte') },
  { path: '/portfolio/', title: 'screen.portfolio', icon: 'hotels', group: 'group.buy', persona: 'tour_operator', needs: 'partner_connections', go: 'p', load: () => import('../partners/portfolio/Portfolio.svelte') },
  { path: '/availability/', title: 'screen.availability', icon: 'grid', group: 'group.buy', persona: 'tour_operator', needs: 'stop_sales', go: 'a', load: () => import('../inventory/availability/Availability.svelte') },
]

/** Where a persona begins. */
export const home: Record<Persona, string> = { accommodation: '/', tour_operator: '/portfolio/', admin: '/' }

/** Pages that need nobody to be signed in. */
export const doors: Record<string, { title: Key; load: () => Promise<{ default: Component }> }> = {
  '/log-in/': { title: 'door.login.title', load: () => import('../identity/LogIn.svelte') },
  '/register/': { title: 'door.register.title', load: () => import('../identity/Register.svelte') },
  '/password-reset/': { title: 'door.reset.title', load: () => import('../identity/PasswordReset.svelte') },
  '/email-confirm/': { title: 'door.confirm.title', load: () => import('../identity/EmailConfirm.svelte') },
}
