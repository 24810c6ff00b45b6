// A draft as the form holds it: texts everywhere, numbers as the API writes them.
import type { Schemas } from '../../platform/api/client'
import { toDay, toISO, type Day } from '../../platform/civil'
import type { FieldProblem } from '../../platform/api/error'
import { parse, plain } from '../decimal'
import type { Listed } from '../invoice'
import type { Category, Priced } from '../totals'

export const units = ['room_night', 'night', 'piece', 'person', 'day', 'week', 'month', 'hour', 'flat'] as const
export type Unit = (typeof units)[number]

export interface Line extends Priced {
  /** Tells lines apart while they are moved. */
  key: number
  description: string
  unit: Unit
  from: string
  to: string
  /** The stay of a rooming list that the line is for. */
  entry: number | null
}

export interface Draft {
  /** It goes to nobody on the platform. */
  outside: boolean
  partner: number | null
  property: number | null
  template: number | null
  currency: string
  issue_date: string
  due_date: string
  service_from: string
  service_to: string
  tax_category: Category
  tax_rate: string
  tax_exemption_reason: string
  notes: string
  buyer_reference: string
  recipient: Recipient
  lines: Line[]
}

export interface Recipient {
  name: string
  email: string
  street: string
  postal_code: string
  city: string
  country: string | null
  vat_id: string
}

const usualDays = 30
const nobody: Recipient = { name: '', email: '', street: '', postal_code: '', city: '', country: null, vat_id: '' }

let next = 1

/** A line with nothing in it. */
export const emptyLine = (): Line => ({
  key: next++,
  description: '',
  quantity: '1',
  unit: 'room_night',
  unit_price: '',
  tax_category: '',
  tax_rate: '',
  from: '',
  to: '',
  entry: null,
})

export function emptyDraft(today: Day, of: Pick<Draft, 'outside' | 'property' | 'currency' | 'partner'>): Draft {
  return {
    ...of,
    template: null,
    issue_date: toISO(today),
    due_date: toISO(today + usualDays),
    service_from: '',
    service_to: '',
    tax_category: 'S',
    tax_rate: '',
    tax_exemption_reason: '',
    notes: '',
    buyer_reference: '',
    recipient: { ...nobody },
    lines: [emptyLine()],
  }
}

/** What a draft of the server is in the form. */
export function draftOf(v: Listed): Draft {
  return {
    outside: v.partner === null,
    partner: v.partner,
    property: v.property,
    template: v.template,
    currency: v.currency,
    issue_date: v.issue_date,
    due_date: v.due_date,
    service_from: v.service_from ?? '',
    service_to: v.service_to ?? '',
    tax_category: v.tax_category,
    tax_rate: v.tax_category === 'S' ? plain(v.tax_rate) : '',
    tax_exemption_reason: v.tax_exemption_reason,
    notes: v.notes,
    buyer_reference: v.buyer_reference,
    recipient: {
      name: v.recipient_name,
      email: v.recipient_email,
      street: v.recipient_street,
      postal_code: v.recipient_postal_code,
      city: v.recipient_city,
      country: v.recipient_country || null,
      vat_id: v.recipient_vat_id,
    },
    lines: v.line_items.map((l) => ({
      key: next++,
      description: l.description,
      quantity: plain(l.quantity),
      unit: l.unit,
      unit_price: String(l.unit_price),
      tax_category: l.tax_category || (l.tax_rate === null ? '' : Number(l.tax_rate) > 0 ? 'S' : 'Z'),
      tax_rate: l.tax_rate === null ? '' : plain(l.tax_rate),
      from: l.from ?? '',
      to: l.to ?? '',
      entry: l.entry,
    })),
  }
}

/** The draft as the API takes it. A recipient is named only where there is no partner. */
export function bodyOf(d: Draft): Schemas['NewInvoiceBody'] {
  const r = d.outside ? d.recipient : nobody
  return {
    partner: d.outside ? null : d.partner,
    property: d.property,
    template: d.template,
    currency: d.currency,
    issue_date: d.issue_date,
    due_date: d.due_date,
    service_from: d.service_from || null,
    service_to: d.service_to || null,
    tax_category: d.tax_category,
    tax_rate: rateOf(d.tax_category, d.tax_rate),
    tax_exemption_reason: d.tax_exemption_reason,
    notes: d.notes,
    buyer_reference: d.buyer_reference,
    recipient_name: r.name,
    recipient_email: r.email,
    recipient_street: r.street,
    recipient_postal_code: r.postal_code,
    recipient_city: r.city,
    recipient_country: r.country ?? '',
    recipient_vat_id: r.vat_id,
    line_items: d.lines.map((l) => ({
      description: l.description,
      quantity: l.quantity,
      unit: l.unit,
      unit_price: l.unit_price,
      ...(l.tax_category ? { tax_category: l.tax_category, tax_rate: rateOf(l.tax_category, l.tax_rate) } : {}),
      ...(l.from ? { from: l.from } : {}),
      ...(l.to ? { to: l.to } : {}),
      ...(l.entry === null ? {} : { entry: l.entry }),
    })),
  }
}

/** Fields in which something else stands than what they are for; the server judges what they say. */
export function problemsOf(d: Draft, texts: { partner: string; number: string; rate: string }): FieldProblem[] {
  const list: FieldProblem[] = []
  const number = (field: string, value: string) => {
    if (!parse(value)) list.push({ field, message: texts.number })
  }
  // A rate left empty is asked for: no tax has a category of its own.
  const rate = (field: string, value: string) => {
    if (value.trim()) number(field, value)
    else list.push({ field, message: texts.rate })
  }
  if (!d.outside && d.partner === null) list.push({ field: 'partner', message: texts.partner })
  if (d.tax_category === 'S') rate('tax_rate', d.tax_rate)
  d.lines.forEach((l, i) => {
    number(`line_items[${i}].quantity`, l.quantity)
    number(`line_items[${i}].unit_price`, l.unit_price)
    if (l.tax_category === 'S') rate(`line_items[${i}].tax_rate`, l.tax_rate)
  })
  return list
}

const rateOf = (c: Category, rate: string): string => (c === 'S' ? rate : '0')

/** Days from the issue to the last day to pay, or undefined while one of them is missing. */
export const daysToPay = (d: Draft): number | undefined =>
  d.issue_date && d.due_date ? toDay(d.due_date) - toDay(d.issue_date) : undefined

/** The lines with one of them moved up or down. */
export function moved<T>(list: T[], at: number, by: number): T[] {
  const to = at + by
  if (to < 0 || to >= list.length) return list
  const next = [...list]
  next.splice(to, 0, next.splice(at, 1)[0]!)
  return next
}
