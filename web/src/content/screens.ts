import type { Screen } from '../app/screen'

export const screens: Screen[] = [
  { path: '/properties/', title: 'screen.properties', icon: 'hotels', group: 'content', persona: 'accommodation', texts: ['content'], load: () => import('./property/Properties.svelte') },
  { path: '/properties/{id}/', title: 'screen.property', icon: 'hotels', of: '/properties/', persona: 'accommodation', needs: 'fact_sheets', texts: ['content'], load: () => import('./property/Property.svelte') },
  { path: '/facts/', title: 'screen.facts', icon: 'file', group: 'content', persona: 'accommodation', needs: 'fact_sheets', ofProperty: true, go: 'f', texts: ['content'], load: () => import('./facts/FactSheet.svelte') },
  { path: '/photos/', title: 'screen.photos', icon: 'photo', group: 'content', persona: 'accommodation', needs: 'photos', ofProperty: true, texts: ['content'], load: () => import('./photos/Photos.svelte') },
]
