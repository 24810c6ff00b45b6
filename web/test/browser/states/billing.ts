import { press, type States } from './state'

export const states: States = {
  hotel: {
    billing: {
      path: '/billing/',
      reads: /\/api\/payments\/overview\//,
      open: { choose: press('Choose Platinum'), cancel: press('Cancel the plan'), card: press('Add a card') },
    },
  },
  operator: { billing: { path: '/billing/' } },
}
