import type { States } from './state'

export const states: States = {
  operator: {
    portfolio: { path: '/portfolio/', reads: /\/partners-properties\// },
  },
}
