import type { Schemas } from '../../platform/api/client'
import type { Flag, Persona } from '../../platform/session.svelte'

export type Export = Schemas['BulkExportBody']
export type Target = Export['target']
export type Format = Export['format']
type Settings = Schemas['ExportSettings']

/** What a file can be about, and what the user needs besides integrations to ask for it. */
export const targets: Record<Target, Flag> = { availability: 'stop_sales', facts: 'fact_sheets', invoices: 'invoicing' }

/** The formats of a target. Bookkeeping is for those who issue invoices. */
export function formatsOf(target: Target, persona: Persona | undefined): Format[] {
  switch (target) {
    case 'availability':
      return ['csv', 'json', 'xml_ota', 'octo']
    case 'facts':
      return ['csv', 'json']
    case 'invoices':
      return persona === 'accommodation' ? ['csv', 'json', 'datev', 'xero'] : ['csv', 'json']
  }
}

export interface Pair {
  name: string
  value: string
}

/** What the form holds; of each format the server gets only what it knows. */
export interface Entered {
  target: Target
  format: Format
  from: string
  to: string
  some: boolean
  properties: number[]
  granularity: 'spans' | 'daily'
  calendar: number | null
  consultant: number | null
  client: number | null
  year: string
  length: number | null
  skr: string
  currency: string
  debtor: number | null
  debtors: Pair[]
  revenues: Pair[]
  taxKeys: Pair[]
  codes: Pair[]
  taxTypes: Pair[]
  dates: 'DD/MM/YYYY' | 'MM/DD/YYYY'
}

const pairsOf = (values: Record<string, string | number> | undefined, empty: Pair[] = []): Pair[] =>
  values ? Object.entries(values).map(([name, value]) => ({ name, value: String(value) })) : empty

/** A new form, with the settings of bookkeeping as they were last used. */
export function fresh(
  target: Target,
  last: { datev?: Settings | undefined; xero?: Settings | undefined } = {},
): Entered {
  const { datev: d, xero: x } = last
  return {
    target,
    format: 'csv',
    from: '',
    to: '',
    some: false,
    properties: [],
    granularity: 'spans',
    calendar: null,
    consultant: d?.consultant_number ?? null,
    client: d?.client_number ?? null,
    year: d?.fiscal_year_start ?? '01-01',
    length: d?.account_length ?? 4,
    skr: d?.skr ?? '03',
    currency: d?.currency ?? 'EUR',
    debtor: d?.debtor_account ?? null,
    debtors: pairsOf(d?.debtor_accounts),
    revenues: pairsOf(d?.revenue_accounts, [{ name: '', value: '' }]),
    taxKeys: pairsOf(d?.tax_keys),
    codes: pairsOf(x?.account_codes, [{ name: '', value: '' }]),
    taxTypes: pairsOf(x?.tax_types, [{ name: '', value: '' }]),
    dates: x?.date_format ?? 'DD/MM/YYYY',
  }
}

const filled = (list: Pair[]): Pair[] =>
  list.map((p) => ({ name: p.name.trim(), value: p.value.trim() })).filter((p) => p.name && p.value)
const texts = (list: Pair[]): Record<string, string> => Object.fromEntries(filled(list).map((p) => [p.name, p.value]))
const numbers = (list: Pair[]): Record<string, number> =>
  Object.fromEntries(filled(list).map((p) => [p.name, Number(p.value)]))

function settingsOf(e: Entered): Settings {
  if (e.format === 'datev')
    return {
      ...(e.consultant ? { consultant_number: e.consultant } : {}),
      ...(e.client ? { client_number: e.client } : {}),
      fiscal_year_start: e.year,
      ...(e.length ? { account_length: e.length } : {}),
      skr: e.skr,
      currency: e.currency,
      ...(e.debtor ? { debtor_account: e.debtor } : {}),
      ...(filled(e.debtors).length ? { debtor_accounts: numbers(e.debtors) } : {}),
      revenue_accounts: numbers(e.revenues),
      ...(filled(e.taxKeys).length ? { tax_keys: texts(e.taxKeys) } : {}),
    }
  if (e.format === 'xero') return { account_codes: texts(e.codes), tax_types: texts(e.taxTypes), date_format: e.dates }
  if (e.format === 'xml_ota' || e.format === 'octo') return e.calendar ? { calendar_id: e.calendar } : {}
  return e.target === 'availability' ? { granularity: e.granularity } : {}
}

/** The request for a file. */
export function bodyOf(e: Entered) {
  const days = e.target === 'facts' ? {} : { ...(e.from ? { from: e.from } : {}), ...(e.to ? { to: e.to } : {}) }
  return {
    target: e.target,
    format: e.format,
    ...days,
    property_ids: e.some ? e.properties : [],
    settings: settingsOf(e),
  }
}

export const isOpen = (x: Export): boolean => x.status === 'waiting' || x.status === 'running'
