import { describe, expect, test } from 'vitest'
import { lineOf, partsOf } from '../../src/insight/reports/lines'
import { byKeyAndEndpoint, ceiling, failing, type Row } from '../../src/insight/statistics/stats'
import { windowOf } from '../../src/insight/window'
import { toDay } from '../../src/platform/civil'

describe('the days of a report', () => {
  const at = (query: string) => windowOf(new URLSearchParams(query), toDay('2027-05-31'))
  test('are the last 30 unless the address says something else', () => {
    expect(at('')).toEqual({ from: '2027-05-02', to: '2027-05-31', days: 30 })
    expect(at('days=7')).toEqual({ from: '2027-05-25', to: '2027-05-31', days: 7 })
    expect(at('days=12')).toMatchObject({ days: 30 })
  })
  test('can be named', () => {
    expect(at('from=2027-01-01&to=2027-01-31&days=7')).toEqual({
      from: '2027-01-01',
      to: '2027-01-31',
      days: undefined,
    })
    expect(at('from=2027-02-30')).toMatchObject({ days: 30 })
  })
})

describe('calls', () => {
  const row = (over: Partial<Row>): Row => ({
    date: '2027-05-01',
    key: 1,
    key_name: 'Own site',
    token_prefix: 'ab',
    endpoint: 'facts',
    hits_ok: 1,
    hits_error: 0,
    bytes_transferred: 10,
    ...over,
  })
  test('are added over the days by key and endpoint, the busiest first', () => {
    const lines = byKeyAndEndpoint([
      row({}),
      row({ date: '2027-05-02', hits_error: 1 }),
      row({ endpoint: 'rooming', hits_ok: 9 }),
      row({ key: 2 }),
    ])
    expect(lines.map((l) => [l.key, l.endpoint, l.ok, l.error, l.bytes])).toEqual([
      [1, 'rooming', 9, 0, 10],
      [1, 'facts', 2, 1, 20],
      [2, 'facts', 1, 0, 10],
    ])
  })
  test('that failed are never rounded away', () => {
    expect(failing(100_000, 1)).toBe(0.1)
    expect(failing(3, 1)).toBe(25)
    expect(failing(5, 0)).toBe(0)
    expect(failing(0, 2)).toBe(100)
  })
})

test('a property is a line, and each of its months if there are several', () => {
  const month = {
    room_nights: 10,
    sold: 2,
    closed: 1,
    external: 3,
    free: 4,
    occupancy: '50.00',
    stop_days: 0,
    closed_days: 0,
  }
  const base = { property_id: 1, name: 'Poseidon', from: '2027-05-01', to: '2027-06-30' }
  const line = lineOf({
    ...base,
    house: {
      ...month,
      months: [
        { ...month, month: '2027-05' },
        { ...month, month: '2027-06' },
      ],
    },
  })
  expect([line, ...line.months].map((l) => l.month)).toEqual([undefined, '2027-05', '2027-06'])
  expect(partsOf(true).map((p) => p.of(line.months[0]!))).toEqual([2, 3, 1, 4])
  expect(lineOf({ ...base, house: { ...month, months: [{ ...month, month: '2027-05' }] } }).months).toEqual([])
  expect(lineOf({ ...base, error: { code: 'no_calendar', message: 'There is no calendar.' } })).toMatchObject({
    refusal: 'There is no calendar.',
  })
})

test('a scale ends at 1, 2 or 5 and zeros', () => {
  expect([1, 2, 3, 6, 10, 11, 104, 4999, 5001].map(ceiling)).toEqual([1, 2, 5, 10, 10, 20, 200, 5000, 10_000])
})
