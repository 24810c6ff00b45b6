// What a hotel says of itself: properties, fact sheets and photos, by mouse and by keyboard alone.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, picture, world } from './program'

const w = world()
/** Waits longer than a moment: other programs may be busy. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 30_000 })

const read = async <T>(page: Page, path: string): Promise<T> => (await (await page.request.get(path)).json()) as T
const facts = (page: Page, property: number, category: string) =>
  read<Record<string, unknown>>(page, `/api/info/property/${property}/facts/${category}/`)
const records = (page: Page, property: number, category: string) =>
  read<Record<string, unknown>[]>(page, `/api/info/property/${property}/facts/${category}/`)
const gallery = async (page: Page, property: number) =>
  (
    await read<{
      results: { id: number; caption: string; category: string; room: number | null; is_cover: boolean }[]
    }>(page, `/api/info/property/${property}/gallery/?page_size=100`)
  ).results

/** A picture of one colour, as a camera would make it. */
async function photo(page: Page, name: string, colour: string) {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const pen = canvas.getContext('2d')!
    pen.fillStyle = fill
    pen.fillRect(0, 0, 640, 480)
    return canvas.toDataURL('image/jpeg')
  }, colour)
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1]!, 'base64') }
}

/** A property of its own for a test. */
async function made(page: Page, name: string): Promise<number> {
  const answer = await page.request.post('/api/info/property/create/', {
    data: { name, country: 'GR', property_type: 'hotel' },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

describe('a new hotel', () => {
  test(
    'creates a property, fills in its sheet, adds a photo and submits; staff approves; the hotel sees it published',
    { timeout: 90_000 },
    async () => {
      const { page, context } = await w.visit()
      await page.goto('/register/')
      await page.getByRole('textbox', { name: 'Company' }).fill('Kyma Hotels')
      await page.getByLabel('Country').selectOption({ label: 'Greece' })
      await page.getByLabel('E-mail address').fill('maria@kyma.example')
      await page.getByLabel('Password').fill('four unrelated tiny words')
      await page.getByRole('button', { name: 'Open account' }).click()
      await page.getByRole('heading', { name: 'The first steps' }).waitFor()

      await page.getByRole('link', { name: 'Properties', exact: true }).first().click()
      await page.getByRole('heading', { name: 'No property yet' }).waitFor()
      await page.getByRole('button', { name: 'New property' }).first().click()
      const wizard = page.getByRole('dialog', { name: 'New property' })
      await wizard.getByLabel('Name').fill('Kyma Beach')
      await wizard.getByRole('button', { name: 'Next' }).click()
      await wizard.getByLabel('City').fill('Hersonissos')
      // The first search of a city makes the server read its list of them.
      await expect.poll(() => wizard.getByLabel('State or region').inputValue(), { timeout: 30_000 }).toBe('Crete')
      expect(await wizard.getByLabel('Latitude').inputValue()).toBe('35.317')
      await wizard.getByRole('button', { name: 'Next' }).click()
      await wizard.getByLabel('Code').fill('DBL')
      await wizard.getByLabel('Name of the room type').fill('Double room')
      await wizard.getByLabel('Units').fill('12')
      await wizard.getByRole('button', { name: 'Create the property' }).click()
      await wizard.getByText('Kyma Beach is created').waitFor()
      await wizard.getByRole('link', { name: 'Fill in the fact sheet' }).click()

      // What the wizard asked for is on the sheet; the house rules are filled in by hand and save themselves.
      await soon(() => page.getByLabel('Official hotel name').inputValue()).toBe('Kyma Beach')
      const id = Number(new URL(page.url()).searchParams.get('property'))
      expect(await records(page, id, 'rooms')).toMatchObject([
        { code: 'DBL', name: 'Double room', room_total_units: 12 },
      ])
      await page.getByRole('button', { name: /^House rules and policies/ }).click()
      await page.getByLabel('Check-in from').fill('15:00')
      await page.getByLabel('Pets').selectOption({ label: 'Not allowed' })
      await page.getByRole('checkbox', { name: 'Cash' }).check()
      await page.getByText('✓ Saved').waitFor()
      expect(await facts(page, id, 'policies')).toMatchObject({
        check_in_from: '15:00',
        pets: 'no',
        payment_methods: ['cash'],
      })

      await page.getByRole('link', { name: 'Photos', exact: true }).first().click()
      await page
        .locator('input[type=file]')
        .setInputFiles([await photo(page, 'beach.jpg', 'teal'), await photo(page, 'pool.jpg', 'navy')])
      await page.getByText('Cover', { exact: true }).waitFor()
      await soon(async () => (await gallery(page, id)).length).toBe(2)

      await page.goto(`/facts/?property=${id}`)
      await page.getByRole('button', { name: 'Submit for publication' }).click()
      const submit = page.getByRole('dialog', { name: 'Submit for publication' })
      await submit.getByText('Check-out until', { exact: false }).waitFor()
      await picture(page, 'submit')
      await submit.getByRole('button', { name: 'Submit for publication' }).click()
      await page.getByText('Submitted. You are told when it is reviewed.').waitFor()
      await page.getByText('In review', { exact: true }).waitFor()

      const staff = await w.visit(people.staff)
      await staff.page.goto('/admin/publications/')
      await staff.page.getByRole('button', { name: 'Kyma Beach' }).click()
      await staff.page.getByRole('heading', { name: 'Kyma Beach' }).waitFor()
      const [answer] = await Promise.all([
        staff.page.waitForResponse(/\/approve\//),
        staff.page.getByRole('button', { name: 'Approve' }).click(),
      ])
      expect(answer.ok(), await answer.text()).toBe(true)
      await staff.context.close()

      // The hotel's page hears of it by itself.
      await page.getByText('Published', { exact: true }).first().waitFor()
      await page.getByText(/^Version 1, published/).waitFor()
      await page.goto('/properties/')
      await page
        .getByRole('row', { name: /Kyma Beach/ })
        .getByText('Published')
        .waitFor()
      await context.close()
    },
  )
})

describe('properties', () => {
  test('are searched, changed and deleted, by mouse', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.goto('/properties/')
    const rows = page.getByRole('table').getByRole('row')
    await soon(() => rows.count()).toBeGreaterThan(4)
    const id = await made(page, 'Zephyr Rooms')
    await page.getByLabel('Search by name').fill('zeph')
    await page.waitForURL('**name=zeph**')
    await soon(() => rows.count()).toBe(2)
    await page.getByRole('link', { name: 'Zephyr Rooms' }).click()
    await page.getByRole('heading', { name: 'Zephyr Rooms' }).waitFor()
    await page.getByLabel('Stars').fill('9')
    await page.getByLabel('Name', { exact: true }).fill('Zephyr Suites')
    await page.evaluate(() => document.querySelector('form')!.setAttribute('novalidate', ''))
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/must be .*7/i)
      .first()
      .waitFor()
    expect(
      await page.getByLabel('Stars').evaluate((e) => e === document.activeElement),
      'what was refused has the keyboard',
    ).toBe(true)
    await page.getByLabel('Stars').fill('4.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Zephyr Suites saved').waitFor()
    expect(await read(page, `/api/info/property/${id}/`)).toMatchObject({ name: 'Zephyr Suites', stars: 4.5 })
    await page.getByRole('button', { name: 'Delete the property' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the property' }).click()
    await page.waitForURL('**/properties/')
    expect((await page.request.get(`/api/info/property/${id}/`)).status()).toBe(404)
    await context.close()
  })

  test('are created with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.goto('/properties/')
    await enterOn(page, page.getByRole('button', { name: 'New property' }))
    const wizard = page.getByRole('dialog', { name: 'New property' })
    await typeInto(page, wizard.getByLabel('Name'), 'Keys and Sea')
    await page.keyboard.press('Enter')
    await typeInto(page, wizard.getByLabel('City'), 'Side')
    await page.keyboard.press('Control+Enter')
    await typeInto(page, wizard.getByLabel('Name of the room type'), 'Studio')
    await page.keyboard.press('Control+Enter')
    await wizard.getByText('Keys and Sea is created').waitFor()
    await enterOn(page, wizard.getByRole('link', { name: 'See the property' }))
    await page.getByRole('heading', { name: 'Keys and Sea' }).waitFor()
    await page.getByRole('link', { name: 'Studio' }).waitFor()
    await context.close()
  })
})

describe('the fact sheet', () => {
  test('says what was refused at its field, saves the rest, and shows what differs from the published sheet', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/facts/?property=1')
    const floors = page.getByLabel('Floors of the main building', { exact: true })
    await floors.fill('999')
    await page.getByLabel('Chain or group').fill('Aegean Group')
    await page.getByText('1 field is not saved').waitFor()
    await page.getByText(/must be from 0 to 200/i).waitFor()
    expect(await facts(page, 1, 'general')).toMatchObject({ chain_name: 'Aegean Group', floors_count: 3 })
    await floors.fill('4')
    await page.getByText('✓ Saved').waitFor()
    expect(await facts(page, 1, 'general')).toMatchObject({ floors_count: 4 })
    await page.getByText(/was: 3/).waitFor()

    await page.getByRole('button', { name: 'What changed' }).click()
    const difference = page.getByRole('dialog', { name: 'What changed' })
    await difference.getByRole('row', { name: /Chain or group.*Aegean Group/ }).waitFor()
    await picture(page, 'difference')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Set Floors of the main building back/ }).click()
    await soon(async () => (await facts(page, 1, 'general'))['floors_count']).toBe(3)
    await context.close()
  })

  test('keeps half of a time span back until it is whole, and a change that cannot be sent', async () => {
    const { page, context } = await w.visit(people.chain)
    const id = await made(page, 'Half Way')
    let broken = false
    await page.route(/\/facts\/policies\//, (route) =>
      broken && route.request().method() === 'POST' ? route.abort('connectionfailed') : route.continue(),
    )
    await page.goto(`/facts/?property=${id}&category=policies`)
    await page.getByRole('group', { name: 'Tourist tax', exact: true }).getByLabel('Amount').fill('2.50')
    await page.getByLabel('Check-in from').fill('14:00')
    await soon(() => facts(page, id, 'policies')).toEqual({ check_in_from: '14:00' })
    await page.getByText('Not saved until it is whole: Tourist tax').waitFor()
    await page.getByRole('group', { name: 'Tourist tax', exact: true }).getByLabel('Currency').selectOption('EUR')
    await page.getByText('✓ Saved').waitFor()
    expect(await facts(page, id, 'policies')).toMatchObject({ tourist_tax: { amount: '2.50', currency: 'EUR' } })
    broken = true
    await page.getByLabel('Check-out until').fill('11:00')
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    broken = false
    // The one of the form, or the one that says that the server cannot be reached: once it answers, the form is saved.
    // Both are gone if the page has asked again by itself before.
    await page
      .getByRole('button', { name: 'Try again' })
      .first()
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await soon(async () => (await facts(page, id, 'policies'))['check_out_until']).toBe('11:00')
    // What was typed last is saved when the category is left.
    await page.getByLabel('Check-in until').fill('22:00')
    await page.getByRole('button', { name: /^Beach/ }).click()
    await soon(async () => (await facts(page, id, 'policies'))['check_in_until']).toBe('22:00')
    await context.close()
  })

  test('keeps what could not be saved over other categories and screens, and saves it when the server is back', async () => {
    const { page, context } = await w.visit(people.chain)
    const id = await made(page, 'Kept')
    let broken = true
    await page.route(/\/facts\/(policies|restaurants)\//, (route) =>
      broken && route.request().method() === 'POST' ? route.abort('connectionfailed') : route.continue(),
    )
    await page.goto(`/facts/?property=${id}&category=policies`)
    await page.getByLabel('Check-out until').fill('11:00')
    await page.getByRole('button', { name: /^Beach/ }).click()
    const kept = page.getByRole('region', { name: 'Typed and not saved yet, kept here:' })
    await kept.getByRole('button', { name: 'House rules and policies' }).waitFor()
    await picture(page, 'kept')
    // A new record that cannot be made, then another screen of the same page.
    await page.getByRole('button', { name: /^Restaurants/ }).click()
    await page.getByRole('button', { name: 'Add: Restaurants' }).click()
    await page.getByRole('form').getByLabel('Name', { exact: true }).fill('Taverna')
    await page.getByRole('button', { name: /^Beach/ }).click()
    await page.getByRole('link', { name: 'Photos' }).click()
    await page.waitForURL('**/photos/**')
    await page.goBack()
    await kept.getByRole('button', { name: /^Restaurants: / }).click()
    await expect.poll(() => page.getByRole('form').getByLabel('Name', { exact: true }).inputValue()).toBe('Taverna')
    await page.getByRole('form').getByRole('button', { name: 'Cancel' }).click()
    await kept.getByRole('button', { name: 'House rules and policies' }).click()
    await expect.poll(() => page.getByLabel('Check-out until').inputValue()).toBe('11:00')
    broken = false
    await page
      .getByRole('button', { name: 'Try again' })
      .first()
      .click({ timeout: 5_000 })
      .catch(() => undefined) // saved by itself before
    await soon(async () => (await facts(page, id, 'policies'))['check_out_until']).toBe('11:00')
    expect(await kept.count()).toBe(0)
    // And what is thrown away is gone.
    broken = true
    await page.getByLabel('Check-out until').fill('12:00')
    await page.getByRole('button', { name: /^Beach/ }).click()
    await kept.getByRole('button', { name: 'Throw away' }).click()
    await kept.waitFor({ state: 'detached' })
    broken = false
    await page.getByRole('button', { name: /^House rules and policies/ }).click()
    await expect.poll(() => page.getByLabel('Check-out until').inputValue()).toBe('11:00')
    expect(await facts(page, id, 'policies')).toMatchObject({ check_out_until: '11:00' })
    await context.close()
  })

  test('has records that are added, edited, ordered and deleted, with a way back', async () => {
    const { page, context } = await w.visit(people.chain)
    const id = await made(page, 'Many Records')
    await page.goto(`/facts/?property=${id}&category=restaurants`)
    await page.getByRole('button', { name: 'Begin with what is known' }).click()
    await page.getByText('The sheet has what the property says').waitFor()
    for (const name of ['Triton', 'Nereid']) {
      await page.getByRole('button', { name: 'Add: Restaurants' }).click()
      await page.getByRole('form').getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('form').getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name, exact: true }).waitFor()
    }
    const names = async () => (await records(page, id, 'restaurants')).map((r) => r['name'])
    expect(await names()).toEqual(['Triton', 'Nereid'])
    await page.getByRole('button', { name: 'Move up: Nereid' }).click()
    await soon(names).toEqual(['Nereid', 'Triton'])
    await page.getByLabel('Seats indoors').fill('80')
    await page.getByText('✓ Saved').waitFor()
    expect((await records(page, id, 'restaurants')).find((r) => r['name'] === 'Nereid')).toMatchObject({
      seats_indoor: 80,
    })
    await page.getByRole('button', { name: 'Remove: Nereid' }).click()
    await page.getByText('Nereid removed').waitFor()
    await soon(names).toEqual(['Triton'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(names).toEqual(['Nereid', 'Triton'])
    await context.close()
  })

  test('is filled in with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.chain)
    const id = await made(page, 'By Keys')
    await page.goto(`/facts/?property=${id}`)
    await enterOn(page, page.getByRole('button', { name: /^Room types/ }))
    await enterOn(page, page.getByRole('button', { name: 'Add: Room types' }))
    const form = page.getByRole('form')
    await typeInto(page, form.getByLabel('Room code'), 'SGL')
    await typeInto(page, form.getByLabel('Room name'), 'Single')
    await enterOn(page, form.getByRole('button', { name: 'Add: Beds' }))
    await tabTo(page, form.getByRole('group', { name: 'Beds 1' }).getByLabel('Bed', { exact: true }))
    await page.keyboard.type('Double')
    await typeInto(page, form.getByRole('group', { name: 'Beds 1' }).getByLabel('Count'), '1')
    await tabTo(page, form.getByRole('checkbox', { name: 'Sea view', exact: true }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Single', exact: true }).waitFor()
    expect(await records(page, id, 'rooms')).toMatchObject([
      { code: 'SGL', name: 'Single', beds: [{ type: 'double', count: 1 }], views: ['sea'] },
    ])
    await context.close()
  })

  test('is taken along as a PDF file and mailed to a list', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/facts/?property=1')
    await page.getByRole('button', { name: 'PDF and mail' }).click()
    const dialog = page.getByRole('dialog', { name: 'PDF and mail' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'PDF of the published version' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('POSEIDON.pdf')
    await dialog.getByLabel('Mailing list').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/letters? (is|are) on (its|their) way/).waitFor()
    await context.close()
  })

  test('tells the reason of a decline', async () => {
    const { page, context } = await w.visit(people.chain)
    const id = await made(page, 'To Be Mended')
    const sent = (await (await page.request.post(`/api/info/property/${id}/publish/create/`)).json()) as { id: number }
    const staff = await w.visit(people.staff)
    const answer = await staff.context.request.post(`/api/info/publish/pending/${sent.id}/decline/`, {
      data: { reason: 'The address is missing.' },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    await staff.context.close()
    await page.goto(`/facts/?property=${id}`)
    await page.getByText('The address is missing.').waitFor()
    await page.getByRole('button', { name: 'Submissions' }).click()
    await page.getByRole('dialog').getByText('Declined', { exact: true }).waitFor()
    await page.goto(`/properties/${id}/`)
    await page.getByText('The address is missing.').waitFor()
    await context.close()
  })
})

describe('photos', () => {
  test('are ordered by dragging, described in place, and deleted', async () => {
    const { page, context } = await w.visit(people.chain)
    const id = await made(page, 'Album')
    await page.goto(`/photos/?property=${id}`)
    const good = [
      await photo(page, 'a.jpg', 'teal'),
      await photo(page, 'b.jpg', 'navy'),
      await photo(page, 'c.jpg', 'olive'),
    ]
    await page.getByLabel('Category of new photos').selectOption({ label: 'Pool' })
    await page
      .locator('input[type=file]')
      .setInputFiles([...good, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }])
    // One that is refused says why, and does not stop the others.
    await page.getByRole('alert').waitFor()
    await picture(page, 'uploads')
    await page.getByRole('button', { name: 'Leave out notes.jpg' }).click()
    await soon(async () => (await gallery(page, id)).length).toBe(3)
    const before = (await gallery(page, id)).map((p) => p.id)
    expect((await gallery(page, id)).map((p) => p.category)).toEqual(['pool', 'pool', 'pool'])
    await page.locator('.picture').nth(2).dragTo(page.locator('.picture').nth(0))
    await page.getByText('The order is saved').waitFor()
    expect((await gallery(page, id)).map((p) => p.id)).toEqual([before[2], before[0], before[1]])
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(async () => (await gallery(page, id)).map((p) => p.id)).toEqual(before)

    const caption = page.getByLabel(/^Caption and alternative text/).first()
    await caption.fill('The large pool')
    await caption.press('Enter')
    await soon(async () => (await gallery(page, id))[0]!.caption).toBe('The large pool')
    await page
      .getByLabel(/^Category: /)
      .nth(1)
      .selectOption({ label: 'Beach' })
    await soon(async () => (await gallery(page, id))[1]!.category).toBe('beach')
    await page
      .getByRole('button', { name: /^Make it the cover/ })
      .last()
      .click()
    await soon(async () => (await gallery(page, id)).map((p) => p.is_cover)).toEqual([false, false, true])
    await page.getByRole('button', { name: 'Delete: The large pool' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await soon(async () => (await gallery(page, id)).length).toBe(2)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all (ZIP)' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/-photos\.zip$/)
    await context.close()
  })

  test('are ordered and described with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/photos/?property=1')
    const before = (await gallery(page, 1)).map((p) => p.id)
    await tabTo(page, page.getByRole('button', { name: /^Move The bay in the morning, number 1/ }))
    await page.keyboard.press('ArrowRight')
    await page.getByText('The order is saved').first().waitFor()
    await soon(async () => (await gallery(page, 1)).map((p) => p.id).slice(0, 2)).toEqual([before[1], before[0]])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Move The bay in the morning, number 2/,
    )
    await page.keyboard.press('Home')
    await soon(async () => (await gallery(page, 1)).map((p) => p.id)).toEqual(before)
    await typeInto(page, page.getByLabel('Caption and alternative text: The bay in the morning'), 'The bay at six')
    await page.keyboard.press('Enter')
    await soon(async () => (await gallery(page, 1))[0]!.caption).toBe('The bay at six')
    await context.close()
  })

  test('are mailed to a list', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/photos/?property=1')
    await page.getByRole('button', { name: 'Mail the gallery' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mail the gallery' })
    await dialog.getByLabel('Mailing list').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/letters? (is|are) on (its|their) way/).waitFor()
    await context.close()
  })
})
