import { describe, expect, test } from 'vitest'
import type { Node } from '../../src/content/facts/schema'
import type { Words } from '../../src/content/facts/show'
import { editable, orphansOf, recordsOf, wishOf } from '../../src/partners/hotel/facts'
import { moved, refKey, sameOrder, turned } from '../../src/partners/hotel/order'
import { rightsOf } from '../../src/partners/hotel/rights'
import { groupsOf, merged, type Unmapped } from '../../src/partners/mapping/groups'
import { applied, wishesOf } from '../../src/partners/overrides/wishes'

const words: Words = {
  language: 'en',
  yes: 'yes',
  no: 'no',
  country: (c) => c,
  tongue: (c) => ({ de: 'German', en: 'English' })[c] ?? c,
  day: (d) => d,
  monthDay: (d) => d,
  number: (n) => String(n),
}

const hole = (property: number, room: number | null): Unmapped => ({
  property,
  property_name: `Hotel ${property}`,
  property_code: `H${property}`,
  country: 'GR',
  city: 'Rodos',
  room,
  room_name: room === null ? null : `Room ${room}`,
  room_code: room === null ? null : `R${room}`,
})

describe('what is to be mapped', () => {
  test('is grouped by hotel, the hotel itself before its rooms', () => {
    const groups = groupsOf([hole(7, null), hole(3, 31), hole(7, 71), hole(3, 32)])
    expect(groups.map((g) => [g.property, g.hotel !== undefined, g.rooms.map((r) => r.room)])).toEqual([
      [3, false, [31, 32]],
      [7, true, [71]],
    ])
  })

  test('keeps what was mapped here, and takes in what is new', () => {
    const after = merged([hole(3, 31), hole(3, 32), hole(3, 33)], [hole(3, 32), hole(9, null)], (u) => u.room === 31)
    expect(after.map((u) => [u.property, u.room])).toEqual([
      [3, 31],
      [3, 32],
      [9, null],
    ])
  })
})

const schema: Node = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    size: { title: 'Size', type: 'integer', 'x-unit-label': 'm²' },
    about: { title: 'About', type: 'object', additionalProperties: { type: 'string' } },
    pool: { title: 'Pool', type: 'boolean' },
    shared_with_partners: { title: 'Shared', type: 'boolean' },
  },
}

describe('a wish', () => {
  test('is told field by field, a text language by language', () => {
    expect(
      wishesOf(
        schema,
        { size: 150, about: { de: 'Alt', en: null } },
        { about: { de: 'Neu', en: 'New' }, size: 120 },
        words,
      ),
    ).toEqual([
      { path: 'size', title: 'Size', was: '150 m²', is: '120 m²' },
      { path: 'about.de', title: 'About · German', was: 'Alt', is: 'Neu' },
      { path: 'about.en', title: 'About · English', was: '', is: 'New' },
    ])
  })

  test('hides a fact with null, and a record that is gone has no source', () => {
    expect(wishesOf(schema, null, { size: null }, words)).toEqual([{ path: 'size', title: 'Size', was: '', is: '' }])
  })

  test('is still told of a field that the schema has dropped', () => {
    expect(wishesOf(schema, { old: 1 }, { old: [1, 2] }, words)).toEqual([
      { path: 'old', title: 'old', was: '1', is: '[1,2]' },
    ])
  })
})

test('a merge patch changes, adds and takes out, also inside', () => {
  expect(applied({ a: 1, t: { de: 'x', en: 'y' } }, { a: null, b: 2, t: { de: 'z', en: null } })).toEqual({
    b: 2,
    t: { de: 'z' },
  })
  expect(applied({ a: 1 }, null)).toEqual({ a: 1 })
  expect(applied({ t: { de: 'x' } }, { t: { de: null } })).toEqual({})
})

describe('the records of a hotel', () => {
  const override = { category: 'rooms', record_id: 5, source: { size: 20 }, fields: { size: 22 } } as never
  const hotel = {
    facts: {
      rooms: [
        { id: 5, name: 'Mine', code: 'M1', size: 22 },
        { id: 6, name: 'Plain', code: 'P' },
      ],
      beach: { length: 9 },
    },
    room_types: [{ id: 5, hotel_name: 'Theirs', hotel_code: 'T1' }],
  } as never

  test('say what the hotel has published beside what the catalogue shows', () => {
    const [first, second] = recordsOf(hotel, 'rooms', [override])
    expect(first!.published).toEqual({ id: 5, name: 'Theirs', code: 'T1', size: 20 })
    expect(second!.published).toEqual({ id: 6, name: 'Plain', code: 'P' })
    expect(recordsOf(hotel, 'beach', [override]).map((r) => r.id)).toEqual([null])
    expect(recordsOf(hotel, 'bars', [])).toEqual([])
  })

  test('leave wordings over whose record is gone', () => {
    expect(orphansOf(hotel, 'rooms', [override])).toEqual([])
    expect(orphansOf(hotel, 'rooms', [{ category: 'rooms', record_id: 9 } as never])).toHaveLength(1)
  })

  test('are saved as what differs, and not at all if nothing does', () => {
    expect(wishOf({ size: 20, about: { de: 'x', en: 'y' } }, { size: 20, about: { de: 'z', en: 'y' } })).toEqual({
      about: { de: 'z' },
    })
    expect(wishOf({ size: 20 }, { size: 20 })).toBeUndefined()
  })

  test('cannot be shared or hidden by the operator', () => {
    expect(Object.keys(editable(schema).properties!)).not.toContain('shared_with_partners')
  })
})

test('photos are moved within their bounds, turned on and off, and compared in order', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 2, -5)).toEqual(['c', 'a', 'b'])
  expect(moved(['a'], -1, 0)).toEqual(['a'])
  expect(turned(['a', 'b'], 'a')).toEqual(['b'])
  expect(turned(['b'], 'a')).toEqual(['b', 'a'])
  expect(sameOrder(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(refKey({ id: 4, own: true })).not.toBe(refKey({ id: 4, own: false }))
})

test('rights are told as yes, no or with approval', () => {
  expect(rightsOf({ facts: { allowed: true, edit: 'O', rooms: true }, photos: { allowed: false } })).toEqual([
    { key: 'facts', answer: 'Y' },
    { key: 'edit', answer: 'O' },
    { key: 'photos', answer: 'N' },
  ])
})
