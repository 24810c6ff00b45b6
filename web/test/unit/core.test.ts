import { describe, expect, test } from 'vitest'
import { between, moveOf, nextRow, steadyWindow, toText, windowOf, type GridRow } from '../../src/inventory/grid/core'
import { makeColumns, weekOrder } from '../../src/inventory/grid/columns'
import { isISO, monthStart, today, toDay, toISO, weekday } from '../../src/platform/civil'
import { setLanguage } from '../../src/platform/i18n/i18n.svelte'
import { datePattern, isWhole, readDate } from '../../src/platform/dates'
import { chooseDates, dayInFigures } from '../../src/platform/region.svelte'

const row = (kind: GridRow['kind']): GridRow => ({ key: Math.random(), kind, label: kind })
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false })

describe('days', () => {
  test('are numbers that go there and back', () => {
    for (const iso of ['1970-01-01', '2026-11-17', '2028-02-29', '2027-12-31']) expect(toISO(toDay(iso))).toBe(iso)
    expect(toDay('2027-03-01') - toDay('2027-02-28')).toBe(1)
    expect(weekday(toDay('2026-11-16'))).toBe(1)
    expect(weekday(toDay('2026-11-22'))).toBe(7)
    expect(toISO(monthStart(toDay('2027-05-17')))).toBe('2027-05-01')
  })
  test('that do not exist are none', () => {
    expect(isISO('2027-02-29')).toBe(false)
    expect(isISO('2027-2-1')).toBe(false)
    expect(isISO('2028-02-29')).toBe(true)
  })
  test('begin where the hotel is', () => {
    const now = new Date('2026-11-17T22:30:00Z')
    expect(toISO(today('Europe/Athens', now))).toBe('2026-11-18')
    expect(toISO(today('America/New_York', now))).toBe('2026-11-17')
    expect(toISO(today('Nowhere/Land', now))).toBe('2026-11-17')
  })
  test('are read as people type them', () => {
    const now = toDay('2026-11-17')
    expect(readDate('2027-05-01', now)).toBe('2027-05-01')
    expect(readDate('1.5.2027', now)).toBe('2027-05-01')
    expect(readDate('1/5/27', now)).toBe('2027-05-01')
    expect(readDate('1.5.', now)).toBe('2027-05-01')
    expect(readDate('24.12.', now)).toBe('2026-12-24')
    expect(readDate('29.2.', now)).toBe('2028-02-29')
    expect(readDate('+14', now)).toBe('2026-12-01')
    expect(readDate('1-5-2027', now)).toBe('2027-05-01')
    expect([readDate('+3w', now), readDate('+1W', now)]).toEqual(['2026-12-08', '2026-11-24'])
    for (const text of ['10 aug', '10. Aug.', '10aug', 'August 10', 'aug 10, 2027', '10 August 2027'])
      expect(readDate(text, now), text).toBe('2027-08-10')
    for (const wrong of ['10 ju', '10 xyz', '31 feb 2027', 'aug', '10 aug 27x'])
      expect(readDate(wrong, now), wrong).toBeUndefined()
    expect(readDate('2027/5/1', now)).toBe('2027-05-01')
    expect([readDate('01052027', now), readDate('01052027', now, true), readDate('1.5.2027', now, true)]).toEqual([
      '2027-05-01',
      '2027-01-05',
      '2027-05-01',
    ])
    for (const wrong of ['', 'x', '31.2.2027', '1.13.2027', '12', '2027/2/30'])
      expect(readDate(wrong, now)).toBeUndefined()
  })
  test.each([
    ['de', '3 Mär'],
    ['de', '3. märz'],
    ['tr', '3 mart'],
    ['tr', '3 MART'],
    ['el', '3 Μαρτίου'],
    ['el', '3 μαρ'],
    ['el', '3 march'],
  ] as const)('are read with the names of months: %s %s', async (language, text) => {
    await setLanguage(language)
    expect(readDate(text, toDay('2026-11-17'))).toBe('2027-03-03')
    await setLanguage('en')
  })
  test('are typed as they are shown, in every format', () => {
    for (const [format, pattern] of [
      ['DD.MM.YYYY', 'TT.MM.JJJJ'],
      ['DD/MM/YYYY', 'TT/MM/JJJJ'],
      ['MM/DD/YYYY', 'MM/TT/JJJJ'],
      ['YYYY-MM-DD', 'JJJJ-MM-TT'],
    ] as const) {
      chooseDates(format)
      expect(readDate(dayInFigures(toDay('2027-03-04')))).toBe('2027-03-04')
      expect(datePattern('TMJ')).toBe(pattern)
    }
    chooseDates('auto')
  })
  test('are whole with all figures of their year', () => {
    for (const text of ['2027-05-01', '1.5.2027', '05/01/2027', '01052027']) expect(isWhole(text)).toBe(true)
    for (const text of ['', '1.5.', '1.5.20', '1.5.202', '2027-05-0', '2027-05', '+14'])
      expect(isWhole(text)).toBe(false)
  })
})

