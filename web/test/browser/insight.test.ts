// What the reports say, their files, and the bell.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { iso, isoUTC } from './days'
import { enterOn, tabTo } from './keyboard'
import { people, until, world } from './program'

const w = world()

/** The text of the file that something saves. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('the statistics count calls by key and endpoint, drawn and as a table, and save them', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  const made = (await (
    await page.request.post('/api/settings/api-key/create/', {
      data: { name: 'Own website', permissions: { fact_sheet: true } },
    })
  ).json()) as { token: string }
  expect(made.token).toBeTruthy()
  for (let i = 0; i < 3; i++) await page.request.get(`/api/v1/facts/${made.token}/`)
  await page.request.get(`/api/v1/rooming/${made.token}/`) // it may not
  await until('the calls counted', async () => {
    const body = (await (await page.request.get('/api/reports/api-stats/summary/')).json()) as {
      keys: { key_name: string; hits_ok: number; hits_error: number }[]
    }
    const key = body.keys.find((k) => k.key_name === 'Own website')
    return key && key.hits_ok === 3 && key.hits_error === 1 ? true : undefined
  })
  await page.goto('/developers/statistics/')
  await page.locator('figure svg rect').nth(1).waitFor()
  const row = page.getByRole('row', { name: /Own website.*facts/ })
  await row.getByRole('cell', { name: '3', exact: true }).waitFor()
  // The range is in the address, by keyboard: the arrow chooses the next one.
  await tabTo(page, page.getByRole('radio', { name: '30 days' }))
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL('**/developers/statistics/?days=7')
  await enterOn(page, page.getByText('The days as a table'))
  await until('seven days', async () =>
    (await page.getByRole('region', { name: 'The days as a table' }).getByRole('row').count()) === 8 ? true : undefined,
  )
  await page.getByRole('combobox', { name: /^Endpoint/ }).selectOption('facts')
  await page.waitForURL(/endpoint=facts/)
  const file = await saved(page, () => page.getByRole('button', { name: 'CSV file' }).click())
  expect(file.name).toBe(`api-statistics-${isoUTC(-6)}-${isoUTC(0)}.csv`)
  expect(file.text).toContain('Own website')
  expect(file.text).not.toContain('rooming')
  expect(trouble).toEqual([])
  await context.close()
})

test('the occupancy report is by month, says what the API says, and is saved', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  const report = (await (
    await page.request.get(`/api/reports/availability/?property_id=1&from=${isoUTC(0)}&to=${isoUTC(89)}`)
  ).json()) as { results: { house: { sold: number; room_nights: number; months: unknown[] } }[] }
  await page.goto('/reports/')
  await enterOn(page, page.getByRole('button', { name: 'Next 90 days' }))
  await page.waitForURL(`**/reports/?to=${isoUTC(89)}`)
  const house = report.results[0]!.house
  await page
    .getByRole('row', { name: /^Hotel Poseidon/ })
    .getByRole('cell', { name: new Intl.NumberFormat('en').format(house.room_nights), exact: true })
    .waitFor()
  await until('a line for each month', async () =>
    (await page.getByRole('row').count()) >= house.months.length + 2 ? true : undefined,
  )
  const file = await saved(page, () => enterOn(page, page.getByRole('button', { name: 'CSV file' })))
  expect(file.name).toBe(`occupancy-${isoUTC(0)}-${isoUTC(89)}.csv`)
  expect(file.text).toContain('Hotel Poseidon')
  expect(trouble).toEqual([])
  await context.close()
})

test('the occupancy report counts a stopped day as taken out of sale, not as free', async () => {
  const { page, context } = await w.visit(people.hotel)
  const range = `from=${iso(100)}&to=${iso(129)}`
  const reported = async () => {
    const { results } = (await (
      await page.request.get(`/api/reports/availability/?property_id=1&${range}`)
    ).json()) as { results: { house: { closed: number; free: number } }[] }
    return results[0]!.house
  }
  const before = await reported()
  const stop = (status: string | null) =>
    page.request.post('/api/allotment/calendars/1/bulk/', {
      data: { rooms: [12], from: iso(101), to: iso(105), status },
    })
  expect((await stop('stop')).status()).toBe(200)
  const after = await reported()
  expect(after.free).toBeLessThan(before.free)
  expect(after.closed - before.closed).toBe(before.free - after.free)
  await page.goto(`/reports/?property_id=1&${range}`)
  const row = page.getByRole('row', { name: /^Hotel Poseidon/ })
  await row.waitFor()
  const heads = await page.getByRole('columnheader').allInnerTexts()
  // The first one is the head of the row.
  const cellOf = (label: string) => row.getByRole('cell').nth(heads.indexOf(label) - 1)
  for (const [label, n] of [
    ['Taken out of sale', after.closed],
    ['Free', after.free],
  ] as const)
    expect(await cellOf(label).innerText(), label).toBe(new Intl.NumberFormat('en').format(n))
  expect((await stop(null)).status()).toBe(200)
  await context.close()
})

