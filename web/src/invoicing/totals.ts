// What an invoice adds up to while it is being written. The server adds up by the same rules, and its totals count.
import { add, compare, parse, percent, round, text, times, zero, type Decimal } from './decimal'

export const categories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type Category = (typeof categories)[number]

/** Whether an invoice must say why there is no tax. */
export const needsReason = (c: Category): boolean => c !== 'S' && c !== 'Z'

export interface Priced {
  quantity: string
  unit_price: string
  /** Empty: as the invoice. */
  tax_category: Category | ''
  tax_rate: string
}

export interface Tax {
  category: Category
  rate: string
  base: string
  amount: string
}

export interface Totals {
  /** Of each line; undefined where the line has no amount yet. */
  lines: (string | undefined)[]
  taxes: Tax[]
  net: string
  tax: string
  gross: string
}

/** Decimals of the smallest unit of a currency. */
export function minorUnits(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2 // not a currency yet
  }
}

/** Adds lines up. The tax of each category and rate is rounded by itself. */
export function totalsOf(lines: Priced[], tax: { category: Category; rate: string }, decimals: number): Totals {
  const groups: { category: Category; rate: Decimal; base: Decimal }[] = []
  let net = zero
  const each = lines.map((line) => {
    const quantity = parse(line.quantity)
    const price = parse(line.unit_price)
    if (!quantity || !price) return undefined
    const total = round(times(quantity, price), decimals)
    const category = line.tax_category || tax.category
    const rate = category === 'S' ? (parse(line.tax_category ? line.tax_rate : tax.rate) ?? zero) : zero
    let group = groups.find((g) => g.category === category && compare(g.rate, rate) === 0)
    if (!group) groups.push((group = { category, rate, base: zero }))
    group.base = add(group.base, total)
    net = add(net, total)
    return text(total)
  })
  let sum = zero
  const taxes = groups.map((g) => {
    const amount = round(percent(g.base, g.rate), decimals)
    sum = add(sum, amount)
    return { category: g.category, rate: text(g.rate), base: text(round(g.base, decimals)), amount: text(amount) }
  })
  return {
    lines: each,
    taxes,
    net: text(round(net, decimals)),
    tax: text(round(sum, decimals)),
    gross: text(round(add(net, sum), decimals)),
  }
}
