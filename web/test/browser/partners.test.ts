// Contracts, the marketplace and rate contracts: the main job of each screen, by mouse and by keyboard alone.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, until, world } from './program'

const w = world()
const daan = 'daan@zonvaart.example'

const read = async <T = Record<string, unknown>>(page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as T
const contract = (page: Page, id: number) =>
  read<{
    status: string
    permission_matrix: Record<string, Record<string, unknown>>
    pending_version: unknown
    notice_period: number
  }>(page, `/api/partners/contracts/${id}/`)
const rate = (page: Page, id: number) =>
  read<{
    name: string
    status: string
    rooms: { room: number; quantity: number; release_days: number; start_date: string }[]
  }>(page, `/api/partners/rate-contracts/${id}/`)
const idIn = (page: Page) => Number(/\/(\d+)\/$/.exec(new URL(page.url()).pathname)![1])

describe('the list of contracts', () => {
  test('is filtered by tab and search, and a proposal is accepted in place', async () => {
    const { page, context, trouble } = await w.visit(people.hotel)
    await page.goto('/partners/contracts/')
    await page.getByRole('button', { name: /^Incoming/ }).click()
    await page.waitForURL('**/?direction=incoming')
    await page.getByRole('link', { name: 'Anadolu Tur' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Accept the contract with Baltic Sun' }).click()
    await page.getByText('Agreed with Baltic Sun').first().waitFor()
    expect(await contract(page, 2)).toMatchObject({ status: 'A' })
    await page.getByText('Nothing matches the filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('searchbox').fill('nordlicht')
    await page.waitForURL('**/?q=nordlicht')
    await page.getByRole('link', { name: 'Baltic Sun' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '1 term changes' }).click()
    await page.getByRole('heading', { name: 'Nordlicht Reisen', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Nordlicht Reisen' }).waitFor()
    expect(trouble).toEqual([])
    await context.close()
  })

  test('by keyboard: a counter-proposal is rejected after it was asked for once more', async () => {
    const { page, context } = await w.visit(daan)
    await page.goto('/partners/contracts/')
    await page.getByRole('link', { name: 'Meridian Hotels' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await enterOn(page, page.getByRole('button', { name: 'Reject the contract with Meridian Hotels' }))
    const dialog = page.getByRole('dialog', { name: 'Reject the contract with Meridian Hotels' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await contract(page, 8)).toMatchObject({ status: 'C' })
    await enterOn(page, page.getByRole('button', { name: 'Reject the contract with Meridian Hotels' }))
    await enterOn(page, dialog.getByRole('button', { name: 'Reject', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    expect(await contract(page, 8)).toMatchObject({ status: 'R' })
    await context.close()
  })
})

describe('a contract', () => {
  test('the hotel sets permissions at once, takes one back, and gives an area back to the terms', async () => {
    const { page, context, trouble } = await w.visit(people.chain)
    await page.goto('/partners/contracts/5/')
    const pools = page.getByRole('radiogroup', { name: 'Pools' })
    await pools.getByRole('radio', { name: 'No' }).click()
    await page.getByText('Permission saved').first().waitFor()
    expect((await contract(page, 5)).permission_matrix['facts']).toMatchObject({ pools: false })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await until(
      'the permission as before',
      async () => (await contract(page, 5)).permission_matrix['facts']!['pools'] === true || undefined,
    )
    await page
      .getByRole('radiogroup', { name: 'Select and order' })
      .getByRole('radio', { name: 'With approval' })
      .click()
    await until(
      'an approval',
      async () => (await contract(page, 5)).permission_matrix['photos']!['select'] === 'O' || undefined,
    )
    await page.getByRole('radiogroup', { name: 'See photos' }).getByRole('radio', { name: 'No' }).click()
    await page.getByText('Without effect while the area is closed.').waitFor()
    await page.getByRole('button', { name: 'Photos as the terms say' }).click()
    await until(
      'the terms again',
      async () => (await contract(page, 5)).permission_matrix['photos']!['allowed'] === true || undefined,
    )
    expect(trouble).toEqual([])
    await context.close()
  })

  test('what the server refuses of a permission is taken back, and said', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.route(/\/permissions\//, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, contentType: 'application/json', body: '{"code":"x","message":"not now"}' })
        : route.continue(),
    )
    await page.goto('/partners/contracts/7/')
    const pools = page.getByRole('radiogroup', { name: 'Pools' })
    await pools.getByRole('radio', { name: 'No' }).click()
    await page.getByRole('alert').getByText('not now').waitFor()
    expect(await pools.getByRole('radio', { name: 'Yes' }).getAttribute('aria-checked')).toBe('true')
    await context.close()
  })

  test('by keyboard: a permission with the arrows, an amendment, its withdrawal, and the end', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.goto('/partners/contracts/7/')
    const bars = page.getByRole('radiogroup', { name: 'Bars' })
    await tabTo(page, bars.getByRole('radio', { name: 'Yes' }), 120)
    await page.keyboard.press('ArrowRight')
    await until(
      'no bars',
      async () => (await contract(page, 7)).permission_matrix['facts']!['bars'] === false || undefined,
    )
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await enterOn(page, page.getByRole('button', { name: 'Propose an amendment' }))
    const dialog = page.getByRole('dialog', { name: 'Propose an amendment' })
    await typeInto(page, dialog.getByLabel('Notice of cancellation'), '90')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await contract(page, 7)).toMatchObject({
      status: 'A',
      pending_version: { requested_changes: { notice_period: { to: 90 } } },
    })
    await enterOn(page, page.getByRole('button', { name: 'Withdraw' }))
    await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }))
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Meridian Hotels: 1 term' })
      .getByText('Withdrawn or replaced')
      .first()
      .waitFor()
    expect(await contract(page, 7)).toMatchObject({ status: 'A', pending_version: null })
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await enterOn(page, page.getByRole('button', { name: 'Cancel the contract' }))
    await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel the contract' }))
    await page.getByRole('button', { name: 'Propose anew' }).waitFor()
    expect(await contract(page, 7)).toMatchObject({ status: 'X' })
    expect(await page.getByRole('radiogroup').count(), 'what has ended is not changed').toBe(0)
    await context.close()
  })

  test('the operator reads the permissions and cannot set them', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/partners/contracts/4/')
    await page.getByText('The hotel sets it').waitFor()
    await page.getByText('Read the fact sheet').waitFor()
    expect(await page.getByRole('radiogroup').count()).toBe(0)
    await page.getByRole('link', { name: 'Meridian Bergquell' }).waitFor()
    await context.close()
  })

  test('a proposal is changed by its proposer, answered with other terms, and these are accepted', async () => {
    const operator = await w.visit(people.operator)
    const made = (await (
      await operator.page.request.post('/api/partners/contracts/create/', {
        data: { partner: 4, comments: 'Ten rooms to begin with' },
      })
    ).json()) as { id: number }
    const path = `/partners/contracts/${made.id}/`
    await operator.page.goto(path)
    await operator.page.getByRole('button', { name: 'Change the proposal' }).click()
    await operator.page.getByLabel('Comments').fill('Twelve rooms to begin with')
    await operator.page.getByRole('button', { name: 'Send' }).click()
    await operator.page.getByText('Twelve rooms to begin with').first().waitFor()
    const hotel = await w.visit('mehmet@lara-park.example')
    await hotel.page.goto(path)
    await hotel.page.getByText('Twelve rooms to begin with').waitFor()
    await hotel.page.getByRole('button', { name: 'Propose other terms' }).click()
    await hotel.page.getByLabel('Notice of cancellation').fill('14')
    await hotel.page.getByRole('button', { name: 'Send' }).click()
    const answer = operator.page.getByRole('region', { name: 'Lara Park Otel proposes other terms' })
    await answer.getByText('14 days').waitFor()
    await answer.getByRole('button', { name: 'Accept all' }).click()
    await hotel.page.getByRole('button', { name: 'Cancel the contract' }).waitFor()
    expect(await contract(hotel.page, made.id)).toMatchObject({ status: 'A', notice_period: 14, pending_version: null })
    expect([...operator.trouble, ...hotel.trouble]).toEqual([])
    await operator.context.close()
    await hotel.context.close()
  })

  test('an amendment whose base has moved is shown as such and cannot be accepted', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.route(/\/api\/partners\/contracts\/1\/$/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { pending_version: { base_snapshot: { ss_deadline: number } } }
      body.pending_version.base_snapshot.ss_deadline = 9
      await route.fulfill({ response: answer, json: body })
    })
    await page.goto('/partners/contracts/1/')
    await page
      .getByRole('alert')
      .getByText('The terms have changed since this was proposed: Notice for a stop sale')
      .waitFor()
    await page.getByRole('button', { name: 'Reject' }).waitFor()
    expect(await page.getByRole('button', { name: 'Accept all' }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    await context.close()
  })
})

describe('finding partners', () => {
  test('hotels are filtered, and one gets a proposal with every term', async () => {
    const { page, context, trouble } = await w.visit(people.operator)
    await page.goto('/partners/discover/')
    await page.getByText('Meridian Cala Serena').waitFor()
    await page.getByLabel('Country').selectOption('AT')
    await page.waitForURL('**/?country=AT')
    await page.getByRole('link', { name: 'Hotel Poseidon' }).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: /^Contract/ }).selectOption('Not in force')
    await page.getByRole('button', { name: 'Propose a contract to Pension Edelweiss' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose a contract to Pension Edelweiss' })
    await dialog.getByLabel('Kind of partnership').selectOption('Customer contract')
    await dialog.getByText('Without exports to systems').waitFor()
    await dialog
      .getByRole('radiogroup', { name: 'Select and order photos' })
      .getByRole('radio', { name: 'Yes' })
      .click()
    await dialog.getByLabel('How availability is shown').selectOption('By room only')
    await dialog.getByLabel('Notice for a stop sale').fill('400')
    await dialog.getByRole('button', { name: 'Propose a contract' }).click()
    // What is out of range is refused at its field.
    await expect.poll(() => dialog.getByLabel('Notice for a stop sale').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Notice for a stop sale').fill('3')
    await dialog.getByRole('button', { name: 'Propose a contract' }).click()
    await page.waitForURL(/\/partners\/contracts\/\d+\/$/)
    expect(await read(page, `/api/partners/contracts/${idIn(page)}/`)).toMatchObject({
      status: 'P',
      contract_terms: 'C',
      to_select_photos: 'Y',
      to_special_allotment: 'S',
      ss_deadline: 3,
      direction: 'outgoing',
    })
    expect(trouble.filter((line) => !line.includes('/contracts/create/'))).toEqual([])
    await context.close()
  })

  test('by keyboard: somebody who is not there yet is invited by letter', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/partners/discover/')
    await page.getByRole('link', { name: 'Hotel Poseidon' }).waitFor()
    await enterOn(page, page.getByRole('button', { name: 'Invite by e-mail' }))
    const dialog = page.getByRole('dialog', { name: 'Invite by e-mail' })
    await typeInto(page, dialog.getByLabel('E-mail address'), 'nobody')
    await page.keyboard.press('Control+Enter')
    await typeInto(page, dialog.getByLabel('E-mail address'), 'katerina@sea-rooms.example')
    await tabTo(page, dialog.getByLabel('Language of the letter'))
    await page.keyboard.press('D') // Deutsch
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/partners\/contracts\/\d+\/$/)
    await page.getByText('katerina@sea-rooms.example has got a letter').waitFor()
    expect(await read(page, `/api/partners/contracts/${idIn(page)}/`)).toMatchObject({
      status: 'P',
      invite_email: 'katerina@sea-rooms.example',
      user: null,
    })
    await until('the letter', () => w.program.letters('katerina@sea-rooms.example').at(-1))
    await context.close()
  })
})

describe('rate contracts', () => {
  test('one is made with its rows, and what is wrong stands at its cell', async () => {
    const { page, context, trouble } = await w.visit(people.hotel)
    await page.goto('/partners/rate-contracts/')
    await page.getByRole('button', { name: 'New rate contract' }).click()
    const dialog = page.getByRole('dialog', { name: 'New rate contract' })
    await dialog.getByLabel('Name').fill('Spring 2028')
    await dialog.getByRole('searchbox').fill('albion')
    await dialog.getByLabel('Tour operator', { exact: true }).selectOption('Albion Holidays · United Kingdom')
    await dialog.getByLabel('First day').fill('2028-03-01')
    await dialog.getByLabel('Last day').fill('2028-05-31')
    await dialog.getByRole('button', { name: 'One for each of the 3 other rooms' }).click()
    await dialog.getByLabel('Units a day, row 1').fill('5000')
    await dialog.getByLabel('Units a day, row 2').fill('4')
    await dialog.getByRole('button', { name: 'Remove row 3' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must be at most 92').waitFor()
    expect(await dialog.getByLabel('Units a day, row 1').evaluate((e) => e === document.activeElement)).toBe(true)
    await dialog.getByLabel('Units a day, row 1').fill('6')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/rate-contracts\/\d+\/$/)
    const id = idIn(page)
    await page.getByText('A draft: without effect').waitFor()
    expect(await rate(page, id)).toMatchObject({
      name: 'Spring 2028',
      status: 'draft',
      rooms: [
        { room: 12, quantity: 6, start_date: '2028-03-01' },
        { room: 13, quantity: 4 },
      ],
    })

    // It is made active, becomes a draft again before its first day, and is deleted.
    await page.getByRole('button', { name: 'Make active' }).click()
    await page.getByText('Active: Albion Holidays is told').first().waitFor()
    await page.getByRole('button', { name: 'Back to draft' }).click()
    await page.getByRole('button', { name: 'Make active' }).waitFor()
    expect(await rate(page, id)).toMatchObject({ status: 'draft' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/partners/rate-contracts/')
    expect((await page.request.get(`/api/partners/rate-contracts/${id}/`)).status()).toBe(404)
    expect(trouble.filter((line) => !line.includes('400'))).toEqual([])
    await context.close()
  })

  test('by keyboard: a season is added, a copy is made for the year after, and a contract is ended for good', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.goto('/partners/rate-contracts/23/')
    await enterOn(page, page.getByRole('button', { name: 'Edit' }))
    const dialog = page.getByRole('dialog', { name: /^Seasons \d{4} and \d{4}$/ })
    const before = (await rate(page, 23)).rooms.length
    await typeInto(page, dialog.getByLabel('Release days, row 1', { exact: true }), '21')
    await enterOn(page, dialog.getByRole('button', { name: 'Remove row 2', exact: true }))
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    const after = await rate(page, 23)
    expect(after.rooms.length).toBe(before - 1)
    expect(after.rooms.some((r) => r.release_days === 21)).toBe(true)
    await enterOn(page, page.getByRole('button', { name: 'Same a year later' }))
    const copy = page.getByRole('dialog', { name: 'New rate contract' })
    await typeInto(page, copy.getByLabel('Name'), 'The year after')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL((url) => !url.pathname.endsWith('/23/'))
    expect(await rate(page, idIn(page))).toMatchObject({ name: 'The year after', status: 'draft' })
    await page.goto('/partners/rate-contracts/22/')
    await enterOn(page, page.getByRole('button', { name: 'End now' }))
    await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'End now' }))
    await page.getByText('Ended by hand').waitFor()
    expect(await rate(page, 22)).toMatchObject({ status: 'ended' })
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    await context.close()
  })

  test('one names the calendar that it feeds, with a link to it, or says that it feeds none', async () => {
    const { page, context } = await w.visit(people.hotel)
    const { results } = await read<{ results: { id: number; name: string }[] }>(
      page,
      '/api/partners/rate-contracts/?page_size=100',
    )
    const fed = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Calendars fed' }) })
    const open = async (name: RegExp) =>
      page.goto(`/partners/rate-contracts/${results.find((r) => name.test(r.name))!.id}/`)
    // A calendar that was bound to it, and one of the operator that takes all that is in force.
    for (const [name, calendar] of [
      [/^First flights$/, 'Baltic Sun'],
      [/^Winter and summer/, 'Nordlicht Reisen'],
    ] as const) {
      await open(name)
      await fed.getByRole('link', { name: calendar, exact: true }).waitFor()
      expect(await fed.getByRole('link').count()).toBe(1)
      await fed.getByRole('link').click()
      await page.getByRole('grid').waitFor()
      await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toContain(calendar)
    }
    // The same operator's of last year has ended.
    await open(/^Last year$/)
    await fed.getByText('No calendar takes its allotments from it yet.').waitFor()
    expect(await fed.getByRole('link').count()).toBe(0)
    await context.close()
  })

  test('the list is filtered by partner, property and state', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.goto('/partners/rate-contracts/')
    await page.getByLabel('Tour operator').selectOption('Baltic Sun')
    await page.waitForURL('**/?partner=7')
    await page.getByText(/RC-\d{4}-0017/).waitFor({ state: 'detached' })
    await page.getByLabel('Property').selectOption('Meridian Bergquell')
    await until('one row', async () => ((await page.locator('tbody tr').count()) === 1 ? true : undefined))
    await page.getByRole('button', { name: /^Draft/ }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText(/RC-\d{4}-0017/).waitFor()
    await context.close()
  })

  test('an operator reads what was granted, with the names of its catalogue, and changes nothing', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/partners/rate-contracts/')
    await page.getByRole('link', { name: /^Winter and summer \d{4}$/ }).click()
    await page.getByText('Doppelzimmer Meerblick').waitFor()
    for (const name of ['Edit', 'Delete', 'End now', 'Same a year later'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    await page.goto('/partners/rate-contracts/3/')
    await page.getByRole('alert').getByText('This is not there').waitFor()
    await context.close()
  })
})
