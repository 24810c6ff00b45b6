import type { Screen } from '../app/screen'

const both = {
  persona: ['accommodation', 'tour_operator'],
  needs: 'integrations',
  texts: ['exchange'],
} satisfies Partial<Screen>
const hotel = { ...both, persona: 'accommodation' } satisfies Partial<Screen>

export const screens: Screen[] = [
  {
    path: '/developers/keys/',
    title: 'screen.keys',
    icon: 'key',
    group: 'exchange',
    ...both,
    load: () => import('./keys/Keys.svelte'),
  },
  {
    path: '/developers/console/',
    title: 'screen.console',
    icon: 'play',
    group: 'exchange',
    ...both,
    load: () => import('./console/Console.svelte'),
  },
  {
    path: '/developers/webhooks',
    title: 'screen.webhooks',
    icon: 'hook',
    group: 'exchange',
    go: 'w',
    ...both,
    load: () => import('./webhooks/Webhooks.svelte'),
  },
  {
    path: '/developers/webhooks/{id}/',
    title: 'screen.webhook',
    icon: 'hook',
    of: '/developers/webhooks',
    ...both,
    load: () => import('./webhooks/Webhook.svelte'),
  },
  {
    path: '/integrations/connections/',
    title: 'screen.connections',
    icon: 'plug',
    group: 'exchange',
    ...hotel,
    load: () => import('./connections/Connections.svelte'),
  },
  {
    path: '/integrations/connections/{id}/',
    title: 'screen.connection',
    icon: 'plug',
    of: '/integrations/connections/',
    ...hotel,
    load: () => import('./connections/Connection.svelte'),
  },
  {
    path: '/integrations/imports/',
    title: 'screen.imports',
    icon: 'upload',
    group: 'exchange',
    ...hotel,
    load: () => import('./imports/Imports.svelte'),
  },
  {
    path: '/exports/',
    title: 'screen.exports',
    icon: 'download',
    group: 'exchange',
    ...both,
    load: () => import('./exports/Exports.svelte'),
  },
  {
    path: '/settings/widgets/',
    title: 'screen.widgets',
    icon: 'settings',
    of: '/settings/',
    persona: 'accommodation',
    needs: 'settings',
    ofProperty: true,
    texts: ['widget', 'identity'],
    load: () => import('./widget/Widgets.svelte'),
  },
]
