import { press, type States } from './state'

export const states: States = {
  hotel: {
    widgets: {
      path: '/settings/widgets/',
      reads: /\/api\/settings\/widget\//,
      open: { delete: press('Delete widget') },
    },
  },
}
