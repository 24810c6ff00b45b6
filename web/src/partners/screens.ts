import type { Screen } from '../app/screen'

const both = { persona: ['accommodation', 'tour_operator'], needs: 'partner_connections', texts: ['partners'] } satisfies Partial<Screen>

export const screens: Screen[] = [
  { path: '/portfolio/', title: 'screen.portfolio', icon: 'hotels', group: 'buy', persona: 'tour_operator', needs: 'partner_connections', go: 'p', texts: ['partners', 'insight'], load: () => import('./portfolio/Portfolio.svelte') },
  { path: '/partners/contracts/', title: 'screen.contracts', icon: 'contract', group: 'partners', go: 'c', ...both, load: () => import('./contracts/Contracts.svelte') },
  { path: '/partners/contracts/{id}/', title: 'screen.contract', icon: 'contract', of: '/partners/contracts/', ...both, load: () => import('./contracts/Contract.svelte') },
  { path: '/partners/discover/', title: 'screen.discover', icon: 'search', group: 'partners', ...both, load: () => import('./discover/Discover.svelte') },
  { path: '/partners/rate-contracts/', title: 'screen.ratecontracts', icon: 'list', group: 'partners', ...both, load: () => import('./rates/RateContracts.svelte') },
  { path: '/partners/rate-contracts/{id}/', title: 'screen.ratecontract', icon: 'list', of: '/partners/rate-contracts/', ...both, load: () => import('./rates/RateContract.svelte') },

  // The operator's side of what hotels publish, and the hotel's answer to it.
  { path: '/mapping/', title: 'screen.mapping', icon: 'map', group: 'buy', persona: 'tour_operator', needs: 'partner_connections', go: 'm', texts: ['catalogue'], load: () => import('./mapping/Mapping.svelte') },
  { path: '/hotels/{id}/', title: 'screen.hotel', icon: 'hotels', of: '/portfolio/', persona: 'tour_operator', needs: 'partner_connections', texts: ['catalogue', 'content'], load: () => import('./hotel/Hotel.svelte') },
  { path: '/partners/overrides/', title: 'screen.overrides', icon: 'list', group: 'partners', persona: 'tour_operator', needs: 'partner_connections', texts: ['catalogue', 'content'], load: () => import('./overrides/Overrides.svelte') },
  { path: '/partners/override-approvals/', title: 'screen.overrideapprovals', icon: 'list', group: 'partners', persona: 'accommodation', needs: 'partner_connections', texts: ['catalogue', 'content'], load: () => import('./overrides/Approvals.svelte') },
]
