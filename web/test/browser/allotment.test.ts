import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { iso, spoken } from './days'
import { people, picture, until, world, type World } from './program'

const w = world()
let page: Page
let close: () => Promise<void>
let trouble: string[]

beforeAll(async () => {
  const visit = await w.visit(people.hotel, { permissions: ['clipboard-read', 'clipboard-write'] })
  page = visit.page
  trouble = visit.trouble
  close = () => visit.context.close()
})
afterAll(async () => close?.())

/** The cell of a room and a day by its label. */
const cell = (room: string, day: string) => page.getByRole('gridcell', { name: new RegExp(`^${room}, .*${day}`) })
const grid = () => page.getByRole('grid')

const focused = () => grid().evaluate((e) => e === document.activeElement)

async function open(query = '') {
  await page.goto('/allotment/' + query)
  await grid().waitFor()
  await page.locator('[role=gridcell]').first().waitFor()
}

/** What the server says of one day of the Master. */
async function dayOf(world: World, calendar: number, room: number, date: string) {
  const answer = await page.request.get(
    `${world.program.base}/api/allotment/calendars/${calendar}/grid/?from=${date}&to=${date}`,
  )
  const body = (await answer.json()) as {
    rooms: { room_id: number; days: Record<string, { status: string | null; state: string; closed: number }> }[]
  }
  return body.rooms.find((r) => r.room_id === room)!.days[date]!
}

const room = 'Junior Suite Sea Front'

