import { describe, expect, test } from 'vitest'
import { moved, target } from '../../src/content/photos/order'
import { inCity, type City, type Place } from '../../src/content/property/place'
import { roomBodies } from '../../src/content/property/rooms'

describe('the order of photos', () => {
  test('is changed by moving one of them', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 1, -4)).toEqual(['b', 'a', 'c'])
    expect(moved([], 0, 1)).toEqual([])
  })
  test('is changed by keys, a row at a time with up and down', () => {
    expect(target('ArrowRight', 1, 3, 5)).toBe(2)
    expect(target('ArrowDown', 1, 3, 5)).toBe(4)
    expect(target('ArrowDown', 3, 3, 5)).toBe(4)
    expect(target('ArrowUp', 1, 3, 5)).toBe(0)
    expect(target('Home', 4, 3, 5)).toBe(0)
    expect(target('End', 0, 3, 5)).toBe(4)
    expect(target('x', 0, 3, 5)).toBeUndefined()
  })
})

describe('a place', () => {
  const place: Place = {
    country: 'GR',
    state: '',
    city: 'Hersonissos',
    address: '',
    postal_code: '',
    latitude: null,
    longitude: null,
  }
  const city = {
    name: 'Hersonissos',
    country: 'GR',
    state: 'ESYE43',
    state_name: 'Crete',
    latitude: 35.317,
    longitude: 25.39,
    population: null,
    timezone: 'Europe/Athens',
  } as City
  test('in a known city has its region and its middle', () => {
    expect(inCity(place, city)).toMatchObject({ state: 'Crete', latitude: 35.317, longitude: 25.39 })
  })
  test('keeps a point that was given', () => {
    expect(inCity({ ...place, latitude: 35.3, longitude: 25.4 }, city)).toMatchObject({
      state: 'Crete',
      latitude: 35.3,
      longitude: 25.4,
    })
  })
})

test('rooms that nothing was entered for are not made', () => {
  expect(
    roomBodies([
      { code: ' DBL ', name: '', room_total_units: 0 },
      { code: '', name: ' ', room_total_units: null },
      { code: '', name: 'Suite', room_total_units: 4 },
    ]),
  ).toEqual([
    { code: 'DBL', room_total_units: 0 },
    { name: 'Suite', room_total_units: 4 },
  ])
})
