import type { Schemas } from '../../platform/api/client'
import { t } from '../../platform/i18n/i18n.svelte'

export type Imported = Schemas['EinvoiceDetailBody']

export const linkTone = { received: 'warn', linked: 'ok', error: 'danger' } as const

/** How a file and an invoice that it could be agree or differ. */
export const reasonsOf = (c: Schemas['Candidate']): string => c.reasons.map((r) => t(`ereason.${r}`)).join(', ')

/** The file as it came: the exact bytes where its text is not in UTF-8. */
export function fileOf(e: Imported): Blob {
  const type = 'application/xml'
  if (e.raw_xml_base64 === null) return new Blob([e.raw_xml], { type })
  const bytes = Uint8Array.from(atob(e.raw_xml_base64), (c) => c.charCodeAt(0))
  return new Blob([bytes], { type })
}
