// What the screens of invoices have in common.
import type { Schemas } from '../platform/api/client'
import { fileAt, save } from '../platform/api/file'
import { toDay } from '../platform/civil'
import { money, shortDay } from '../platform/format'
import { locale } from '../platform/i18n/i18n.svelte'
import { region } from '../platform/region.svelte'

export type Listed = Schemas['InvoiceBody']
/** One invoice with its log. */
export type Invoice = Listed & Schemas['InvoiceDetailBody']
export type Status = Listed['status']
export type Verb = Listed['available_actions'][number]

/** Every state, what asks for work first. */
export const statuses: Status[] = ['OVERDUE', 'DISPUTED', 'DRAFT', 'SENT', 'VIEWED', 'CLEARED', 'PAID', 'CANCELLED']

export const toneOf: Record<Status, 'plain' | 'ok' | 'warn' | 'danger' | 'info'> = {
  DRAFT: 'plain',
  SENT: 'info',
  VIEWED: 'info',
  CLEARED: 'ok',
  DISPUTED: 'warn',
  PAID: 'ok',
  OVERDUE: 'danger',
  CANCELLED: 'plain',
}

/** What stands beside the state: an objection outlives the due date, and what is cleared can be late. */
export function marksOf(v: Pick<Listed, 'status' | 'disputed' | 'is_overdue'>): Status[] {
  const marks: Status[] = [v.status]
  if (v.disputed && v.status !== 'DISPUTED') marks.push('DISPUTED')
  if (v.is_overdue && v.status !== 'OVERDUE') marks.push('OVERDUE')
  return marks
}

/** What a state means in a list: overdue and disputed are asked whatever the status, as their pills and figures are. */
export const queryOf = (status: string): { overdue?: true; disputed?: true; status?: Status } =>
  status === 'OVERDUE'
    ? { overdue: true }
    : status === 'DISPUTED'
      ? { disputed: true }
      : status
        ? { status: status as Status }
        : {}

/** A decimal of the API with its currency. A text that is no currency stands beside the number. */
export function amount(value: string | number | null, currency: string): string {
  if (value === null) return '–'
  return /^[A-Z]{3}$/.test(currency) ? money(String(value), currency) : `${value} ${currency}`.trim()
}

export const day = (iso: string | null): string => (iso ? shortDay(toDay(iso)) : '–')

/** A decimal as the reader writes numbers. */
export const figure = (value: string | number): string =>
  new Intl.NumberFormat(region(), { maximumFractionDigits: 6 }).format(String(value) as unknown as number)

export const savePDF = (v: Pick<Listed, 'id' | 'invoice_number'>): Promise<void> =>
  save(fileAt('/api/invoicing/invoices/{id}/download/', { id: v.id }, { lang: locale() }), `${v.invoice_number}.pdf`)

export const formats = ['xrechnung', 'cii', 'zugferd'] as const

export const saveEInvoice = (
  v: Pick<Listed, 'id' | 'invoice_number'>,
  format: (typeof formats)[number],
): Promise<void> =>
  save(
    fileAt('/api/einvoice/{invoice_id}/', { invoice_id: v.id }, { format, lang: locale() }),
    `${v.invoice_number}${format === 'xrechnung' ? '' : '-' + format}.${format === 'zugferd' ? 'pdf' : 'xml'}`,
  )
