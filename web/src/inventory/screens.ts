import type { Screen } from '../app/screen'

export const screens: Screen[] = [
  { path: '/allotment/', title: 'screen.allotment', icon: 'grid', group: 'sell', persona: 'accommodation', needs: 'stop_sales', ofProperty: true, go: 'a', texts: ['inventory'], load: () => import('./allotment/Allotment.svelte') },
  { path: '/timeline/', title: 'screen.timeline', icon: 'bars', group: 'sell', persona: 'accommodation', needs: 'stop_sales', ofProperty: true, go: 'l', texts: ['inventory'], load: () => import('./timeline/TimelineScreen.svelte') },
  { path: '/stop-sale/', title: 'screen.stopsale', icon: 'stop', group: 'sell', persona: 'accommodation', needs: 'stop_sales', ofProperty: true, go: 's', texts: ['inventory'], load: () => import('./stopsale/StopSale.svelte') },
  { path: '/availability/', title: 'screen.availability', icon: 'grid', group: 'buy', persona: 'tour_operator', needs: 'stop_sales', go: 'a', texts: ['inventory'], load: () => import('./availability/Availability.svelte') },
  { path: '/rooming/', title: 'screen.rooming', icon: 'list', group: 'sell', persona: 'accommodation', needs: 'rooming', go: 'o', texts: ['rooming'], load: () => import('./rooming/Ledgers.svelte') },
  { path: '/rooming/', title: 'screen.rooming', icon: 'list', group: 'buy', persona: 'tour_operator', needs: 'rooming', go: 'o', texts: ['rooming'], load: () => import('./rooming/Ledgers.svelte') },
  { path: '/rooming/ledgers/{id}/', title: 'screen.ledger', icon: 'list', of: '/rooming/', persona: ['accommodation', 'tour_operator'], needs: 'rooming', texts: ['rooming'], load: () => import('./rooming/Ledger.svelte') },
]
