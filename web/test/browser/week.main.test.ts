// A week of a reservations manager, in the browser alone: every click and key is counted.
import { expect, test } from 'vitest'
import { iso } from './days'
import { Hands } from './hands'
import { invoiceNumber } from './invoices'
import { people, until, world } from './program'

const w = world()

test('a season for three operators, a stop set, extended and lifted, a group on request, a chart sent', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  await page.goto('/')
  await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
  const hands = new Hands(page)
  const grid = page.getByRole('grid')
  const ready = () => page.locator('[role=gridcell]').first().waitFor()
  const state = async (calendar: string, room: number, date: string) => {
    const list = (await (await page.request.get(`${w.program.base}/api/allotment/calendars/?property=1`)).json()) as {
      results: { id: number; name: string }[]
    }
    const id = list.results.find((c) => c.name === calendar)!.id
    const body = (await (
      await page.request.get(`${w.program.base}/api/allotment/calendars/${id}/grid/?from=${date}&to=${date}`)
    ).json()) as { rooms: { room_id: number; days: Record<string, { state: string; base: number }> }[] }
    return body.rooms.find((r) => r.room_id === room)!.days[date]!
  }

  await hands.task('to the calendar', async () => {
    await hands.press('g', 'a')
    await ready()
  })
  for (const [i, name] of ['Sunways', 'Polar Reisen', 'Costa Travel'].entries()) {
    await hands.task(`a calendar and a season of two room types for ${name}`, async () => {
      await hands.click(page.getByRole('button', { name: 'New calendar' }))
      const drawer = page.getByRole('dialog', { name: 'New calendar' })
      await hands.choose(drawer.getByLabel('Kind'), 'Allotment for a partner outside')
      await hands.fill(drawer.getByLabel('Name'), name)
      await hands.choose(drawer.getByLabel('Mailing list'), { index: 1 })
      await hands.press('Enter')
      await page.getByRole('tab', { name: new RegExp(name), selected: true }).waitFor()
      await page.locator(`[role=grid][aria-label="Calendar ${name}"]`).waitFor()
      await hands.click(page.getByRole('button', { name: 'Allotments', exact: true }))
      const blocks = page.getByRole('dialog', { name: `Allotments of ${name}` })
      await hands.fill(blocks.getByLabel('From'), iso(160))
      await hands.fill(blocks.getByLabel('To'), iso(240))
      await hands.fill(blocks.getByLabel('Release days'), '14')
      await hands.fill(blocks.getByLabel('Units a day of Double Room Sea View'), String(6 + i))
      await hands.fill(blocks.getByLabel('Units a day of Junior Suite Sea Front'), '2')
      await hands.press('Enter')
      await blocks.getByText('Released 14 days ahead').first().waitFor()
      await hands.press('Escape')
    })
    expect(await state(name, 12, iso(200))).toMatchObject({ base: 6 + i, state: 'open' })
  }
  await hands.task('a stop on the Master for three days', async () => {
    await hands.click(page.getByRole('tab', { name: /Master/ }))
    await page.locator('[role=grid][aria-label="Calendar Master"]').waitFor()
    await grid.focus()
    await hands.press('g')
    await page.getByRole('dialog', { name: 'Go to date' }).waitFor()
    for (const key of iso(200)) await hands.press(key)
    await hands.press('Enter')
    await page.getByRole('dialog', { name: 'Go to date' }).waitFor({ state: 'detached' })
    await hands.press('Shift+ArrowRight', 'Shift+ArrowRight', 's')
    await page.getByText('3 days changed').first().waitFor()
  })
  expect(await state('Sunways', 12, iso(201))).toMatchObject({ state: 'closed' })
  await hands.task('the stop extended by four days', async () => {
    await hands.press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 's')
    await page.getByText('4 days changed').first().waitFor()
  })
  expect(await state('Polar Reisen', 12, iso(206))).toMatchObject({ state: 'closed' })
  await hands.task('the stop lifted', async () => {
    await hands.press('Delete')
    await page.getByText('7 days changed').first().waitFor()
  })
  expect(await state('Polar Reisen', 12, iso(206))).toMatchObject({ state: 'open' })
  await hands.task('a group on request: all rooms, a week, with reason and note', async () => {
    await hands.press('Escape', 'Control+ArrowRight', 'Control+ArrowRight')
    await hands.press('Shift+Control+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Enter')
    const form = page.getByRole('dialog', { name: 'Change the selection' })
    await hands.click(form.getByRole('radio', { name: 'Request' }))
    await hands.choose(form.getByLabel('Reason'), 'Group hold')
    await hands.fill(form.getByLabel('Note'), 'Wedding party, 20 rooms, ask Maria')
    await hands.press('Control+Enter')
    await page.getByText('24 cells in 8 days changed').first().waitFor()
  })
  await hands.task('the chart of an operator sent', async () => {
    // With so many calendars the last ones are in the menu beside the tabs.
    await hands.click(page.getByRole('button', { name: /^\d+ more$/ }))
    await hands.click(page.getByRole('menuitem', { name: /Sunways/ }))
    await hands.click(page.getByRole('button', { name: 'More', exact: true }))
    await hands.click(page.getByRole('menuitem', { name: 'PDF and mail' }))
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await page.getByText(/letters? (is|are) on (its|their) way/).waitFor()
  })
  await until(
    'the letter with the chart',
    () =>
      w.program.letters('').some((l) => l.includes('Sunways') && l.includes('application/pdf')) ? true : undefined,
    30,
  )
  console.log(hands.report)
  expect(trouble).toEqual([])
  await context.close()
})

