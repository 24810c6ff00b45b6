import type { Screen } from '../app/screen'

export const screens: Screen[] = [
  {
    path: '/billing/',
    title: 'screen.billing',
    icon: 'card',
    group: 'account',
    persona: ['accommodation', 'tour_operator'],
    needs: 'subscriptions',
    texts: ['billing'],
    load: () => import('./Billing.svelte'),
  },
]