describe('the allotment calendar by mouse', () => {
  test('a drag opens the form with what it will change, and Apply changes it', async () => {
    await open(`?day=${iso(60)}`)
    const a = (await cell(room, spoken(60)).boundingBox())!
    const b = (await cell(room, spoken(64)).boundingBox())!
    await page.mouse.move(a.x + 10, a.y + 10)
    await page.mouse.down()
    await page.mouse.move(b.x + 10, b.y + 10, { steps: 5 })
    await page.mouse.up()
    const form = page.getByRole('dialog', { name: 'Change the selection' })
    await form.getByText(`${room} · 5 days`).waitFor()
    await form.getByText('0 of 5 cells change').waitFor()
    await form.getByRole('radio', { name: 'Stop' }).click()
    await form.getByText('5 of 5 cells change').waitFor()
    await form.getByLabel('Reason').selectOption({ label: 'Renovation' })
    await form.getByLabel('Note').fill('Painters')
    await picture(page, 'bulk')
    await form.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('5 days changed').first().waitFor()
    await cell(room, spoken(62)).and(page.locator('[aria-label*="Stop, closed"]')).waitFor()
    expect(await dayOf(w, 1, 14, iso(62))).toMatchObject({ status: 'stop', state: 'closed' })
  })

  test('Undo in the message takes it back', async () => {
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click()
    await until('open day', async () => ((await dayOf(w, 1, 14, iso(62))).status === null ? true : undefined))
    await cell(room, spoken(62)).and(page.locator('[aria-label*="available, Open"]')).waitFor()
  })

  test('a stop with less notice than a contract wants is made, with a warning that names it, and can be undone', async () => {
    const amended = await page.request.put(w.program.base + '/api/partners/contracts/9/update/', {
      data: { ss_deadline: 3 },
    })
    expect(amended.status(), await amended.text()).toBe(200)
    const { pending_version } = (await amended.json()) as { pending_version: { id: number } }
    const partner = await w.visit('daan@zonvaart.example')
    const accepted = await partner.context.request.post(
      `/api/partners/contract/contractVersion/${pending_version.id}/`,
      { data: { accept: true } },
    )
    expect(accepted.status(), await accepted.text()).toBe(200)
    await partner.context.close()
    await open(`?day=${iso(1)}`)
    await page.keyboard.press('s')
    const message = page.getByRole('region', { name: 'Messages' }).locator('.warn').last()
    await message.getByText('Zonvaart Reizen').first().waitFor()
    await picture(page, 'warning')
    await message.getByRole('button', { name: 'Undo' }).click()
    await until('no stop', async () => ((await dayOf(w, 1, 12, iso(1))).status === null ? true : undefined))
  })

  test('a double click says why the day is so', async () => {
    await open(`?day=${iso(20)}`)
    const stopped = page.locator('[role=gridcell][aria-label*="Stop, closed, has a note"]').first()
    await stopped.dblclick()
    const panel = page.getByRole('complementary', { name: 'Why the day is so' })
    await panel.getByText('A status on the Master decided it.').waitFor()
    await panel.getByText('Renovation').waitFor()
    await panel.getByText('Water pipes of the east wing, ask Nikos').first().waitFor()
    await panel.getByText(people.hotel).waitFor()
    await picture(page, 'why')
    await panel.getByRole('button', { name: 'Close' }).click()
  })

  test('a calendar is made, gets a season for all rooms, is compared, sent and deleted', async () => {
    await open()
    await page.getByRole('button', { name: 'New calendar' }).click()
    const drawer = page.getByRole('dialog', { name: 'New calendar' })
    await drawer.getByLabel('Kind').selectOption({ label: 'Allotment for a partner outside' })
    await drawer.getByLabel('Name').fill('Wedding groups')
    await drawer.getByLabel('Mailing list').selectOption({ index: 1 })
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('tab', { name: /Wedding groups/ }).waitFor()
    await page.getByRole('button', { name: 'Allotments', exact: true }).click()
    const blocks = page.getByRole('dialog', { name: 'Allotments of Wedding groups' })
    await blocks.getByLabel('From').fill(iso(100))
    await blocks.getByLabel('To').fill(iso(99))
    await blocks.getByLabel(`Units a day of ${room}`).fill('4000')
    await blocks.getByRole('button', { name: 'Add for 1 room type' }).click()
    const end = blocks.getByLabel('To')
    await expect
      .poll(() => end.getAttribute('aria-invalid'), { message: 'an end before its start is refused at its field' })
      .toBe('true')
    expect(await blocks.locator(`#${await end.getAttribute('aria-describedby')}`).textContent()).not.toBe('')
    await end.fill(iso(130))
    await blocks.getByRole('button', { name: 'Add for 1 room type' }).click()
    await expect
      .poll(() => blocks.getByLabel(`Units a day of ${room}`).getAttribute('aria-invalid'), {
        message: 'too many units are refused at their room',
      })
      .toBe('true')
    await blocks.getByLabel(`Units a day of ${room}`).fill('4')
    await blocks.getByLabel('Units a day of Double Room Sea View').fill('6')
    await blocks.getByRole('button', { name: 'Add for 2 room types' }).click()
    await blocks.getByText(room, { exact: true }).waitFor()
    await picture(page, 'blocks')
    await blocks.getByRole('button', { name: 'Close' }).first().click()
    await expect.poll(focused, { message: 'the calendar has the keyboard again' }).toBe(true)
    await page.keyboard.press('g')
    await page.getByRole('textbox', { name: 'Date' }).fill(iso(110))
    await page.keyboard.press('Enter')
    await cell(room, spoken(110)).and(page.locator('[aria-label*="4 of 4 available"]')).waitFor()
    await page.getByRole('button', { name: 'Compare with the Master' }).click()
    await page.getByRole('rowheader', { name: 'Master' }).first().waitFor()
    await picture(page, 'compare')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'PDF and mail' }).click()
    const chart = page.getByRole('dialog', { name: 'Chart of Wedding groups' })
    await chart.getByLabel('Your message').fill('As agreed')
    const file = await page.request.get(
      w.program.base + (await chart.getByRole('link', { name: 'Download the PDF' }).getAttribute('href')),
    )
    expect(file.headers()['content-type']).toBe('application/pdf')
    await chart.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/letters? (is|are) on (its|their) way/).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit the calendar' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the calendar' })
    await edit.getByRole('button', { name: 'Delete the calendar' }).click()
    await edit.getByText('This cannot be undone').waitFor()
    await edit.getByRole('button', { name: 'Delete the calendar' }).click()
    await page.getByRole('tab', { name: /Wedding groups/ }).waitFor({ state: 'detached' })
  })

  test('room types lend to each other by a rule, which can be paused and removed', async () => {
    await open()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Shared units' }).click()
    const drawer = page.getByRole('dialog', { name: 'Shared units' })
    await drawer.getByLabel('Room type that lends').selectOption({ label: room })
    await drawer.getByLabel('Room type that borrows').selectOption({ label: 'Double Room Sea View' })
    await drawer.getByLabel('Units', { exact: true }).fill('2')
    await drawer.getByLabel('From').fill(iso(200))
    await drawer.getByLabel('To').fill(iso(220))
    await drawer.getByRole('button', { name: 'Add the rule' }).click()
    const rule = drawer.getByRole('listitem').filter({ hasText: `${room} lends Double Room Sea View up to 2 units` })
    await rule.getByRole('button', { name: 'Pause' }).click()
    await rule.getByRole('button', { name: 'Resume' }).waitFor()
    await picture(page, 'shares')
    await rule.getByRole('button', { name: 'Remove' }).click()
    await rule.waitFor({ state: 'detached' })
  })

  test('a room that has only units of another room left shows it by a dashed line, and says so', async () => {
    const on = iso(210)
    const lender = 12
    const borrower = 13
    const made: { id: number } = await (
      await page.request.post('/api/allotment/shares/', {
        data: { property: 1, donor_room: lender, recipient_room: borrower, max_units: 2, start_date: on, end_date: on },
      })
    ).json()
    const days: { rooms: { room_id: number; days: Record<string, { physical_remaining: number; closed: number }> }[] } =
      await (await page.request.get(`/api/allotment/calendars/1/grid/?from=${on}&to=${on}`)).json()
    const day = days.rooms.find((r) => r.room_id === borrower)!.days[on]!
    const set = (closed: number) =>
      page.request.post('/api/allotment/calendars/1/bulk/', { data: { rooms: [borrower], from: on, to: on, closed } })
    expect((await set(day.closed + day.physical_remaining)).status()).toBe(200)
    await open(`?day=${on}`)
    const cell = page.locator('[role=gridcell].borrowed')
    await cell.waitFor()
    expect(await cell.count()).toBe(1)
    expect(await cell.getAttribute('aria-label')).toContain('2 lent by other rooms')
    expect(await cell.locator('span').evaluate((e) => getComputedStyle(e).textDecorationStyle)).toBe('dashed')
    await page.getByRole('list', { name: 'What colours mean' }).getByText('Lent by other rooms').waitFor()
    await picture(page, 'borrowed')
    expect((await set(day.closed)).status()).toBe(200)
    await page.request.delete(`/api/allotment/shares/${made.id}/`)
  })

  test('the size of cells is kept with the user', async () => {
    await open()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitemradio', { name: 'Small cells' }).click()
    await until('the preference', async () =>
      ((await (await page.request.get('/api/settings/preferences/')).json()) as { density: string }).density ===
      'compact'
        ? true
        : undefined,
    )
    await open()
    expect((await page.locator('[role=gridcell]').first().boundingBox())!.width).toBe(32)
    await page.request.put('/api/settings/preferences/edit/', { data: { density: null } })
  })

  test('a calendar that a rate contract feeds has a lock, and pulls again', async () => {
    await open()
    await page.getByRole('tab', { name: /Nordlicht Reisen/ }).click()
    await page.getByText('The allotments of this calendar come from its rate contract.').waitFor()
    await page.getByRole('button', { name: 'Pull again' }).click()
    const drawer = page.getByRole('dialog', { name: 'Allotments of Nordlicht Reisen' })
    expect(await drawer.getByRole('button', { name: /^Add for/ }).count()).toBe(0)
    await drawer.getByRole('button', { name: 'Pull again' }).click()
    await page.getByText('Rate contract pulled').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).first().click()
  })
})

