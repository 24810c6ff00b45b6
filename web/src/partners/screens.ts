import type { Screen } from '../app/screen'

const both = { persona: ['accommodation', 'tour_operator'], needs: 'partner_connections', texts: ['partners'] } satisfies Partial<Screen>

export const screens: Screen[] = [
  { path: '/portfolio/', title: 'screen.portfolio', icon: 'hotels', group: 'buy', persona: 'tour_operator', needs: 'partner_connections', go: 'p', texts: ['partners', 'insight'], load: () => import('./portfolio/Portfolio.svelte') },
  { path: '/partners/contracts/', title: 'screen.contracts', icon: 'contract', group: 'partners', go: 'c', ...both, load: () => import('./contracts/Contracts.svelte') },
  { path: '/partners/contracts/{id}/', title: 'screen.contract', icon: 'contract', of: '/partners/contracts/', ...both, load: () => import('./contracts/Contract.svelte') },
  { path: '/partners/discover/', title: 'screen.discover', icon: 'search', group: 'partners', ...both, load: () => import('./discover/Discover.svelte') },
  { path: '/partners/rate-contracts/', title: 'screen.ratecontracts', icon: 'list', group: 'partners', ...both, load: () => import('./rates/RateContracts.svelte') },
  { path: '/partners/rate-contracts/{id}/', title: 'screen.ratecontract', icon: 'list', of: '/partners/rate-contracts/', ...both, load: () => import('./rates/RateContract.svelte') },
]
