import { describe, expect, test } from 'vitest'
import { after, guess, nothing, readPasted, sameOwn, toneOf, type GridDay } from '../../src/inventory/allotment/days'
import { planPaste } from '../../src/inventory/allotment/paste'
import { bestOf, csvCell, daysOf, hotelOf, type Span } from '../../src/inventory/availability/offers'
import { layOut } from '../../src/inventory/timeline/layout'
import { toDay } from '../../src/platform/civil'

const day: GridDay = {
  state: 'open',
  status: null,
  own_available: 5,
  base: 8,
  closed: 1,
  confirmed: 2,
  external: 0,
  physical_remaining: 20,
}

describe('a day', () => {
  test('has a colour only if it is an exception', () => {
    expect(toneOf(day)).toBe('open')
    expect(toneOf({ ...day, status: 'open' })).toBe('open')
    expect(toneOf({ ...day, status: 'free' })).toBe('free')
    expect(toneOf({ ...day, state: 'on_request' })).toBe('request')
    expect(toneOf({ ...day, state: 'closed' })).toBe('stop')
    expect(toneOf({ ...day, state: 'closed', status: 'block' })).toBe('block')
  })
  test('keeps a reason only with its status', () => {
    const stopped = after(nothing, { status: 'stop', reason: 'renovation' })
    expect(stopped).toMatchObject({ status: 'stop', reason: 'renovation' })
    expect(after(stopped, { status: 'open' }).reason).toBeNull()
    expect(after({ ...stopped, note: 'x' }, { status: null })).toMatchObject({ status: null, note: '' })
    expect(after({ ...stopped, note: 'x' }, { status: null, note: 'y' }).note).toBe('y')
  })
  test('has closed units set, added and taken away, never below none', () => {
    const own = { ...nothing, closed: 3 }
    expect(after(own, { closed: { by: 'set', units: 1 } }).closed).toBe(1)
    expect(after(own, { closed: { by: 'more', units: 2 } }).closed).toBe(5)
    expect(after(own, { closed: { by: 'less', units: 9 } }).closed).toBe(0)
    expect(sameOwn(own, after(own, {}))).toBe(true)
  })
})

describe('the guess before the server answers', () => {
  const own = { ...nothing, closed: 1 }
  test('follows the order of the rules', () => {
    expect(guess(day, own, { ...own, status: 'stop' }, 'connected')).toMatchObject({ state: 'closed', status: 'stop' })
    expect(guess(day, own, { ...own, status: 'request' }, 'connected')).toMatchObject({ state: 'on_request' })
    expect(guess(day, own, { ...own, closed: 6 }, 'connected')).toMatchObject({
      state: 'on_request',
      own_available: 0,
      closed: 6,
      physical_remaining: 15,
    })
    expect(guess(day, own, { ...own, closed: 21 }, 'connected')).toMatchObject({
      state: 'closed',
      physical_remaining: 0,
    })
    expect(guess({ ...day, physical_remaining: 0 }, own, { ...own, status: 'free' }, 'connected').state).toBe('closed')
  })
  test('a restriction of the Master stays', () => {
    expect(
      guess({ ...day, status: 'stop', state: 'closed' }, nothing, { ...nothing, status: 'free' }, 'connected'),
    ).toMatchObject({ state: 'closed', status: 'stop' })
  })
  test('a standalone calendar has no pool', () => {
    const bare = { ...day, own_available: 0, base: 0, physical_remaining: 0 }
    expect(guess(bare, nothing, { ...nothing, status: 'block' }, 'standalone').state).toBe('closed')
    expect(guess(bare, { ...nothing, status: 'block' }, nothing, 'standalone').state).toBe('open')
  })
})

