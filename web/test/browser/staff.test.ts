// The screens of staff: the main job of each.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { enterOn, typeInto } from './keyboard'
import { people, picture, until, world } from './program'

const w = world()

test('staff begin with the review queue', async () => {
  const { page, context } = await w.visit(people.staff)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Review queue' }).waitFor()
  await context.close()
})

describe('the review queue', () => {
  test('a sheet is declined with a reason by keyboard, and the hotel reads it', async () => {
    const { page, context } = await w.visit(people.staff)
    await page.goto('/admin/publications/')
    await page.getByRole('heading', { name: 'Lara Park Otel' }).waitFor()
    await page.getByRole('heading', { name: 'The property itself' }).waitFor()
    await picture(page, 'staff-review-cards')
    await page.keyboard.press('d')
    await page.keyboard.type('The beach is missing')
    await page.keyboard.press('Control+Enter')
    await page.getByText('No sheet waits for a review').waitFor()
    const { page: hotel, context: other } = await w.visit('mehmet@lara-park.example')
    const answer = await hotel.request.get('/api/info/property/2/publish/')
    expect(await answer.text()).toContain('The beach is missing')
    // The hotel submits again, staff approve by mouse.
    expect((await hotel.request.post('/api/info/property/2/publish/create/', { data: {} })).status()).toBeLessThan(300)
    await page.reload()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No sheet waits for a review').waitFor()
    expect(await (await hotel.request.get('/api/info/property/2/publish/')).text()).toContain('"published"')
    await other.close()
    await context.close()
  })

  test('a sheet that is submitted again has a card for each record and photo that differs, in words', async () => {
    const { page: hotel, context: other } = await w.visit(people.hotel)
    const { page, context, trouble } = await w.visit(people.staff)
    const made = async (by: Page, path: string, data?: object) => {
      const answer = await by.request.post(path, data ? { data } : {})
      expect(answer.ok(), await answer.text()).toBe(true)
      return ((await answer.json()) as { id: number }).id
    }
    const facts = '/api/info/property/1/facts/'
    const known = async (category: string) =>
      (await (await hotel.request.get(`${facts}${category}/`)).json()) as { id: number; code: string }[]
    const submit = () => made(hotel, '/api/info/property/1/publish/create/')
    const changePhoto = async (id: number, data: object) => {
      const answer = await hotel.request.patch(`/api/info/property/1/gallery/${id}/`, { data })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
    // What is published has a room that no calendar sells.
    const attic = await made(hotel, facts + 'rooms/', { code: 'ATT', name: 'Attic', room_total_units: 2 })
    await made(page, `/api/info/publish/pending/${await submit()}/approve/`)

    await made(hotel, facts + 'rooms/', { code: 'LOFT', name: 'Loft', room_total_units: 3 })
    await made(hotel, facts + 'rooms/', { id: (await known('rooms')).find((r) => r.code === 'DBL.SV')!.id, size: 28 })
    expect((await hotel.request.delete(`${facts}rooms/${attic}/`)).status()).toBe(204)
    await made(hotel, facts + 'board_types/', {
      id: (await known('board_types')).find((b) => b.code === 'HB')!.id,
      dinner: 'themed_buffet',
    })
    const file = { name: 'jetty.png', mimeType: 'image/png', buffer: await page.screenshot() }
    const photo = await hotel.request.post('/api/info/property/1/gallery/', {
      multipart: { file, caption: 'The new jetty', category: 'beach' },
    })
    expect(photo.status(), await photo.text()).toBe(201)
    // A published photo is shown for a room, under another category, and another one is the cover.
    const gallery = (
      (await (await hotel.request.get('/api/info/property/1/gallery/')).json()) as {
        results: { id: number; caption: string; is_cover: boolean }[]
      }
    ).results
    const cover = gallery.find((p) => p.is_cover)!
    const room = (await known('rooms')).find((r) => r.code === 'DBL.SV')!.id
    await changePhoto(cover.id, { category: 'lobby', room })
    await changePhoto(gallery.find((p) => !p.is_cover)!.id, { is_cover: true })
    const moved = await hotel.request.put('/api/info/property/update/1/', {
      data: { country: 'TR', property_type: 'hotel' },
    })
    expect(moved.status(), await moved.text()).toBe(200)
    await submit()

    await page.goto('/admin/publications/')
    await page.getByRole('button', { name: 'Hotel Poseidon', exact: true }).click()
    const part = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    const cards = (title: string) => part(title).getByRole('listitem')
    const line = (of: Locator, label: string) =>
      of.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
    /** The old and the new value. */
    const values = async (of: Locator) => [
      (await of.locator('del').allInnerTexts()).join(),
      (await of.locator('ins').allInnerTexts()).join(),
    ]

    await expect.poll(() => cards('Room types').count()).toBe(3)
    for (const [name, pill, label, before, after] of [
      ['Double Room Sea View', 'Changed', 'Size from', '26 m²', '28 m²'],
      ['Attic', 'Removed', 'Units of this type', '2', ''],
      ['Loft', 'New', 'Units of this type', '', '3'],
    ] as const) {
      const card = cards('Room types').filter({ has: page.getByRole('heading', { name }) })
      await card.getByText(pill, { exact: true }).waitFor()
      expect(await values(line(card, label)), name).toEqual([before, after])
    }
    await cards('Board and meals').getByText('Changed', { exact: true }).waitFor()
    expect(await values(line(cards('Board and meals'), 'Dinner'))).toEqual(['Buffet', 'Themed buffet'])
    await cards('Changes of the photos').getByText('New', { exact: true }).waitFor()
    await cards('Changes of the photos').getByRole('img', { name: 'The new jetty' }).waitFor()
    expect(await cards('Changes of the photos').count()).toBe(3)
    const changedPhoto = cards('Changes of the photos').filter({
      has: page.getByRole('img', { name: cover.caption, exact: true }),
    })
    await expect.poll(() => values(line(changedPhoto, 'Category'))).toEqual(['Beach', 'Lobby'])
    expect(await values(line(changedPhoto, 'Room'))).toEqual(['No room type', 'Double Room Sea View'])
    expect(await values(line(changedPhoto, 'Cover'))).toEqual(['Yes', 'No'])
    expect(await line(changedPhoto, 'Caption').count(), 'what did not change is not listed').toBe(0)
    await expect.poll(() => values(line(part('The property itself'), 'Country'))).toEqual(['Greece', 'Türkiye'])
    await expect.poll(() => values(line(part('The property itself'), 'Kind of property'))).toEqual(['Resort', 'Hotel'])
    await picture(page, 'staff-review-again')
    expect(trouble).toEqual([])
    await other.close()
    await context.close()
  })
})

describe('accounts', () => {
  test('one is found, granted a plan, suspended and resumed, by mouse', async () => {
    const { page, context } = await w.visit(people.staff)
    await page.goto('/admin/accounts/')
    await page.getByLabel('Search companies').fill('baltic')
    await page.getByLabel('Search companies').press('Enter')
    await page.getByRole('link', { name: 'Baltic Sun' }).click()
    await page.getByRole('heading', { name: 'Baltic Sun', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Grant a plan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Plan', { exact: true }).selectOption('Gold')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Plan: Gold' }).waitFor()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByLabel('Note').fill('Does not answer')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Does not answer').waitFor()
    await page.getByRole('button', { name: 'End the suspension' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await context.close()
  })

  test('one is found from anywhere by what is in it: a colleague, a hotel, a telephone number', async () => {
    const { page, context } = await w.visit(people.staff)
    await page.goto('/admin/publications/')
    for (const text of ['onburo@lara-park', 'lara park otel', '+90 242 123']) {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
      await page.getByRole('option', { name: 'Account' }).first().waitFor()
      expect(await page.getByRole('option', { name: 'Account' }).count(), text).toBe(1)
      await page.keyboard.press('Enter')
      await page.getByText('mehmet@lara-park.example').first().waitFor()
      expect(page.url()).toContain('/admin/accounts/')
    }
    await context.close()
  })

  test('one is opened by keyboard', async () => {
    const { page, context } = await w.visit(people.staff)
    await page.goto('/admin/accounts/')
    await enterOn(page, page.getByRole('button', { name: 'Open an account' }))
    const drawer = page.getByRole('dialog')
    await typeInto(page, drawer.getByLabel('Company'), 'Pension Enzian')
    await typeInto(page, drawer.getByLabel('Country'), 'Austria')
    await typeInto(page, drawer.getByLabel('E-mail address'), 'office@enzian.example')
    await typeInto(page, drawer.getByLabel('First password'), 'three unrelated words')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Pension Enzian', exact: true }).waitFor()
    await context.close()
  })
})

test('a plan is changed by keyboard', async () => {
  const { page, context } = await w.visit(people.staff)
  await page.goto('/admin/plans/')
  await enterOn(page, page.getByRole('button', { name: 'Silver', exact: true }))
  const drawer = page.getByRole('dialog')
  await typeInto(page, drawer.getByLabel('Price a month'), '49.00')
  await page.keyboard.press('Control+Enter')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Silver' }).getByText('€49.00').waitFor()
  await context.close()
})

test('a job that failed is run again; kept mail is downloaded; the issuer of bills is saved', async () => {
  const { page, context } = await w.visit(people.staff)
  await page.goto('/admin/health/')
  await page.getByRole('row').filter({ hasText: 'notify_mail' }).getByRole('button', { name: 'Run again' }).click()
  await page.getByText('No job has failed for good').waitFor()
  await page.goto('/admin/mail/')
  const coming = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download / })
    .first()
    .click()
  expect((await coming).suggestedFilename()).toMatch(/\.eml$/)
  await page.goto('/admin/seller/')
  await typeInto(page, page.getByLabel('Legal name'), 'Allot Services GmbH')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Issuer saved').waitFor()
  await context.close()
})

test('an announcement is made, seen by a hotel, removed and taken back', async () => {
  const { page, context } = await w.visit(people.staff)
  await page.goto('/admin/announcements/')
  await enterOn(page, page.getByRole('button', { name: 'New announcement' }).first())
  const drawer = page.getByRole('dialog')
  await typeInto(page, drawer.getByLabel('Title').first(), 'A quiet Sunday')
  await typeInto(page, drawer.getByLabel('Text').first(), 'We change a cable at six.')
  await page.keyboard.press('Control+Enter')
  await drawer.waitFor({ state: 'detached' })
  const { page: hotel, context: other } = await w.visit(people.hotel)
  await hotel.goto('/')
  await hotel.getByText('We change a cable at six.').waitFor()
  await page.getByRole('button', { name: 'Remove A quiet Sunday' }).click()
  await page.getByRole('button', { name: 'A quiet Sunday', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'A quiet Sunday', exact: true }).waitFor()
  await other.close()
  await context.close()
})

test('an announcement begins and ends by the clocks of the zone that the user has chosen', async () => {
  const { page, context } = await w.visit(people.staff)
  const prefer = async (timezone: string) =>
    expect((await page.request.put('/api/settings/preferences/edit/', { data: { timezone } })).status()).toBe(200)
  await prefer('Asia/Tokyo')
  await page.goto('/admin/announcements/')
  await page.getByRole('button', { name: 'New announcement' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Title').first().fill('Clocks')
  await drawer.getByLabel('Text').first().fill('They differ.')
  await drawer.getByLabel('Shown from (Asia/Tokyo)').fill('2033-05-02')
  await drawer.getByLabel('Shown from: time of day').fill('08:30')
  await drawer.getByLabel('Shown until (Asia/Tokyo)').fill('2033-05-03')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  const stored = async () =>
    (
      (await (await page.request.get('/api/notification/announce-app/all/?page_size=100')).json()) as {
        results: { title: { en: string }; starts_at: string; ends_at: string }[]
      }
    ).results.find((a) => a.title.en === 'Clocks')!
  expect(await stored()).toMatchObject({ starts_at: '2033-05-01T23:30:00Z', ends_at: '2033-05-02T15:00:00Z' })
  // Shown as it was entered; what is not touched stays to the second.
  await page.getByRole('button', { name: 'Clocks', exact: true }).click()
  expect(await drawer.getByLabel('Shown from: time of day').inputValue()).toBe('08:30')
  await drawer.getByLabel('Shown until: time of day').fill('12:00')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ starts_at: '2033-05-01T23:30:00Z', ends_at: '2033-05-03T03:00:00Z' })
  await prefer('UTC')
  await context.close()
})

test('staff find a letter by its address and read it in the page, which both trails tell', async () => {
  const { page, context, trouble } = await w.visit(people.staff)
  const { page: hotel, context: other } = await w.visit(people.hotel)
  await page.goto('/admin/mail/')
  await page.getByText('Reading a letter is recorded').waitFor()
  await typeInto(page, page.getByLabel('Search recipients and subjects'), 'nobody@nowhere.example')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await typeInto(page, page.getByLabel('Search recipients and subjects'), people.hotel.toUpperCase())
  await page.waitForURL(/q=ANNA/)
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await until(
    'list of this address alone',
    async () => (await rows.filter({ hasText: people.hotel }).count()) === (await rows.count()),
  )
  await enterOn(page, page.getByRole('button', { name: 'Welcome to the demo', exact: true }))
  const letter = page.getByRole('dialog', { name: 'Welcome to the demo' })
  for (const part of ['allot@localhost', people.hotel, 'Mails of the demo are kept in its data folder'])
    await letter.getByText(part).waitFor()
  await picture(page, 'kept-mail')
  await page.keyboard.press('Escape')
  await letter.waitFor({ state: 'detached' })
  for (const p of [page, hotel])
    expect(await (await p.request.get('/api/settings/audit/?action=read')).text()).toContain('Welcome to the demo')
  expect(trouble).toEqual([])
  await other.close()
  await context.close()
})
