// Exact decimals, as the API writes them. Money never becomes a float.

/** units divided by ten to the power of scale. */
export interface Decimal {
  units: bigint
  scale: number
}

export const zero: Decimal = { units: 0n, scale: 0 }

const form = /^-?\d{1,13}(\.\d{1,6})?$/

/** A decimal, or undefined where the text is none that the API takes. */
export function parse(text: string): Decimal | undefined {
  if (!form.test(text)) return undefined
  const [whole, part = ''] = text.split('.')
  return { units: BigInt(whole + part), scale: part.length }
}

/** A decimal without zeros that say nothing: 7.00 becomes 7. */
export const plain = (value: string | number): string =>
  String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

const shift = (d: Decimal, scale: number): bigint => d.units * 10n ** BigInt(scale - d.scale)

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: shift(a, scale) + shift(b, scale), scale }
}

export const times = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

export const percent = (a: Decimal, rate: Decimal): Decimal => ({
  units: a.units * rate.units,
  scale: a.scale + rate.scale + 2,
})

/** Rounds to a number of decimals, half a unit away from zero. */
export function round(d: Decimal, decimals: number): Decimal {
  if (d.scale <= decimals) return { units: shift(d, decimals), scale: decimals }
  const by = 10n ** BigInt(d.scale - decimals)
  const half = by / 2n
  return { units: (d.units + (d.units < 0n ? -half : half)) / by, scale: decimals }
}

export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const difference = shift(a, scale) - shift(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function text(d: Decimal): string {
  const digits = (d.units < 0n ? -d.units : d.units).toString().padStart(d.scale + 1, '0')
  const at = digits.length - d.scale
  return (d.units < 0n ? '-' : '') + digits.slice(0, at) + (d.scale ? '.' + digits.slice(at) : '')
}