describe('a pasted table', () => {
  const plan = (text: string) => planPaste(text, undefined, [1, 2], 100, 103, 101, () => nothing)
  test('has letters, words and numbers', () => {
    expect(readPasted('S')).toEqual({ status: 'stop' })
    expect(readPasted('request')).toEqual({ status: 'request' })
    expect(readPasted('-')).toEqual({ status: null })
    expect(readPasted('12')).toEqual({ closed: { by: 'set', units: 12 } })
    expect(readPasted(' ')).toEqual({})
    for (const strange of ['12 S', '-3', 'x', '1.5', '=1+1']) expect(readPasted(strange), strange).toBeUndefined()
  })
  test('tells what changes, what has passed, what is outside and what is strange', () => {
    expect(plan('S\tS\nx\t2\n\tS')).toMatchObject({
      rooms: 3,
      days: 2,
      cells: 2,
      changing: 2,
      past: 1,
      outside: 2,
      strange: ['x'],
    })
  })
  test('that was copied here brings its notes and reasons', () => {
    const own = { status: 'stop' as const, reason: 'renovation' as const, closed: 2, note: 'n' }
    const inside = planPaste('17\n', { text: '17', own: [[own]] }, [1], 101, 103, 101, () => nothing)
    expect(inside.list[0]!.change).toEqual({
      status: 'stop',
      reason: 'renovation',
      closed: { by: 'set', units: 2 },
      note: 'n',
    })
  })
})

describe('what an operator is offered', () => {
  const span = (from: string, to: string, state: Span['state']): Span => ({ from, to, state, status: null, code: 'x' })
  test('is laid out by day, within the days asked for', () => {
    const from = toDay('2026-11-17')
    const days = daysOf([span('2026-11-10', '2026-11-18', 'open'), span('2026-11-19', '2027-01-01', 'closed')], from, 4)
    expect(days.map((d) => d?.state)).toEqual(['open', 'open', 'closed', 'closed'])
  })
  test('of a hotel is the best of its rooms', () => {
    const room = (spans: Span[]) => ({ room_id: 1, name: 'R', code: 'R', spans })
    const hotel = hotelOf(
      {
        property_id: 1,
        name: 'H',
        city: '',
        country: 'GR',
        codes: { hotel: '', internal: '', external: '', supplier: '' },
        calendars: [
          {
            calendar_id: 1,
            kind: 'master',
            name: 'M',
            rooms: [
              room([span('2026-11-17', '2026-11-17', 'closed')]),
              room([span('2026-11-17', '2026-11-18', 'on_request')]),
            ],
          },
        ],
      },
      toDay('2026-11-17'),
      3,
    )
    expect(bestOf(hotel, 3)).toEqual(['on_request', 'on_request', undefined])
  })
  test('goes into a file without formulas', () => {
    expect(csvCell('=1+1')).toBe("'=1+1")
    expect(csvCell('a,"b"')).toBe('"a,""b"""')
    expect(csvCell('-5')).toBe("'-5")
    expect(csvCell(5)).toBe('5')
  })
})

test('bars of a room lie in as few rows as they fit, each kind by itself', () => {
  const stay = (id: number, from: string, to: string) => ({
    id,
    from,
    to,
    units: 1,
    guest: 'G',
    reference: '',
    status: 'confirmed' as const,
    calendar_id: 1,
    calendar_name: 'C',
  })
  const room = layOut(
    {
      room_id: 1,
      room_name: 'R',
      total_units: 4,
      allocations: [
        {
          block_id: 1,
          calendar_id: 1,
          calendar_name: 'C',
          from: '2026-11-01',
          to: '2026-11-30',
          quantity: 2,
          source: 'manual',
        },
      ],
      reservations: [
        stay(1, '2026-11-01', '2026-11-03'),
        stay(2, '2026-11-03', '2026-11-05'),
        stay(3, '2026-11-02', '2026-11-04'),
      ],
      pms: [],
    },
    new Set(['block', 'rooming', 'pms']),
    { pms: (k) => k },
  )
  expect(room.bars.map((b) => [b.key, b.lane])).toEqual([
    ['b1', 0],
    ['r1', 1],
    ['r3', 2],
    ['r2', 1],
  ])
  expect(room.lanes).toBe(3)
  expect(room.bars.find((b) => b.key === 'r1')!.to).toBe(toDay('2026-11-02'))
})
