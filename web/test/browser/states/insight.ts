import { iso } from '../days'
import { choose, press, type State, type States } from './state'

const days = (path: string, reads: RegExp): State => ({ path, reads })

export const states: States = {
  hotel: {
    today: {
      path: '/',
      reads: /\/api\/(partners\/contracts|invoicing)\//,
      open: {
        bell: press(/notification/i),
        dismissal: async (page) => {
          await press(/notification/i)(page)
          await press('Dismiss all')(page)
        },
        account: press('Account'),
        sessions: choose('Account', 'Where you are logged in'),
        property: press('Hotel Poseidon'),
      },
    },
    statistics: {
      path: '/developers/statistics/',
      reads: /\/api-stats\/summary\//,
      open: { table: async (page) => page.getByText('The days as a table').click() },
    },
    statisticsyear: { path: '/developers/statistics/?days=365' },
    reports: days('/reports/', /\/api\/reports\/availability\//),
    reportsmonths: { path: `/reports/?from=${iso(0)}&to=${iso(230)}` },
    activity: days('/activity/', /\/api\/reports\/activity\//),
    nothing: { path: '/nowhere/' },
  },
  operator: {
    statistics: days('/developers/statistics/', /\/api-stats\/summary\//),
    reports: days('/reports/', /\/api\/reports\/availability\//),
    activity: days('/activity/?days=90', /\/api\/reports\/activity\//),
  },
}
