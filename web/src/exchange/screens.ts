import type { Screen } from '../app/screen'

export const screens: Screen[] = [
  { path: '/settings/widgets/', title: 'screen.widgets', icon: 'settings', of: '/settings/', persona: 'accommodation', needs: 'settings', ofProperty: true, texts: ['widget', 'identity'], load: () => import('./widget/Widgets.svelte') },
]
