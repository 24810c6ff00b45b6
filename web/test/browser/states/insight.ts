import { choose, press, type States } from './state'

export const states: States = {
  hotel: {
    today: {
      path: '/',
      reads: /\/api\/(partners\/contracts|invoicing)\//,
      open: {
        bell: press(/notification/i),
        account: press('Account'),
        sessions: choose('Account', 'Where you are logged in'),
        property: press('Hotel Poseidon'),
      },
    },
    nothing: { path: '/nowhere/' },
  },
}
