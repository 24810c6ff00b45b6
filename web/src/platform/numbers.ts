// Numbers with decimals, as the reader types them and as the API writes them: 1.234,50 is 1234.50 where the reader is
// German.
import { region } from './region.svelte'

/** The marks of a region. Some group amounts of money otherwise than other numbers. */
function marksOf(tag: string): { decimal: string; groups: string[] } {
  const parts = [
    new Intl.NumberFormat(tag),
    new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }),
  ].flatMap((f) => f.formatToParts(12345.6))
  return {
    decimal: parts.find((p) => p.type === 'decimal')!.value,
    groups: parts.filter((p) => p.type === 'group').map((p) => p.value),
  }
}

/** Whether a whole number is grouped by a mark: in threes, or as the region does. */
const grouped = (text: string, mark: string, tag: string): boolean =>
  new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(text) ||
  text === new Intl.NumberFormat(tag).format(text.replaceAll(mark, '') as unknown as number)

/**
 * Reads a number as the reader's region writes it, and returns it as the API does. Undefined: it is none, or it can be
 * read in two ways, as 1,234 where the comma neither groups nor is the decimal mark. 84,50 has one meaning everywhere.
 */
export function readNumber(text: string, tag = region()): string | undefined {
  const typed = text.trim().replace('−', '-')
  const sign = typed.startsWith('-') ? '-' : ''
  // A space or an apostrophe before three digits groups in every region.
  const figures = typed.slice(sign.length).replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  const [, whole, mark, part] = /^([\d.,]*?)(?:([.,])(\d*))?$/.exec(figures) ?? []
  if (whole === undefined || !/\d/.test(figures)) return undefined
  if (!mark) return sign + whole
  const { decimal, groups } = marksOf(tag)
  // Once it may be meant as the decimal mark, twice it cannot.
  if ((groups.includes(mark) || whole.includes(mark)) && grouped(figures, mark, tag))
    return sign + figures.replaceAll(mark, '')
  const other = mark === '.' ? ',' : '.'
  if (whole.includes(other) ? !grouped(whole, other, tag) : !/^\d*$/.test(whole)) return undefined
  if (mark !== decimal && part!.length === 3) return undefined
  return sign + (whole.replaceAll(other, '') || '0') + (part ? '.' + part : '')
}

/** A number of the API as the reader's region writes it, with all its decimals. */
export function shownNumber(api: string | number, tag = region()): string {
  const text = String(api)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const digits = text.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    text as unknown as number,
  )
}
