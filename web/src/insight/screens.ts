import type { Screen } from '../app/screen'

const business = ['accommodation', 'tour_operator'] as const

export const screens: Screen[] = [
  {
    path: '/',
    title: 'screen.today',
    icon: 'today',
    group: 'start',
    persona: 'accommodation',
    ofProperty: true,
    go: 't',
    texts: ['insight'],
    load: () => import('./today/Today.svelte'),
  },
  {
    path: '/reports/',
    title: 'screen.reports',
    icon: 'bars',
    group: 'start',
    persona: [...business],
    needs: 'reports',
    texts: ['insight'],
    load: () => import('./reports/Reports.svelte'),
  },
  {
    path: '/developers/statistics/',
    title: 'screen.statistics',
    icon: 'chart',
    group: 'exchange',
    persona: [...business],
    needs: 'reports',
    texts: ['insight'],
    load: () => import('./statistics/Statistics.svelte'),
  },
  {
    path: '/activity/',
    title: 'screen.activity',
    icon: 'history',
    group: 'account',
    persona: [...business],
    needs: 'reports',
    texts: ['insight', 'names', 'trail'],
    load: () => import('./activity/Activity.svelte'),
  },
]
