import { describe, expect, test } from 'vitest'
import { nightsOf, summaryOf, takenOf, type Entry } from '../../src/inventory/rooming/ledger'
import { readGuests, readRows, type Column, type Room } from '../../src/inventory/rooming/rows'
import { toDay } from '../../src/platform/civil'

const entry = (over: Partial<Entry>): Entry => ({
  id: 1,
  ledger: 1,
  room: 12,
  room_name: 'Double',
  arrival: '2027-05-01',
  departure: '2027-05-08',
  units: 1,
  guests: [],
  board: '',
  reference: '',
  note: '',
  reason: '',
  status: 'pending',
  created_at: '',
  updated_at: '',
  available_actions: [],
  ...over,
})
const guest = { first_name: 'Ute', last_name: 'Krause', type: 'adult', age: null } as const

describe('what a rooming list comes to', () => {
  test('days, rooms and guests of what still stands', () => {
    const list = [
      entry({ units: 2, guests: [guest, guest] }),
      entry({ arrival: '2027-04-28', departure: '2027-04-30', status: 'confirmed' }),
      entry({ departure: '2027-06-01', status: 'cancelled', units: 9 }),
    ]
    expect(summaryOf(list)).toEqual({ from: toDay('2027-04-28'), to: toDay('2027-05-08'), units: 3, guests: 2 })
  })
  test('a list of which nothing stands says what it was about', () => {
    expect(summaryOf([entry({ status: 'cancelled', units: 4 })]).units).toBe(4)
    expect(summaryOf([])).toEqual({ from: undefined, to: undefined, units: 0, guests: 0 })
  })
  test('the night of the departure is not taken, and nights of several stays add up', () => {
    const list = [
      entry({ status: 'confirmed', arrival: '2027-05-01', departure: '2027-05-03', units: 2 }),
      entry({ status: 'confirmed', arrival: '2027-05-02', departure: '2027-05-04', units: 3 }),
      entry({ status: 'pending', arrival: '2027-05-03', departure: '2027-05-05' }),
      entry({ status: 'declined', units: 50 }),
      entry({ room: 13, room_name: 'Suite', status: 'pending', departure: '2027-05-02' }),
    ]
    expect(takenOf(list)).toEqual([
      { key: '12', room: 'Double', held: { units: 5, nights: 10 }, asked: { units: 1, nights: 2 } },
      { key: '13', room: 'Suite', held: { units: 0, nights: 0 }, asked: { units: 1, nights: 1 } },
    ])
    expect(nightsOf(list[0]!)).toBe(2)
  })
})

const rooms: Room[] = [
  { id: 12, name: 'Double Room Sea View', code: 'DBL.SV' },
  { id: 13, name: 'Οικογενειακό δωμάτιο', code: 'FAM' },
]
const labels: Record<Column, string> = {
  room: 'Zimmertyp',
  arrival: 'Anreise',
  departure: 'Abreise',
  units: 'Zimmer',
  guests: 'Gäste',
  board: 'Verpflegung',
  reference: 'Buchungsnummer',
  note: 'Hinweis',
}
const read = (text: string) => readRows(text, rooms, labels)

describe('rows of a spreadsheet', () => {
  test('are stays: the room by code or name, the days as people write them', () => {
    const [one, two] = read(
      'DBL.SV\t2027-05-01\t2027-05-08\t2\tUte Krause; Krause, Jörg\tHB\tNR-1\tlate\nοικογενειακο ΔΩΜΑΤΙΟ\t1.6.2027\t3.6.2027\t\tDeniz Öztürk (7)\thb+',
    )
    expect(one).toEqual({
      line: 1,
      problems: [],
      entry: {
        room: 12,
        arrival: '2027-05-01',
        departure: '2027-05-08',
        units: 2,
        board: 'HB',
        reference: 'NR-1',
        note: 'late',
        guests: [
          { first_name: 'Ute', last_name: 'Krause' },
          { first_name: 'Jörg', last_name: 'Krause' },
        ],
      },
    })
    expect(two!.entry).toMatchObject({
      room: 13,
      arrival: '2027-06-01',
      departure: '2027-06-03',
      units: 1,
      board: 'HB_PLUS',
      guests: [{ first_name: 'Deniz', last_name: 'Öztürk', age: 7, type: 'child' }],
    })
  })
  test('have their columns in the order of a row of headings, in the language or as the API names them', () => {
    expect(read('Anreise;Abreise;Zimmertyp;unknown\n2027-05-01;2027-05-02;FAM;x')[0]!.entry).toMatchObject({
      room: 13,
      arrival: '2027-05-01',
      departure: '2027-05-02',
    })
    expect(read('reference,room,arrival,departure\nNR-9,FAM,2027-05-01,2027-05-02')[0]).toMatchObject({
      line: 2,
      entry: { room: 13, reference: 'NR-9' },
    })
  })
  test('of an operator name the room in its own words or in those of the hotel', () => {
    const own = [{ id: 12, name: 'Doppelzimmer Meerblick', code: 'DZ1', also: ['Double Room Sea View', 'DBL.SV'] }]
    for (const name of ['dz1', 'Doppelzimmer Meerblick', 'double room sea view', 'DBL.SV'])
      expect(readRows(`${name}\t2027-05-01\t2027-05-02`, own, labels)[0]!.entry.room).toBe(12)
  })
  test('with guests only belong to the stay above', () => {
    const list = read('FAM\t2027-05-01\t2027-05-02\t1\tAda Byron\n\t\t\t\tBaby Byron (1)')
    expect(list).toHaveLength(1)
    expect(list[0]!.entry.guests).toHaveLength(2)
    expect(list[0]!.entry.guests![1]).toEqual({ first_name: 'Baby', last_name: 'Byron', age: 1, type: 'infant' })
    expect(read('\t\t\t\tBaby Byron (1)')[0]!.problems).toEqual([{ what: 'first', text: 'Baby Byron (1)' }])
  })
  test('say what is not understood', () => {
    expect(read('Penthouse\tsoon\t2027-02-30\tmany\tA\tZZ')[0]!.problems.map((p) => p.what)).toEqual([
      'room',
      'arrival',
      'departure',
      'units',
      'board',
    ])
    expect(read('FAM\t2027-05-02\t2027-05-02')[0]!.problems).toEqual([{ what: 'order', text: '2027-05-02' }])
  })
})

test('the last word of a guest is the family name', () => {
  expect(readGuests('Anna Maria van Dijk;  ; Cher')).toEqual([
    { first_name: 'Anna Maria van', last_name: 'Dijk' },
    { first_name: '', last_name: 'Cher' },
  ])
  expect(readGuests('Senior Person (81)')[0]).toMatchObject({ age: 81, type: 'adult' })
})
