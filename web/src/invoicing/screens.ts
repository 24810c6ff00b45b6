import type { Screen } from '../app/screen'

const both: Pick<Screen, 'persona' | 'needs' | 'texts'> = {
  persona: ['accommodation', 'tour_operator'],
  needs: 'invoicing',
  texts: ['invoicing'],
}
const issuer: typeof both = { ...both, persona: 'accommodation' }

// What stands before {id} is a word that is no id.
export const screens: Screen[] = [
  {
    path: '/invoices/',
    title: 'screen.invoices',
    icon: 'money',
    group: 'money',
    go: 'i',
    ...both,
    load: () => import('./invoices/Invoices.svelte'),
  },
  {
    path: '/invoices/new/',
    title: 'screen.newinvoice',
    icon: 'money',
    of: '/invoices/',
    ...issuer,
    load: () => import('./editor/Editor.svelte'),
  },
  {
    path: '/invoices/templates/',
    title: 'screen.templates',
    icon: 'file',
    of: '/invoices/',
    ...issuer,
    load: () => import('./templates/Templates.svelte'),
  },
  {
    path: '/invoices/{id}/',
    title: 'screen.invoice',
    icon: 'money',
    of: '/invoices/',
    ...both,
    load: () => import('./invoice/Invoice.svelte'),
  },
  {
    path: '/invoices/{id}/edit/',
    title: 'screen.invoice',
    icon: 'money',
    of: '/invoices/',
    ...issuer,
    load: () => import('./editor/Editor.svelte'),
  },
  {
    path: '/einvoices/',
    title: 'screen.einvoices',
    icon: 'inbox',
    group: 'money',
    ...both,
    load: () => import('./einvoices/Inbox.svelte'),
  },
  {
    path: '/einvoices/profile/',
    title: 'screen.einvoiceprofile',
    icon: 'file',
    of: '/einvoices/',
    ...both,
    texts: ['invoicing', 'names'],
    load: () => import('./einvoices/Profile.svelte'),
  },
  {
    path: '/einvoices/{id}/',
    title: 'screen.einvoice',
    icon: 'inbox',
    of: '/einvoices/',
    ...both,
    load: () => import('./einvoices/Imported.svelte'),
  },
]