test(
  'the second half: answers, a rooming list, its invoice, a reminder, the sheet, a photo, wording, a contact, a report',
  { timeout: 120_000 },
  async () => {
    const { page, context, trouble } = await w.visit(people.hotel)
    const read = async <T>(path: string) => (await (await page.request.get(w.program.base + path)).json()) as T
    const hands = new Hands(page)
    const today = async () => {
      await hands.press('g', 't')
      await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
    }
    const dialog = page.getByRole('dialog')
    await page.goto('/')

    await hands.task('a contract accepted', async () => {
      await hands.click(page.getByRole('link', { name: 'Baltic Sun waits for your answer to a contract' }))
      await hands.click(page.getByRole('button', { name: 'Accept', exact: true }))
      await page.getByText('Agreed with Baltic Sun').first().waitFor()
    })
    await hands.task('a rooming list confirmed', async () => {
      await today()
      await hands.click(page.getByRole('link', { name: /Wandergruppe Krause/ }))
      await hands.click(page.getByRole('button', { name: /^Confirm (all|the stay)/ }))
      await page.getByText('The list is confirmed').waitFor()
    })
    await hands.task('its invoice drafted and sent', async () => {
      await hands.click(page.getByRole('button', { name: 'Draft an invoice' }))
      // A price for each room type that is on the list.
      const prices = dialog.getByLabel(/Double|Junior|οικογ|δωμάτιο/i).and(dialog.getByRole('textbox'))
      for (let i = 0; i < (await prices.count()); i++) await hands.fill(prices.nth(i), '95')
      await hands.fill(dialog.getByLabel('VAT in percent'), '13')
      await hands.press('Control+Enter')
      await page.waitForURL(/\/invoices\/[^/]+\/$/)
      await hands.click(page.getByRole('button', { name: 'Send', exact: true }))
      await hands.click(dialog.getByRole('button', { name: 'Send', exact: true }))
      await dialog.waitFor({ state: 'detached' })
    })
    const sent = await read<{ status: string }>(`/api/invoicing/invoices/${/invoices\/([^/]+)/.exec(page.url())![1]}/`)
    expect(sent.status).toBe('SENT')
    await hands.task('a reminder of the overdue invoice', async () => {
      await today()
      await hands.click(page.getByRole('link', { name: await invoiceNumber(page, 3) }))
      await hands.click(page.getByRole('button', { name: 'Send a reminder' }))
      await hands.click(dialog.getByRole('button', { name: 'Send a reminder' }))
      await dialog.waitFor({ state: 'detached' })
    })
    await hands.task('two facts changed and the sheet submitted', async () => {
      await hands.press('g', 'f')
      await hands.click(page.getByRole('button', { name: /^House rules and policies/ }))
      await hands.fill(page.getByLabel('Check-in from'), '14:00')
      await hands.fill(page.getByLabel('Check-out until'), '11:30')
      await page.getByText('✓ Saved').waitFor()
      await hands.click(page.getByRole('button', { name: 'Submit for publication' }))
      await hands.click(dialog.getByRole('button', { name: 'Submit for publication' }))
      await page.getByText('In review', { exact: true }).first().waitFor()
    })
    expect(await read('/api/info/property/1/facts/policies/')).toMatchObject({
      check_in_from: '14:00',
      check_out_until: '11:30',
    })
    await hands.task('a photo added', async () => {
      await hands.click(page.getByRole('link', { name: 'Photos', exact: true }))
      const before = (await read<{ count: number }>('/api/info/property/1/gallery/')).count
      hands.clicks += 2 // the window in which the system chooses a file
      await page.locator('input[type=file]').setInputFiles({
        name: 'terrace.png',
        mimeType: 'image/png',
        buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 480 } }),
      })
      await expect
        .poll(async () => (await read<{ count: number }>('/api/info/property/1/gallery/')).count)
        .toBe(before + 1)
    })
    await hands.task('the wording of an operator approved', async () => {
      await hands.click(page.getByRole('link', { name: 'Wording to approve' }))
      await hands.click(page.getByRole('button', { name: 'Approve', exact: true }))
      await page.getByText(/^Approved: /).waitFor()
    })
    await hands.task('a contact for the charts', async () => {
      await hands.click(page.getByRole('link', { name: 'Settings' }))
      await hands.click(page.getByRole('link', { name: 'Contacts' }))
      await hands.click(page.getByRole('button', { name: 'New contact' }))
      await hands.fill(dialog.getByLabel('E-mail address'), 'lea@sunways.example')
      await hands.press('Control+Enter')
      await page.getByRole('row').filter({ hasText: 'lea@sunways.example' }).waitFor()
    })
    await hands.task('the occupancy of the next 90 days as a file', async () => {
      await hands.click(page.getByRole('link', { name: 'Occupancy report' }))
      await hands.click(page.getByRole('button', { name: 'Next 90 days' }))
      const coming = page.waitForEvent('download')
      await hands.click(page.getByRole('button', { name: 'CSV file' }))
      expect((await coming).suggestedFilename()).toMatch(/\.csv$/)
    })
    console.log(hands.report)
    expect(trouble).toEqual([])
    await context.close()
  },
)
