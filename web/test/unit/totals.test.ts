// The totals of an invoice in the editor are exact, and those of the server (internal/invoicing/document).
import { describe, expect, test } from 'vitest'
import { add, parse, percent, round, text, times } from '../../src/invoicing/decimal'
import { minorUnits, totalsOf, type Priced } from '../../src/invoicing/totals'

const dec = (s: string) => parse(s)!
const line = (
  quantity: string,
  unit_price: string,
  tax_category: Priced['tax_category'] = '',
  tax_rate = '',
): Priced => ({ quantity, unit_price, tax_category, tax_rate })

describe('decimals', () => {
  test.each(['', '-', '1.2.3', '84,50', '.5', '1e3', 'x', '1.1234567', '12345678901234'])('"%s" is none', (typed) =>
    expect(parse(typed)).toBeUndefined(),
  )

  test('are exact where floats are not', () => {
    expect(text(add(dec('0.1'), dec('0.2')))).toBe('0.3')
    expect(text(times(dec('1.005'), dec('100')))).toBe('100.500')
    expect(text(times(dec('9999999999999.99'), dec('3')))).toBe('29999999999999.97')
    expect(text(percent(dec('246.90'), dec('19')))).toBe('46.9110')
  })

  test.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['1.004999', 2, '1.00'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['-0.004', 2, '0.00'],
    ['7', 2, '7.00'],
    ['0.05', 1, '0.1'],
  ])('%s with %i decimals is %s', (of, decimals, want) => expect(text(round(dec(of), decimals))).toBe(want))
})

describe('totals', () => {
  test('are those of the server: two rates, each rounded by itself', () => {
    const t = totalsOf([line('10', '84.50'), line('20', '12.345', 'S', '19')], { category: 'S', rate: '7' }, 2)
    expect(t.lines).toEqual(['845.00', '246.90'])
    expect(t.taxes).toEqual([
      { category: 'S', rate: '7', base: '845.00', amount: '59.15' },
      { category: 'S', rate: '19', base: '246.90', amount: '46.91' },
    ])
    expect([t.net, t.tax, t.gross]).toEqual(['1091.90', '106.06', '1197.96'])
  })

  test('of a currency without decimals', () => {
    const t = totalsOf([line('1.5', '101')], { category: 'S', rate: '7' }, minorUnits('JPY'))
    expect([t.lines[0], t.gross]).toEqual(['152', '163'])
    expect([minorUnits('EUR'), minorUnits('KWD'), minorUnits('?')]).toEqual([2, 3, 2])
  })

  test('of equal rates written differently are one tax, and no rate counts without the category S', () => {
    const t = totalsOf(
      [line('1', '100', 'S', '7.00'), line('1', '100'), line('1', '50', 'AE', '19')],
      { category: 'S', rate: '7' },
      2,
    )
    expect(t.taxes).toEqual([
      { category: 'S', rate: '7.00', base: '200.00', amount: '14.00' },
      { category: 'AE', rate: '0', base: '50.00', amount: '0.00' },
    ])
  })

  test('take a discount off, and leave out a line that is not filled in', () => {
    const t = totalsOf(
      [line('1', '100'), line('-1', '10.5'), line('', '5'), line('2', '')],
      { category: 'Z', rate: '' },
      2,
    )
    expect(t.lines).toEqual(['100.00', '-10.50', undefined, undefined])
    expect([t.net, t.tax, t.gross]).toEqual(['89.50', '0.00', '89.50'])
  })
})
