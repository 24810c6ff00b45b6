import type { Screen } from '../app/screen'

export const screens: Screen[] = [
  { path: '/', title: 'screen.today', icon: 'today', group: 'start', persona: 'accommodation', ofProperty: true, go: 't', texts: ['insight'], load: () => import('./today/Today.svelte') },
]
