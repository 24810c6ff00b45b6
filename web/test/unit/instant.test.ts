import { expect, test } from 'vitest'
import { endOf, instantOf, localOf, startOf } from '../../src/platform/instant'

test.each([
  ['Europe/Athens', '2027-07-01', '18:30', '2027-07-01T15:30:00Z'],
  ['Europe/Athens', '2027-01-01', '01:15', '2026-12-31T23:15:00Z'],
  ['Asia/Kathmandu', '2027-01-01', '00:00', '2026-12-31T18:15:00Z'],
  ['America/St_Johns', '2027-07-01', '23:59', '2027-07-02T02:29:00Z'],
  ['UTC', '2027-07-01', '00:00', '2027-07-01T00:00:00Z'],
  ['Nowhere/Unknown', '2027-07-01', '12:00', '2027-07-01T12:00:00Z'],
])('in %s, %s %s is %s, and back', (zone, day, time, iso) => {
  expect(instantOf({ day, time }, zone)).toBe(iso)
  expect(localOf(iso, zone)).toEqual({ day, time })
})

test('around a change of the clocks every time that exists is read as it is shown', () => {
  for (const [iso, time] of [
    ['2027-03-28T00:59:00Z', '02:59'],
    ['2027-03-28T01:00:00Z', '04:00'],
    ['2027-10-31T02:00:00Z', '04:00'],
  ] as const) {
    const shown = localOf(iso, 'Europe/Athens')
    expect(shown.time, iso).toBe(time)
    expect(instantOf(shown, 'Europe/Athens')).toBe(iso)
  }
  // Half past three does not exist on this night: the moment is that of half past four.
  expect(localOf(instantOf({ day: '2027-03-28', time: '03:30' }, 'Europe/Athens'), 'Europe/Athens').time).toBe('04:30')
})

test('a day has its own length', () => {
  expect([startOf('2027-03-28', 'Europe/Athens'), endOf('2027-03-28', 'Europe/Athens')]).toEqual([
    '2027-03-27T22:00:00Z',
    '2027-03-28T20:59:59Z',
  ])
})
