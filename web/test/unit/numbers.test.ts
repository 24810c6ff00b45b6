// A number means what the reader's region means by it, or it is refused: a price is never wrong by a factor of 1,000.
import { describe, expect, test } from 'vitest'
import { readNumber, shownNumber } from '../../src/platform/numbers'

describe.each([
  [
    'en-GB',
    {
      '1,234': '1234',
      '1,234.50': '1234.50',
      '1.250': '1.250',
      '84,50': '84.50',
      '1,234,567.8': '1234567.8',
      '1.234,50': '1234.50',
      '1.234.567': '1234567',
    },
    ['1234,567', '0,125', '1.234,567', '1,23,456'],
  ],
  [
    'de-DE',
    { '1.250': '1250', '1.234,50': '1234.50', '1,250': '1.250', '84.50': '84.50', '1,234.5': '1234.5' },
    ['1234.567', '1,234.567', '1.2.3', '1.2,3,4'],
  ],
  ['el-GR', { '1.250': '1250', '1.234,50': '1234.50' }, ['1234.567']],
  ['tr-TR', { '1.250': '1250', '1.234,50': '1234.50' }, ['1234.567']],
  ['de-CH', { '1’234.50': '1234.50', "1'234": '1234', '1.250': '1.250' }, ['1,250']],
  ['de-AT', { '1 250,50': '1250.50', '1.250': '1250' }, []], // it groups amounts of money by points
  ['en-IN', { '12,34,567.50': '1234567.50', '12,34,567': '1234567' }, []],
])('in %s', (tag, read, refused) => {
  test.each(Object.entries(read))('%s is %s', (typed, want) => expect(readNumber(typed, tag)).toBe(want))
  test.each(refused)('%s is refused', (typed) => expect(readNumber(typed, tag)).toBeUndefined())
  test.each(['1234567.50', '1234', '80.00', '-1000.5', '0.125', '0'])('%s is shown as it is read', (api) =>
    expect(readNumber(shownNumber(api, tag), tag)).toBe(api),
  )
})

test.each([
  [' 1 200.5 ', '1200.5'],
  ['1\u202f200', '1200'],
  ['.5', '0.5'],
  ['-,5', '-0.5'],
  ['−7', '-7'],
  ['7.', '7'],
  ['80', '80'],
])('"%s" is %s everywhere', (typed, want) => {
  for (const tag of ['en-GB', 'de-DE', 'el-GR', 'tr-TR', 'de-CH']) expect(readNumber(typed, tag)).toBe(want)
})

test.each(['', ' ', '-', '.', 'x', '1e3', '12 50', '5 %', '1..5'])('"%s" is none', (typed) =>
  expect(readNumber(typed, 'en-GB')).toBeUndefined(),
)

test('a number is shown with its decimals', () => {
  expect([
    shownNumber('80.00', 'de-DE'),
    shownNumber('1234.5', 'de-DE'),
    shownNumber('1234.50', 'en-GB'),
    shownNumber(19, 'el-GR'),
    shownNumber('', 'de-DE'),
  ]).toEqual(['80,00', '1.234,5', '1,234.50', '19', ''])
  expect(shownNumber('9999999999999.99', 'en-GB')).toBe('9,999,999,999,999.99') // a float would round it
})
