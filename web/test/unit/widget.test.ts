import { describe, expect, test } from 'vitest'
import { toggled } from '../../src/exchange/widget/widget'
import { colorOf, contrast, inkOn } from '../../widget/color'
import { addMonths, monthOf, stateOn, weeksOf } from '../../widget/month'
import { languageOf, texts } from '../../widget/texts'

describe('the months of the calendar', () => {
  test('begin on Monday and have every day once', () => {
    expect(weeksOf('2027-02')).toEqual(
      [1, 8, 15, 22].map((d) => Array.from({ length: 7 }, (_, i) => `2027-02-${String(d + i).padStart(2, '0')}`)),
    )
    const march = weeksOf('2026-03') // the 1st is a Sunday; summer time begins
    expect(march[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-03-01'])
    expect(march.flat().filter(Boolean)).toHaveLength(31)
    expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29)
  })
  test('follow each other over the years', () => {
    expect([addMonths('2026-12', 1), addMonths('2027-01', -1), addMonths('2026-05', 14)]).toEqual([
      '2027-01',
      '2026-12',
      '2027-07',
    ])
    expect(monthOf('2026-12-31')).toBe('2026-12')
  })
  test('know the state of a day between the first and the last', () => {
    const room = {
      name: 'Double',
      days: [
        { from: '2026-12-30', to: '2027-01-02', state: 'open' as const },
        { from: '2027-01-03', to: '2027-01-03', state: 'closed' as const },
      ],
    }
    expect(['2026-12-29', '2026-12-30', '2027-01-02', '2027-01-03', '2027-01-04'].map((d) => stateOn(room, d))).toEqual(
      [undefined, 'open', 'open', 'closed', undefined],
    )
  })
})

describe('the colours', () => {
  test('are those of six digits only', () => {
    expect(['#AABBCC', '#abc', 'red', '#12345}', undefined].map(colorOf)).toEqual([
      '#aabbcc',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
  test('always have a text that can be read on them', () => {
    for (let n = 0; n < 0xffffff; n += 40009) {
      const color = `#${n.toString(16).padStart(6, '0')}`
      expect(contrast(color, inkOn(color)), color).toBeGreaterThanOrEqual(4.5)
    }
  })
})

test('the language is the first that we have', () => {
  expect(languageOf('de-AT', 'tr')).toBe('de')
  expect(languageOf('', undefined, 'fr', 'EL')).toBe('el')
  expect(languageOf('fr')).toBe('en')
})

test('every language has every text', () => {
  for (const t of Object.values(texts)) {
    expect(Object.keys(t)).toEqual(Object.keys(texts.en))
    expect(Object.values(t).every((text) => text.trim() !== '')).toBe(true)
  }
})

test('the last part of a widget stays', () => {
  expect(toggled(['facts', 'availability'], 'photos')).toEqual(['facts', 'photos', 'availability'])
  expect(toggled(['photos'], 'photos')).toEqual(['photos'])
})
