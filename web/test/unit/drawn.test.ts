// What is drawn of a calendar before the server has answered, and what undoes a change.
import { describe, expect, test } from 'vitest'
import { after, nothing, readCount, undoing, type Change, type GridDay } from '../../src/inventory/allotment/days'
import { draw, keyOf, replaced, undoOf, type CellChange, type Drawn } from '../../src/inventory/allotment/drawn'
import { fitting } from '../../src/inventory/allotment/fitting'
import { Typing } from '../../src/inventory/grid/early'

const day: GridDay = {
  state: 'open',
  status: null,
  own_available: 8,
  base: 8,
  closed: 0,
  confirmed: 0,
  external: 0,
  physical_remaining: 20,
}
const from = 100
const base: Drawn = {
  rooms: [
    { id: 1, name: 'A', units: 20, days: [day, day, day] },
    { id: 2, name: 'B', units: 20, days: [day, day, day] },
  ],
  own: new Map(),
}
const of = (room: number, at: number, change: Change): CellChange => ({ room, day: at, change })
const states = (d: Drawn) => d.rooms.map((r) => r.days.map((one) => one.status ?? '-').join(''))

describe('changes on their way', () => {
  test('are drawn over each other, and one that is left out leaves the others', () => {
    const stop = [of(1, 100, { status: 'stop' }), of(2, 100, { status: 'stop' })]
    const more = [of(1, 100, { closed: { by: 'more', units: 2 } }), of(1, 101, { status: 'block' })]
    const both = draw(draw(base, stop, from, 'master'), more, from, 'master')
    expect(states(both)).toEqual(['stopblock-', 'stop--'])
    expect(both.rooms[0]!.days[0]!.closed).toBe(2)
    const later = draw(base, more, from, 'master')
    expect(states(later)).toEqual(['-block-', '---'])
    expect(later.own.get(keyOf(1, 100))).toMatchObject({ status: null, closed: 2 })
    expect(states(base), 'what is drawn upon stays').toEqual(['---', '---'])
  })

  test('days outside of the year are kept in mind and not drawn', () => {
    const drawn = draw(base, [of(1, 99, { note: 'x' }), of(9, 100, { note: 'y' })], from, 'master')
    expect([drawn.rooms[0]!.days.length, drawn.own.size]).toEqual([3, 2])
  })

  test('days that are read again replace those that were there, and nothing else', () => {
    const drawn = draw(base, [of(1, 100, { note: 'a' }), of(1, 101, { note: 'b' })], from, 'master')
    const closed: GridDay = { ...day, state: 'closed', status: 'stop' }
    const read: Drawn = {
      rooms: base.rooms.map((r) => ({ ...r, days: [closed] })),
      own: new Map([[keyOf(2, 101), { ...nothing, status: 'stop' as const }]]),
    }
    const now = replaced(drawn, read, from, 101, 101)
    expect(states(now)).toEqual(['-stop-', '-stop-'])
    expect([...now.own.keys()]).toEqual([keyOf(1, 100), keyOf(2, 101)])
  })
})

describe('Undo', () => {
  test('sets back what a change touched, and units as units', () => {
    const own = { ...nothing, status: 'stop' as const, reason: 'renovation' as const, note: 'Painters', closed: 3 }
    const undone = (change: Change) => undoing(change, own, after(own, change))
    expect(undone({ status: 'open' })).toEqual({ status: 'stop', reason: 'renovation', note: 'Painters' })
    expect(undone({ closed: { by: 'set', units: 9 } })).toEqual({ closed: { by: 'set', units: 3 } })
    expect(undone({ closed: { by: 'more', units: 2 } })).toEqual({ closed: { by: 'less', units: 2 } })
    expect(undone({ closed: { by: 'less', units: 9 } }), 'there were only three').toEqual({
      closed: { by: 'more', units: 3 },
    })
    expect(undone({ note: '' })).toEqual({ note: 'Painters' })
  })
  test('is for the cells that became different', () => {
    const drawn = draw(base, [of(1, 100, { status: 'stop' })], from, 'master')
    expect(undoOf(drawn, [of(1, 100, { status: 'stop' }), of(1, 101, { status: 'stop' })])).toEqual([
      of(1, 101, { status: null, reason: null, note: '' }),
    ])
  })
  test('a note goes with a restriction that is lifted, as on the server', () => {
    expect(after({ ...nothing, status: 'stop', note: 'x' }, { status: 'open' }).note).toBe('')
    expect(after({ ...nothing, status: 'stop', note: 'x' }, { status: 'block' }).note).toBe('x')
  })
})

test('a typed count is a number, or units more or fewer', () => {
  expect([readCount('12'), readCount('=5'), readCount('+2'), readCount('-1'), readCount('−1')]).toEqual([
    { by: 'set', units: 12 },
    { by: 'set', units: 5 },
    { by: 'more', units: 2 },
    { by: 'less', units: 1 },
    { by: 'less', units: 1 },
  ])
  for (const text of ['', '+', '1.5.', '1.5', '123456', 'x', '--1']) expect(readCount(text), text).toBeUndefined()
})

test('a key belongs to the typing that it follows at once, and that began when nothing took it', () => {
  const typing = new Typing()
  expect([typing.early(0, false), typing.early(200, false), typing.early(900, true), typing.early(1800, true)]).toEqual(
    [true, true, true, true],
  )
  expect(typing.early(2900, true), 'after a pause').toBe(false)
  expect(typing.early(2950, true)).toBe(false)
})

test('tabs fit all, or the first ones and the chosen one beside a menu', () => {
  expect(fitting([100, 100, 100], 310, 50, 2, 0)).toEqual([true, true, true])
  expect(fitting([100, 100, 100], 300, 50, 2, 0)).toEqual([true, true, false])
  expect(fitting([100, 100, 100], 300, 50, 2, 2)).toEqual([true, false, true])
  expect(fitting([100, 100, 100], 20, 50, 2, 1), 'the chosen one always').toEqual([false, true, false])
  expect(fitting([], 20, 50, 2, -1)).toEqual([])
})
