// Rooming lists: made, filled, answered, by mouse and by keyboard; and the rooms and sources of the legacy stop sale.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { iso } from './days'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, until, world } from './program'

const w = world()

interface Entry {
  id: number
  room_name: string
  status: string
  units: number
  reason: string
  board: string
  reference: string
  guests: { first_name: string; last_name: string; type: string; age: number | null }[]
}
interface Ledger {
  id: number
  name: string
  status: string
  calendar: number | null
  reason: string
  entries: Entry[]
}
const idOf = (page: Page) => Number(/ledgers\/(\d+)/.exec(page.url())![1])
const ledgerOf = async (page: Page, id = idOf(page)) =>
  (await (await page.request.get(`/api/rooming/ledgers/${id}/`)).json()) as Ledger
const make = async (page: Page, data: object) =>
  (await (await page.request.post('/api/rooming/ledgers/', { data })).json()) as Ledger

/** The id of a room of the hotel. */
async function room(page: Page, code: string): Promise<number> {
  const rooms = (await (await page.request.get('/api/info/property/1/facts/rooms/')).json()) as {
    id: number
    code: string
  }[]
  return rooms.find((r) => r.code === code)!.id
}

test('the hotel books by telephone: a list, a stay with a guest, the calendar on confirming, a change, a cancellation', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  await page.goto('/rooming/')
  await page.getByRole('button', { name: 'New rooming list' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Wedding Papadakis')
  await page.getByRole('button', { name: 'Make the list' }).click()
  await page.getByText('No stays yet').waitFor()
  await page.getByRole('button', { name: 'Add a stay' }).last().click()
  await page.getByLabel('Room type').selectOption({ label: 'Double Room Sea View (DBL.SV)' })
  await page.getByLabel('Arrival').fill(iso(50))
  await page.getByLabel('Departure').fill(iso(53))
  await page.getByText('3 nights').waitFor()
  await page.getByLabel('Rooms', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Add a guest' }).click()
  await page.getByLabel('Last name').fill('Papadakis')
  await page.getByLabel('Age', { exact: true }).fill('6')
  await page.getByLabel('Adult or child').selectOption('child')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Papadakis (6)', exact: true }).waitFor()
  // Nobody's list has no calendar of its own: the server names those that it can be taken from.
  await page.getByRole('button', { name: 'Confirm the stay that waits' }).click()
  await page.getByLabel('Calendar', { exact: true }).selectOption({ label: 'Master' })
  await page.getByRole('button', { name: 'Choose and confirm' }).click()
  await page.getByText('The list is confirmed').waitFor()
  await page.getByText('Held: up to 2 a night, 6 room nights in all').waitFor()
  const list = await ledgerOf(page)
  expect(list).toMatchObject({ name: 'Wedding Papadakis', status: 'confirmed', calendar: 1 })
  expect(list.entries[0]).toMatchObject({
    status: 'confirmed',
    units: 2,
    guests: [{ last_name: 'Papadakis', type: 'child', age: 6 }],
  })

  await page.getByRole('button', { name: 'More about Papadakis (6)' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Rooms', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Held: up to 1 a night, 3 room nights in all').waitFor()
  await page.getByRole('button', { name: 'Papadakis (6)', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the stay' }).click()
  await page.getByLabel('Reason').fill('They marry at home.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the stay' }).click()
  await expect
    .poll(async () => (await ledgerOf(page)).entries[0])
    .toMatchObject({ status: 'cancelled', reason: 'They marry at home.' })
  expect(trouble.filter((line) => !line.includes('/confirm/'))).toEqual([]) // the refusal that asks for a calendar
  await context.close()
})

test('the operator makes a list, pastes rows and sends it, with the keyboard alone', async () => {
  const { page, context, trouble } = await w.visit(people.operator)
  await page.goto('/portfolio/')
  await page.locator('h1').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await enterOn(page, page.getByRole('button', { name: 'New rooming list' }).first())
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Choir of Kiel')
  await tabTo(page, page.getByRole('dialog').getByLabel('Hotel', { exact: true }))
  await page.keyboard.type('Hotel Poseidon')
  await page.keyboard.press('Control+Enter')
  await enterOn(page, page.getByRole('button', { name: 'Paste rows' }).first())
  const rows = (second: string) =>
    `room,arrival,departure,units,guests,board,reference\nDBL.SV,${iso(60)},${iso(64)},3,"Ida Holm; Per Holm (11)",HB,NR-901\n${second},${iso(60)},${iso(62)},1,Ole Lund,BB,NR-902`
  await typeInto(page, page.getByLabel('Rows', { exact: true }), rows('Cellar'))
  await page.getByText('There is no room type "Cellar"').waitFor()
  expect(await page.getByRole('button', { name: 'Add 2 stays' }).isDisabled()).toBe(true)
  await typeInto(page, page.getByLabel('Rows', { exact: true }), rows('DZ2'))
  await until(
    'a button that can be pressed',
    async () => (await page.getByRole('button', { name: 'Add 2 stays' }).isEnabled()) || undefined,
  )
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 stays added').waitFor()
  await enterOn(page, page.getByRole('button', { name: 'Send to the hotel' }))
  await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Send to the hotel' }))
  await page.getByText('Sent to Hotel Poseidon').waitFor()
  const list = await ledgerOf(page)
  expect(list).toMatchObject({ name: 'Choir of Kiel', status: 'sent' })
  expect(list.entries).toMatchObject([
    {
      units: 3,
      board: 'HB',
      reference: 'NR-901',
      guests: [
        { first_name: 'Ida', last_name: 'Holm' },
        { first_name: 'Per', age: 11, type: 'child' },
      ],
    },
    { units: 1, board: 'BB', reference: 'NR-902', guests: [{ last_name: 'Lund' }] },
  ])
  // Sent, the operator changes nothing any more: what it may still do is to cancel.
  expect(await page.getByRole('button', { name: 'Add a stay' }).count()).toBe(0)
  await enterOn(page, page.getByRole('button', { name: 'More about Ole Lund' }))
  await page.getByRole('menuitem', { name: 'Cancel the stay' }).waitFor()
  expect(await page.getByRole('menuitem').count()).toBe(1)
  expect(trouble).toEqual([])
  await context.close()
})

test('rows that the server refuses are named, and nothing of the paste is saved', async () => {
  const { page, context } = await w.visit(people.hotel)
  const { id } = await make(page, { property: 1, name: 'Refused rows' })
  await page.goto(`/rooming/ledgers/${id}/`)
  await page.getByRole('button', { name: 'Paste rows' }).first().click()
  await page
    .getByLabel('Rows', { exact: true })
    .fill(`DBL.SV\t${iso(30)}\t${iso(33)}\t1\nDBL.SV\t${iso(30)}\t${iso(430)}\t1`)
  await page.getByRole('button', { name: 'Add 2 stays' }).click()
  await page.getByRole('row', { name: /365 nights/ }).waitFor()
  expect((await ledgerOf(page, id)).entries).toEqual([])
  await context.close()
})

test('too many rooms: the refusal of the server stays on the page, night by night', async () => {
  const { page, context } = await w.visit(people.hotel)
  const list = await make(page, {
    property: 1,
    name: 'Far too many',
    calendar: 1,
    entries: [{ room: await room(page, 'DBL.SV'), arrival: iso(70), departure: iso(72), units: 900 }],
  })
  await page.goto(`/rooming/ledgers/${list.id}/`)
  await page.getByRole('button', { name: 'Confirm: No guests named' }).click()
  const said = page.getByRole('alert')
  await said.getByText(/Double Room Sea View has \d+ units left on .*; 900 are wanted/).waitFor()
  expect(await said.getByText(/left, 900 wanted/).count()).toBe(2)
  await said.getByRole('button', { name: 'Put away' }).click()
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.close()
})

test('the operator is warned of a night that is closed before it sends the list, until the stay is moved', async () => {
  const hotel = await w.visit(people.hotel)
  const { page, context, trouble } = await w.visit(people.operator)
  const dbl = await room(hotel.page, 'DBL.SV')
  const closed = await hotel.page.request.post('/api/allotment/calendars/1/bulk/', {
    data: { rooms: [dbl], from: iso(91), to: iso(92), status: 'stop' },
  })
  expect(closed.ok(), await closed.text()).toBe(true)
  const list = await make(page, {
    property: 1,
    name: 'Closed in the middle',
    entries: [{ room: dbl, arrival: iso(90), departure: iso(94), guests: [{ last_name: 'Dahl' }] }],
  })
  await page.goto(`/rooming/ledgers/${list.id}/`)
  const warning = page.getByRole('status').filter({ hasText: 'The hotel may decline these nights' })
  const day = (ahead: number) => iso(ahead).split('-').reverse().join('/')
  await warning.getByText(`${list.entries[0]!.room_name}: closed to you: ${day(91)} – ${day(92)}`).waitFor()
  await page.getByRole('button', { name: 'Send to the hotel' }).waitFor()
  await page.getByRole('button', { name: 'More about Dahl' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Arrival').fill(iso(93))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The stay is saved').waitFor()
  await warning.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send to the hotel' }).waitFor()
  expect(trouble).toEqual([])
  await hotel.context.close()
  await context.close()
})

test('the invoice of a list: an empty VAT is asked for before anything is sent, and a refused price stands at its room', async () => {
  const { page, context } = await w.visit(people.hotel)
  const stay = async (code: string) => ({ room: await room(page, code), arrival: iso(100), departure: iso(102) })
  const { id } = await make(page, {
    property: 1,
    name: 'Two prices',
    calendar: 1,
    entries: [await stay('DBL.SV'), await stay('FAM.GV')],
  })
  expect((await page.request.post(`/api/rooming/ledgers/${id}/confirm/`)).ok()).toBe(true)
  await page.goto(`/rooming/ledgers/${id}/`)
  await page.getByRole('button', { name: 'Draft an invoice' }).click()
  const drawer = page.getByRole('dialog')
  const [first, second, rate] = [
    drawer.getByRole('textbox').nth(0),
    drawer.getByRole('textbox').nth(1),
    drawer.getByLabel('VAT in percent'),
  ]
  const errorAt = async (field: Locator) =>
    (await field.getAttribute('aria-invalid'))
      ? page.locator('#' + (await field.getAttribute('aria-describedby'))).innerText()
      : ''
  const draft = drawer.getByRole('button', { name: 'Draft the invoice' })
  let sent = 0
  page.on('request', (r) => (sent += Number(r.method() === 'POST' && r.url().endsWith('/invoice/'))))

  // The second is typed first: the places of the prices in the request change with the next one.
  await second.fill('-5')
  await first.fill('100')
  await draft.click()
  await expect.poll(() => errorAt(rate)).toBe('Enter the VAT rate; for none choose the category below')
  expect([await errorAt(first), await errorAt(second), sent]).toEqual(['', '', 0])

  const negative = 'Must not be less than 0. Give a discount as a negative quantity.'
  await rate.fill('13')
  await draft.click()
  await expect.poll(() => errorAt(second)).toBe(negative)
  expect([await errorAt(first), await errorAt(rate), sent]).toEqual(['', '', 1])
  await first.fill('-1')
  await draft.click()
  await expect.poll(() => errorAt(first)).toBe(negative)
  expect(await errorAt(second)).toBe(negative)
  // What a field shows is not repeated below, by its name in the API or by its row.
  expect(await drawer.innerText()).not.toMatch(/prices\[|line_items|Row \d/)
  await context.close()
})

test('a stay that was removed comes back with Undo; a list that is not wanted is deleted', async () => {
  const { page, context } = await w.visit(people.hotel)
  const { id } = await make(page, {
    property: 1,
    name: 'Short lived',
    entries: [
      {
        room: await room(page, 'FAM.GV'),
        arrival: iso(30),
        departure: iso(33),
        units: 2,
        reference: 'R-1',
        guests: [{ first_name: 'Eva', last_name: 'Ek', age: 40 }],
      },
    ],
  })
  await page.goto(`/rooming/ledgers/${id}/`)
  await page.getByRole('button', { name: 'More about Eva Ek (40)' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('No stays yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Eva Ek (40)', exact: true }).waitFor()
  expect((await ledgerOf(page, id)).entries).toMatchObject([
    { units: 2, reference: 'R-1', status: 'pending', guests: [{ first_name: 'Eva', last_name: 'Ek', age: 40 }] },
  ])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete the list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL('**/rooming/')
  expect((await page.request.get(`/api/rooming/ledgers/${id}/`)).status()).toBe(404)
  await context.close()
})

test('the hotel declines one stay with a reason, closes what is answered, with the keyboard alone', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  const operator = await w.visit(people.operator)
  const dbl = await room(page, 'DBL.SV')
  const stay = (last_name: string) => ({ room: dbl, arrival: iso(80), departure: iso(82), guests: [{ last_name }] })
  const { id } = await make(operator.page, { property: 1, name: 'Two friends', entries: [stay('Alm'), stay('Berg')] })
  await operator.page.request.post(`/api/rooming/ledgers/${id}/send/`)
  await page.goto(`/rooming/ledgers/${id}/`)
  await enterOn(page, page.getByRole('button', { name: 'Decline: Alm' }))
  await typeInto(page, page.getByLabel('Reason'), 'No room of this kind is left.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The stay is declined').waitFor()
  await enterOn(page, page.getByRole('button', { name: 'Confirm: Berg' }))
  await page.getByText('The stay is confirmed').waitFor()
  await enterOn(page, page.getByRole('button', { name: 'More', exact: true }))
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Close the list' }))
  await page.getByText('The list is closed').waitFor()
  const list = await ledgerOf(page, id)
  expect(list.status).toBe('closed')
  expect(list.entries.map((e) => [e.status, e.reason])).toEqual([
    ['declined', 'No room of this kind is left.'],
    ['confirmed', ''],
  ])
  expect(trouble).toEqual([])
  await operator.context.close()
  await context.close()
})

test('the lists are found by state, operator and days, which the address says', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/rooming/')
  await page.getByRole('link', { name: 'Wandergruppe Krause' }).waitFor()
  await page.getByRole('button', { name: /^Sent/ }).click()
  await page.waitForURL('**/rooming/?status=sent')
  await page.getByRole('link', { name: 'Familie Brandt und Freunde' }).waitFor({ state: 'detached' })
  await page.goto('/rooming/?from=2020-01-01&to=2020-01-02')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Wandergruppe Krause' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

test('the rooms of the legacy stop sale are changed, a source is added and kept with the days', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  await page.goto('/stop-sale/')
  await enterOn(page, page.getByRole('button', { name: 'Rooms and sources' }))
  await typeInto(page, page.getByLabel('New source'), 'Housekeeping')
  await page.keyboard.press('Enter')
  await page.getByText('Housekeeping saved').waitFor()
  await enterOn(page, page.getByRole('button', { name: 'Add a room type' }))
  await typeInto(page, page.getByLabel('Name', { exact: true }).last(), 'Beach Hut')
  await typeInto(page, page.getByLabel('Rooms', { exact: true }).last(), '4')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/room types? saved/).waitFor()
  await page.getByRole('rowheader', { name: /Beach Hut/ }).waitFor()
  await page.getByLabel('Source').selectOption('Housekeeping')
  await page.getByRole('grid').focus()
  await page.keyboard.press('s')
  await page.getByText('1 day saved').or(page.getByText(/saved/)).first().waitFor()
  const days = await until('the day with its source', async () => {
    const body = (await (await page.request.get(`/api/stop-sale/1/?from=${iso(-1)}&to=${iso(2)}`)).json()) as {
      rooms: { name: string; room_total_units: number; events: { source: string }[] }[]
    }
    return body.rooms.some((r) => r.events.some((e) => e.source === 'Housekeeping')) ? body.rooms : undefined
  })
  expect(days.find((r) => r.name === 'Beach Hut')!.room_total_units).toBe(4)
  expect(trouble).toEqual([])
  await context.close()
})

test('J and K go from stay to stay', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/rooming/ledgers/1/')
  await page
    .getByRole('button', { name: /Ute Krause/ })
    .first()
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/rooming/ledgers/1/?entry=2')
  await page.getByRole('dialog').getByText('Deniz Öztürk (7), Child').waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: /^Decline: / }))
  await context.close()
})