describe('the allotment calendar by keyboard alone', () => {
  test('letters set states at once, Delete clears, Ctrl+Z undoes', async () => {
    await open(`?day=${iso(70)}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    for (const [key, status] of [
      ['s', 'stop'],
      ['r', 'request'],
      ['b', 'block'],
      ['f', 'free'],
      ['o', 'open'],
    ] as const) {
      await page.keyboard.press(key)
      await until(status, async () => ((await dayOf(w, 1, 14, iso(70))).status === status ? true : undefined))
    }
    await page.keyboard.press('Delete')
    await until('no status', async () => ((await dayOf(w, 1, 14, iso(70))).status === null ? true : undefined))
    await page.keyboard.press('Control+z')
    await until('open again', async () => ((await dayOf(w, 1, 14, iso(70))).status === 'open' ? true : undefined))
    await page.keyboard.press('Delete')
  })

  test('Shift extends, Enter opens the form, Ctrl+Enter applies', async () => {
    await open(`?day=${iso(80)}`)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Change the selection' })
    await form.getByText('2 room types · 3 days').waitFor()
    expect(await form.getByRole('radio', { name: 'Open' }).evaluate((e) => e === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await form.getByText('6 of 6 cells change').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('6 cells in 3 days changed').first().waitFor()
    expect(await dayOf(w, 1, 13, iso(82))).toMatchObject({ status: 'request' })
    expect(await focused(), 'the calendar has the keyboard again').toBe(true)
    await page.keyboard.press('Control+z')
    await page.getByText('Master: 6 cells in 3 days as before').first().waitFor()
  })

  test('digits close units, N writes a note, I tells why', async () => {
    await open(`?day=${iso(90)}`)
    await page.keyboard.type('12')
    await expect.poll(() => page.getByLabel('Closed units · 1 day').inputValue()).toBe('12')
    await page.keyboard.press('Enter')
    await until('12 closed', async () => ((await dayOf(w, 1, 12, iso(90))).closed === 12 ? true : undefined))
    await page.keyboard.press('n')
    await page.keyboard.type('Twelve for the fair')
    await page.keyboard.press('Control+Enter')
    await page.getByText('1 day changed').first().waitFor()
    await page.keyboard.press('i')
    const panel = page.getByRole('complementary', { name: 'Why the day is so' })
    await expect.poll(() => panel.getByLabel('Note on this calendar').inputValue()).toBe('Twelve for the fair')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('Delete')
    await until('none closed', async () => ((await dayOf(w, 1, 12, iso(90))).closed === 0 ? true : undefined))
  })

  test('a rectangle is copied and pasted, with a preview, and strange cells stop it', async () => {
    await open(`?day=${iso(120)}`)
    await page.evaluate(() => navigator.clipboard.writeText('S\tR\n3\t'))
    await page.keyboard.press('Control+v')
    const form = page.getByRole('dialog', { name: 'Paste' })
    await form.getByText('3 of 4 cells change').waitFor()
    await form.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('3 cells in 2 days changed').first().waitFor()
    expect(await dayOf(w, 1, 12, iso(121))).toMatchObject({ status: 'request' })
    expect(await dayOf(w, 1, 13, iso(120))).toMatchObject({ closed: 3 })
    await page.evaluate(() => navigator.clipboard.writeText('S\tperhaps'))
    await grid().focus()
    await page.keyboard.press('Control+v')
    await form.getByText('1 cell is not understood: perhaps').waitFor()
    expect(await form.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await grid().focus()
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+$/)
    await page.keyboard.press('Control+z')
    await page.getByText('Master: 3 cells in 2 days as before').first().waitFor()
  })

  test('past days cannot be changed, and say so', async () => {
    await open(`?day=${iso(-5)}`)
    await page.keyboard.press('s')
    await page.getByText('Days that have passed cannot be changed.').first().waitFor()
  })

  test('[ and ] go from calendar to calendar, T to today, PageDown to the next month', async () => {
    await open()
    await page.keyboard.press(']')
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toContain('Nordlicht')
    await grid().focus()
    await page.keyboard.press('[')
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toContain('Master')
    await grid().focus()
    await page.keyboard.press('End')
    await page.keyboard.press('t')
    await expect.poll(async () => (await grid().getAttribute('aria-activedescendant')) ?? '').toBe('cell-0-14')
    await page.keyboard.press('ArrowLeft')
    for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight') // on the name of the room: its figures
    await page.getByRole('rowheader', { name: 'Left in the pool' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('rowheader', { name: 'Left in the pool' }).waitFor({ state: 'detached' })
  })

  // What is refused of a season stands in its form.
  test('nothing went wrong in the browser', () =>
    expect(trouble.filter((line) => !/status of 400 .*\/blocks\//.test(line))).toEqual([]))
})