test('an operator reads on how many days it can sell', async () => {
  const { page, context } = await w.visit(people.operator)
  await page.goto('/reports/')
  await page.getByRole('columnheader', { name: 'Open days' }).waitFor()
  await page.getByRole('link', { name: 'Hotel Poseidon' }).waitFor()
  await context.close()
})

test('activity counts what was changed, and leads to the trail', async () => {
  const { page, context } = await w.visit(people.hotel)
  const change = await page.request.post('/api/stop-sale/sources/', { data: { name: 'Night porter' } })
  expect(change.status()).toBe(201)
  await page.goto('/activity/?days=7')
  await page.getByRole('region', { name: 'Who made changes' }).getByText(people.hotel).waitFor()
  await enterOn(page, page.getByRole('region', { name: 'The latest changes' }).getByRole('link').first())
  await page.waitForURL('**/audit/?object_type=**')
  await page.getByRole('region', { name: 'Audit trail' }).getByRole('row').nth(1).waitFor()
  await context.close()
})

test('the focus goes on to the next notification at once, also while the list is read again', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/')
  await enterOn(page, page.getByRole('button', { name: /notification/i }).first())
  const shown = page.getByRole('button', { name: /^Dismiss: / })
  await shown.first().waitFor()
  const ids = await shown.evaluateAll((list) => list.map((e, i) => (e.dataset['place'] = String(i))))
  expect(ids.length).toBeGreaterThan(1)
  let read = () => {}
  const held = new Promise<void>((done) => (read = done))
  await page.route('**/api/notification/notification/?*', async (route) => {
    await held
    await route.continue()
  })
  await enterOn(page, shown.first())
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset['place'] === '1')
  read()
  await expect.poll(() => shown.count()).toBe(ids.length - 1)
  expect(await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['place'])).toBe('1')
  await page.unrouteAll({ behavior: 'wait' })
  await context.close()
})

test('notifications are dismissed one by one with the keyboard, then all', async () => {
  const { page, context, trouble } = await w.visit(people.hotel)
  const count = async () =>
    ((await (await page.request.get('/api/notification/notification/')).json()) as { count: number }).count
  const before = await count()
  expect(before).toBeGreaterThan(2)
  await page.goto('/')
  await enterOn(page, page.getByRole('button', { name: /notification/i }).first())
  const shown = page.getByRole('button', { name: /^Dismiss: / })
  await shown.first().waitFor()
  const listed = await shown.count()
  await enterOn(page, shown.first())
  await until('one less', async () => ((await count()) === before - 1 ? true : undefined))
  await expect.poll(() => shown.count()).toBe(listed - 1)
  // The focus is where the next one can be dismissed at once.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Dismiss: '))
  await page.keyboard.press('Enter')
  await until('two less', async () => ((await count()) === before - 2 ? true : undefined))
  await page.getByRole('button', { name: 'Dismiss all' }).click()
  await page.getByRole('dialog').getByText('go away for good').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss all' }).last().click()
  await page.getByText('No notifications').waitFor()
  expect(await count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('a task of today leads to its screen, and so does a notification', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/')
  await page.getByRole('link', { name: 'The rooming list Wandergruppe Krause waits for confirmation' }).click()
  await page.waitForURL('**/rooming/ledgers/1/')
  await context.close()
  const operator = await w.visit(people.operator)
  const { results } = (await (
    await operator.page.request.get('/api/notification/notification/?page_size=100')
  ).json()) as { results: { link: string; title: string }[] }
  const one = results.find((n) => n.link.startsWith('/rooming/'))
  expect(one).toBeDefined()
  await operator.page.goto('/portfolio/')
  await operator.page
    .getByRole('button', { name: /notification/i })
    .first()
    .click()
  await operator.page.getByRole('link', { name: one!.title }).first().click()
  await operator.page.waitForURL('**' + one!.link)
  await operator.context.close()
})

test('only who has to open the link of a letter is told so, and whom to ask where no letter is sent', async () => {
  for (const [state, confirm_through, banners, asks] of [
    ['waived', 'none', 0, 0],
    ['confirmed', 'none', 0, 0],
    ['pending', 'letter', 1, 0],
    ['pending', 'staff', 0, 1],
  ] as const) {
    const { page, context } = await w.visit(people.hotel)
    await page.route(/auth\/session\//, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { user: object }
      await route.fulfill({
        response,
        json: {
          ...body,
          user: { ...body.user, email_state: state, confirm_through, email_confirmed: state === 'confirmed' },
        },
      })
    })
    await page.goto('/')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await expect
      .poll(() => page.getByText('Please open the link in the letter').count(), { message: state })
      .toBe(banners)
    await expect
      .poll(() => page.getByText('No mail is sent here: ask the platform’s staff for the link.').count(), {
        message: confirm_through,
      })
      .toBe(asks)
    await page.unrouteAll({ behavior: 'wait' })
    await context.close()
  }
})
