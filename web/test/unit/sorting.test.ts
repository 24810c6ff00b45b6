import { expect, test } from 'vitest'
import { Sorting, type Column } from '../../src/parts/sorting.svelte'

interface Row {
  name: string
  n?: number
}
const rows: Row[] = [{ name: 'Room 10', n: 2 }, { name: 'Room 9' }, { name: 'room 1', n: 10 }]
const columns: Column<Row>[] = [
  { label: 'Name', by: (r) => r.name },
  { label: 'Number', by: (r) => r.n },
  { label: 'Actions' },
]
const shown = (s: Sorting) => s.sort(rows, columns).map((r) => r.name)

test('rows stand as they came, go up, go down, and stand as they came again', () => {
  const s = new Sorting()
  const came = rows.map((r) => r.name)
  expect(shown(s)).toEqual(came)
  s.turn(0)
  expect(s.direction(0)).toBe('ascending')
  expect(shown(s)).toEqual(['room 1', 'Room 9', 'Room 10'])
  s.turn(0)
  expect(s.direction(0)).toBe('descending')
  expect(shown(s)).toEqual(['Room 10', 'Room 9', 'room 1'])
  s.turn(0)
  expect(s.direction(0)).toBe('none')
  expect(shown(s)).toEqual(came)
})

test('numbers are compared as numbers, and what has none is last in both directions', () => {
  const s = new Sorting()
  s.turn(1)
  expect(shown(s)).toEqual(['Room 10', 'room 1', 'Room 9'])
  s.turn(1)
  expect(shown(s)).toEqual(['room 1', 'Room 10', 'Room 9'])
})

test('a column without values does not sort', () => {
  const s = new Sorting()
  s.turn(2)
  expect(shown(s)).toEqual(rows.map((r) => r.name))
})
