import type { States } from './state'

export const states: States = {}
