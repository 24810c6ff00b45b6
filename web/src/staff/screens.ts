import type { Screen } from '../app/screen'

const staff = { persona: 'admin', texts: ['staff'] } as const satisfies Partial<Screen>

export const screens: Screen[] = [
  { path: '/admin/publications/', title: 'screen.review', icon: 'inbox', group: 'staff', go: 'r', ...staff, texts: ['staff', 'content', 'names'], load: () => import('./Review.svelte') },
  { path: '/admin/accounts/', title: 'screen.accounts', icon: 'team', group: 'staff', go: 'c', ...staff, load: () => import('./Accounts.svelte') },
  { path: '/admin/accounts/{id}/', title: 'screen.account', icon: 'team', of: '/admin/accounts/', ...staff, texts: ['staff', 'billing'], load: () => import('./Account.svelte') },
  { path: '/admin/plans/', title: 'screen.plans', icon: 'card', group: 'staff', go: 'p', ...staff, texts: ['staff', 'billing'], load: () => import('./Plans.svelte') },
  { path: '/admin/health/', title: 'screen.health', icon: 'health', group: 'staff', go: 'h', ...staff, load: () => import('./Health.svelte') },
  { path: '/admin/mail/', title: 'screen.mail', icon: 'mail', group: 'staff', go: 'm', ...staff, load: () => import('./Mail.svelte') },
  { path: '/admin/announcements/', title: 'screen.announcements', icon: 'bell', group: 'staff', go: 'n', ...staff, load: () => import('./Announcements.svelte') },
  { path: '/admin/seller/', title: 'screen.seller', icon: 'money', group: 'staff', ...staff, load: () => import('./Seller.svelte') },
]
