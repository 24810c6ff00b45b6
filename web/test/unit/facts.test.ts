import { describe, expect, test, vi } from 'vitest'
import {
  blank,
  errorAt,
  fieldNames,
  fieldsOf,
  kindOf,
  missing,
  patch,
  pathOf,
  put,
  resolve,
  same,
  titleOf,
  unfinished,
  type Node,
} from '../../src/content/facts/schema'
import { changes, labelOf, recordChanges, shown, type Words } from '../../src/content/facts/show'
import { words as readers } from '../../src/content/facts/words'
import { chooseDates } from '../../src/platform/region.svelte'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))

const rooms: Node = {
  type: 'object',
  'x-publish-required': ['name', 'beds', 'age'],
  properties: {
    id: { type: 'integer', readOnly: true },
    position: { type: 'integer' },
    code: { title: 'Code', type: 'string', maxLength: 30 },
    name: { title: 'Name', type: 'string', maxLength: 120 },
    note: { title: 'Note', type: 'string', maxLength: 400 },
    size: { title: 'Size', type: 'number', 'x-unit-label': 'm²' },
    age: { title: 'Age', type: 'integer', 'x-not-needed-if': { children: false } },
    children: { title: 'Children', type: 'boolean', default: true },
    wifi: { title: 'Wi-Fi', $ref: '#/$defs/offer' },
    views: {
      title: 'View',
      type: 'array',
      items: { type: 'string', enum: ['sea', 'pool'], 'x-labels': { sea: 'Sea', pool: 'Pool' } },
    },
    languages: { title: 'Languages', type: 'array', items: { $ref: '#/$defs/lang' } },
    beds: {
      title: 'Beds',
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'count'],
        properties: {
          type: { title: 'Bed', type: 'string', enum: ['king'], 'x-labels': { king: 'King' } },
          count: { title: 'Count', type: 'integer' },
        },
      },
    },
    season: { title: 'Open', type: 'array', items: { $ref: '#/$defs/season' } },
    fee: { title: 'Fee', $ref: '#/$defs/money' },
    description: {
      title: 'Description',
      type: 'object',
      allOf: [{ $ref: '#/$defs/i18n' }],
      additionalProperties: { type: 'string', maxLength: 500 },
    },
  },
  $defs: {
    offer: {
      description: 'For programmers.',
      type: 'string',
      enum: ['no', 'free'],
      'x-labels': { no: 'No', free: 'Free' },
    },
    lang: { type: 'string', format: 'language' },
    monthday: { type: 'string', format: 'month-day' },
    season: {
      type: 'object',
      required: ['from', 'to'],
      properties: { from: { $ref: '#/$defs/monthday' }, to: { $ref: '#/$defs/monthday' } },
    },
    money: {
      type: 'object',
      required: ['amount', 'currency'],
      properties: { amount: { type: 'string', format: 'amount' }, currency: { type: 'string', format: 'currency' } },
    },
    i18n: { type: 'object', additionalProperties: { type: 'string', maxLength: 8000 } },
  },
}
const words: Words = {
  language: 'en',
  yes: 'yes',
  no: 'no',
  country: (c) => `country ${c}`,
  tongue: (c) => `tongue ${c}`,
  day: (d) => `day ${d}`,
  monthDay: (d) => `each ${d}`,
  number: String,
}
const field = (name: string) => fieldsOf(rooms, rooms).find((f) => f.name === name)!.node

describe('the schema of a category', () => {
  test('gives each field its kind', () => {
    expect(Object.fromEntries(fieldsOf(rooms, rooms).map((f) => [f.name, kindOf(f.node)]))).toEqual({
      code: 'text',
      name: 'text',
      note: 'lines',
      size: 'number',
      age: 'number',
      children: 'truth',
      wifi: 'choice',
      views: 'chips',
      languages: 'codes',
      beds: 'cards',
      season: 'cards',
      fee: 'group',
      description: 'texts',
    })
    expect(kindOf({ type: 'string', format: 'uri', maxLength: 2000 })).toBe('text')
  })
  test('gives a field its own words before those of what it refers to, and none for programmers', () => {
    expect(resolve(rooms.properties!['wifi']!, rooms)).toMatchObject({ title: 'Wi-Fi', enum: ['no', 'free'] })
    expect(resolve(rooms.properties!['wifi']!, rooms).description).toBeUndefined()
    expect(field('description').additionalProperties).toEqual({ type: 'string', maxLength: 500 })
  })
  test('gives a label its unit once', () => {
    expect(titleOf({ title: 'Size from', 'x-unit-label': 'm²' }, 'size')).toBe('Size from (m²)')
    expect(titleOf({ title: 'Rooms in total', 'x-unit-label': 'rooms' }, 'rooms')).toBe('Rooms in total')
    expect(titleOf({ title: 'Altitude', 'x-unit-label': 'm' }, 'altitude')).toBe('Altitude (m)')
    expect(titleOf({ title: 'Year built', 'x-unit': 'year', 'x-unit-label': 'year' }, 'year')).toBe('Year built')
  })
  test('says what a new record begins with', () => expect(blank(rooms)).toEqual({ children: true }))
})

