import type { Screen } from '../app/screen'

export const screens: Screen[] = []
