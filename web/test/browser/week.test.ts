// The first half of a reservations manager's week, in the browser alone: every click and key is counted.
import { expect, test } from 'vitest'
import { Hands } from './hands'
import { people, until, world } from './program'

const w = world()
const iso = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a season for three operators, a stop set, extended and lifted, a group on request, a chart sent', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  await page.goto('/')
  await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
  const hands = new Hands(page)
  const grid = page.getByRole('grid')
  const ready = () => page.locator('[role=gridcell]').first().waitFor()
  const state = async (calendar: string, room: number, date: string) => {
    const list = (await (await page.request.get(`${w.program.base}/api/allotment/calendars/?property=1`)).json()) as { results: { id: number; name: string }[] }
    const id = list.results.find((c) => c.name === calendar)!.id
    const body = (await (await page.request.get(`${w.program.base}/api/allotment/calendars/${id}/grid/?from=${date}&to=${date}`)).json()) as { rooms: { room_id: number; days: Record<string, { state: string; base: number }> }[] }
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
    await page.getByText('24 days changed').first().waitFor()
  })
  await hands.task('the chart of an operator sent', async () => {
    await hands.click(page.getByRole('tab', { name: /Sunways/ }))
    await hands.click(page.getByRole('button', { name: 'More' }))
    await hands.click(page.getByRole('menuitem', { name: 'PDF and mail' }))
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await page.getByText(/letters? (is|are) on (its|their) way/).waitFor()
  })
  await until('the letter with the chart', () => (w.program.letters('').some((l) => l.includes('Sunways') && l.includes('application/pdf')) ? true : undefined), 30)
  console.log(hands.report)
  expect(trouble).toEqual([])
  await context.close()
})