describe('a record', () => {
  test('has no field that is empty', () => {
    expect(put({ name: 'A', size: 1 }, 'size', undefined)).toEqual({ name: 'A' })
    expect(put({ name: 'A' }, 'views', [])).toEqual({ name: 'A' })
    expect(put(undefined, 'children', false)).toEqual({ children: false })
    expect(put({}, 'size', 0)).toEqual({ size: 0 })
  })
  test('is the same as one with empty fields, and as one with its names in another order', () => {
    expect(same({ a: 1, b: [] }, { a: 1 })).toBe(true)
    expect(same({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toBe(true)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same([], {})).toBe(true)
    expect(same(0, undefined)).toBe(false)
    expect(same(false, undefined)).toBe(false)
    expect(same([{}], [])).toBe(false)
  })
  test('becomes another one by its patch, which clears with null and replaces lists whole', () => {
    expect(patch({ a: 1, b: 2, t: { en: 'x', de: 'y' }, l: [1] }, { a: 1, c: 3, t: { en: 'z' }, l: [1, 2] })).toEqual({
      b: null,
      c: 3,
      t: { en: 'z', de: null },
      l: [1, 2],
    })
    expect(patch({ t: { en: 'x' } }, {})).toEqual({ t: null })
    expect(patch({ a: [] }, {})).toEqual({})
  })
  test('lacks what publication asks for, unless another answer makes it pointless', () => {
    expect([...missing(rooms, { name: 'A' })]).toEqual(['beds', 'age'])
    expect([...missing(rooms, { name: 'A', beds: [{}], children: false })]).toEqual([])
  })
  test('says where something was begun and not ended', () => {
    expect(
      unfinished(rooms, rooms, {
        beds: [{ type: 'king', count: 1 }, { type: 'king' }],
        fee: { amount: '1' },
        season: [{}],
      }),
    ).toEqual(['beds.1.count', 'season.0.from', 'season.0.to', 'fee.currency'])
    expect(unfinished(rooms, rooms, { name: 'A' })).toEqual([])
  })
})

test('a refusal lands at its field, in either form of path', () => {
  const errors = [
    { field: 'beds[0].count', message: 'too many' },
    { field: 'views[1]', message: 'not known' },
    { field: '[0].size', message: 'no number' },
  ]
  expect(pathOf('[0].size')).toBe('0.size')
  expect(errorAt(errors, 'beds.0.count', true)).toBe('too many')
  expect(errorAt(errors, 'beds', false)).toBeUndefined()
  expect(errorAt(errors, 'views', true)).toBe('not known')
  expect(errorAt(errors, 'view', true)).toBeUndefined()
})

test('what is missing is told by the names of its fields', () => {
  expect(fieldNames(['rooms[37].name', 'rooms[38].name', 'rooms[38].beds'])).toEqual(['name', 'beds'])
  expect(fieldNames(['rooms'])).toEqual([])
  expect(fieldNames(['general.official_name'])).toEqual(['official_name'])
})

describe('facts in words', () => {
  const say = (name: string, value: unknown) => shown(field(name), rooms, value, words)
  test('use the labels and units of the server', () => {
    expect(say('size', 26)).toBe('26 m²')
    expect(say('wifi', 'free')).toBe('Free')
    expect(say('views', ['sea', 'pool'])).toBe('Sea, Pool')
    expect(say('languages', ['de'])).toBe('tongue de')
    expect(say('children', false)).toBe('no')
    expect(say('fee', { amount: '12.50', currency: 'EUR' })).toBe('12.50 EUR')
    expect(
      say('beds', [
        { type: 'king', count: 1 },
        { type: 'king', count: 2 },
      ]),
    ).toBe('King, 1\nKing, 2')
    expect(say('season', [{ from: '05-01', to: '10-31' }])).toBe('each 05-01 – each 10-31')
    expect(say('description', { de: 'Zimmer', tr: 'oda' })).toBe('Zimmer')
    expect(say('size', undefined)).toBe('')
  })
  test.each([
    ['DD/MM/YYYY', '1 May – 31 October'],
    ['MM/DD/YYYY', 'May 1 – October 31'],
  ])('have the days of a season as the region of %s writes them', (format, season) => {
    chooseDates(format)
    expect(shown(field('season'), rooms, [{ from: '05-01', to: '10-31' }], readers())).toBe(season)
    chooseDates('auto')
  })
  test('say what differs between two versions', () => {
    expect(changes(rooms, { name: 'A', size: 20 }, { name: 'B', size: 20, views: ['sea'] }, words)).toEqual([
      { name: 'name', title: 'Name', was: 'A', is: 'B' },
      { name: 'views', title: 'View', was: '', is: 'Sea' },
    ])
    expect(changes(rooms, { description: { en: 'x', de: 'y' } }, { description: { en: 'x', de: 'z' } }, words)).toEqual(
      [{ name: 'description', title: 'Description', was: 'tongue de: y', is: 'tongue de: z' }],
    )
  })
  test('say which records are new, gone and changed', () => {
    const got = recordChanges(
      rooms,
      [
        { id: 1, name: 'A' },
        { id: 2, name: 'B' },
        { id: 3, name: 'C' },
      ],
      [
        { id: 1, name: 'A' },
        { id: 2, name: 'B2' },
        { id: 4, code: 'D' },
      ],
      words,
    )
    expect(got.map((r) => [r.kind, r.label, r.changes.length])).toEqual([
      ['changed', 'B2', 1],
      ['added', 'D', 1],
      ['removed', 'C', 1],
    ])
    expect(labelOf(rooms, { code: 'X', name: 'Y' }, words)).toBe('Y')
  })
})