describe('columns', () => {
  const columns = makeColumns(toDay('2026-11-15'), 380, toDay('2026-11-17'), 'de')
  test('cover every day and month once', () => {
    expect(columns.list).toHaveLength(380)
    expect(columns.months.reduce((n, m) => n + m.days, 0)).toBe(380)
    expect(columns.months[0]).toMatchObject({ label: 'November 2026', first: 0, days: 16 })
  })
  test('know today, the past and the weekend', () => {
    expect(columns.list.filter((c) => c.today).map((c) => c.iso)).toEqual(['2026-11-17'])
    expect(columns.list.filter((c) => c.past)).toHaveLength(2)
    expect(columns.list[0]).toMatchObject({ name: 'So', weekend: true })
  })
  test('a week has seven days in the order of the language', () => {
    expect(weekOrder('de')).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect([...weekOrder('en-US')].sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})

describe('the drawn part', () => {
  test('stays within what there is and moves in steps', () => {
    expect(windowOf(0, 1000, 40, 380, 7, 7)).toEqual([0, 35])
    expect(windowOf(1e9, 1000, 40, 380, 7, 7)[1]).toBe(380)
    expect(windowOf(10, 1000, 40, 380, 7, 7)).toEqual(windowOf(30, 1000, 40, 380, 7, 7))
  })
  test('of columns is always as long, and holds what is in view', () => {
    for (let scroll = 0; scroll <= 380 * 40 - 1000; scroll += 13) {
      const [a, b] = steadyWindow(scroll, 1000, 40, 380, 7, 2)
      expect(b - a).toBe(36)
      expect(a * 40).toBeLessThanOrEqual(scroll)
      expect(b * 40).toBeGreaterThanOrEqual(scroll + 1000)
    }
    expect(steadyWindow(0, 1000, 40, 5, 7, 2)).toEqual([0, 5])
  })
  test('always holds what is in view', () => {
    for (let scroll = 0; scroll < 14_000; scroll += 13) {
      const [a, b] = windowOf(scroll, 1000, 40, 380, 7, 7)
      expect(a * 40).toBeLessThanOrEqual(scroll)
      expect(b === 380 || b * 40 >= scroll + 1000).toBe(true)
    }
  })
})

describe('keys', () => {
  const rows = [row('group'), row('main'), row('detail'), row('main')]
  const months = [
    { first: 0, days: 14 },
    { first: 14, days: 31 },
    { first: 45, days: 30 },
  ]
  test('pass over rows that have no days of their own', () => {
    expect(moveOf(key('ArrowDown'), { r: 1, c: 5 }, rows, 75, months)).toEqual({ r: 3, c: 5 })
    expect(moveOf(key('ArrowUp'), { r: 1, c: 5 }, rows, 75, months)).toEqual({ r: 1, c: 5 })
    expect(nextRow(rows, rows.length, -1)).toBe(3)
  })
  test('move by days, weeks, months and to the ends', () => {
    const at = { r: 1, c: 20 }
    expect(moveOf(key('ArrowRight'), at, rows, 75, months)).toEqual({ r: 1, c: 21 })
    expect(moveOf(key('ArrowRight', true), at, rows, 75, months)).toEqual({ r: 1, c: 27 })
    expect(moveOf(key('PageDown'), at, rows, 75, months)).toEqual({ r: 1, c: 45 })
    expect(moveOf(key('PageUp'), at, rows, 75, months)).toEqual({ r: 1, c: 14 })
    expect(moveOf(key('PageUp'), { r: 1, c: 14 }, rows, 75, months)).toEqual({ r: 1, c: 0 })
    expect(moveOf(key('Home'), at, rows, 75, months)).toEqual({ r: 1, c: 0 })
    expect(moveOf(key('End'), at, rows, 75, months)).toEqual({ r: 1, c: 74 })
    expect(moveOf(key('ArrowLeft'), { r: 1, c: 0 }, rows, 75, months)).toEqual({ r: 1, c: -1 })
    expect(moveOf(key('x'), at, rows, 75, months)).toBeUndefined()
  })
})

test('a selection is the same from either end', () => {
  expect(between({ r: 5, c: 9 }, { r: 1, c: 2 })).toEqual({ r0: 1, r1: 5, c0: 2, c1: 9 })
})

test('a copied rectangle has a line a room and a tab a day', () => {
  const rows = [row('main'), row('detail'), row('main')]
  expect(toText({ r0: 0, r1: 2, c0: 1, c1: 2 }, rows, (r, c) => `${r}${c}`)).toBe('01\t02\n21\t22')
})
