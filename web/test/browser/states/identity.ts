import { press, type State, type States } from './state'

const team: State = {
  path: '/team/',
  reads: /\/api\/auth\/authorized-users\//,
  open: { new: press('Add a person'), remove: press(/^Remove /) },
}
const contacts: State = {
  path: '/settings/contacts/',
  reads: /\/api\/settings\/contacts\//,
  open: { new: press('New contact'), import: press('Import from CSV') },
}

export const states: States = {
  hotel: {
    team: { ...team, open: { ...team.open, person: press('Γιώργος Παπαδάκης') } },
    audit: { path: '/audit/', reads: /\/api\/settings\/audit/, open: { entry: press(/ changed/) } },
    settings: { path: '/settings/', reads: /\/api\/settings\/account\/settings/ },
    company: { path: '/settings/company/', reads: /\/api\/settings\/company/ },
    contacts: { ...contacts, open: { ...contacts.open, contact: press('Lena Huber') } },
    lists: {
      path: '/settings/lists/',
      reads: /\/api\/settings\/mailing-lists\//,
      open: { new: press('New mailing list'), list: press('Agencies of the family'), remove: press(/^Remove /) },
    },
  },
  operator: {
    team: { path: '/team/', open: { new: press('Add a person') } },
    settings: { path: '/settings/' },
    contacts: { path: '/settings/contacts/', open: { new: press('New contact') } },
  },
}
