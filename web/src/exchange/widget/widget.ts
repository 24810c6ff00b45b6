// What the screen of a widget knows besides the server.
import type { Schemas } from '../../platform/api/client'
import type { Key } from '../../platform/i18n/i18n.svelte'

export type Widget = Schemas['WidgetBody']
export type WidgetChange = Partial<Pick<Widget, 'theme' | 'color' | 'language' | 'show' | 'allowed_hosts'>>

/** What a setting is called where it is changed. */
export const labels: Record<keyof WidgetChange, Key> = {
  theme: 'widget.theme',
  color: 'widget.color',
  language: 'widget.language',
  show: 'widget.show',
  allowed_hosts: 'widget.domains',
}

export type Part = Widget['show'][number]

export const parts: Part[] = ['facts', 'photos', 'availability']

/** The parts with one more or less, in their order. The last one stays. */
export function toggled(show: Part[], part: Part): Part[] {
  const next = parts.filter((p) => (p === part) !== show.includes(p))
  return next.length > 0 ? next : show
}
