import type { Screen } from '../app/screen'

const business = ['accommodation', 'tour_operator'] as const

export const screens: Screen[] = [
  { path: '/team/', title: 'screen.team', icon: 'team', group: 'account', persona: [...business], manager: true, texts: ['identity'], load: () => import('./team/Team.svelte') },
  { path: '/audit/', title: 'screen.audit', icon: 'history', group: 'account', persona: [...business], needs: 'settings', texts: ['identity', 'names', 'trail'], load: () => import('./team/Audit.svelte') },
  { path: '/settings/', title: 'screen.settings', icon: 'settings', group: 'account', persona: ['accommodation', 'tour_operator', 'admin'], texts: ['identity'], load: () => import('./settings/Personal.svelte') },
  { path: '/settings/company/', title: 'screen.company', icon: 'settings', of: '/settings/', persona: [...business], needs: 'settings', texts: ['identity'], load: () => import('./settings/Company.svelte') },
  { path: '/settings/contacts/', title: 'screen.contacts', icon: 'settings', of: '/settings/', persona: [...business], needs: 'settings', texts: ['identity'], load: () => import('./settings/Contacts.svelte') },
  { path: '/settings/lists/', title: 'screen.lists', icon: 'settings', of: '/settings/', persona: [...business], needs: 'settings', texts: ['identity'], load: () => import('./settings/MailingLists.svelte') },
]
