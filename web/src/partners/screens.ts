import type { Screen } from '../app/screen'

export const screens: Screen[] = [
  { path: '/portfolio/', title: 'screen.portfolio', icon: 'hotels', group: 'buy', persona: 'tour_operator', needs: 'partner_connections', go: 'p', texts: ['partners', 'insight'], load: () => import('./portfolio/Portfolio.svelte') },
]
