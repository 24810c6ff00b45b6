// The operator's side of what hotels publish: codes, own wording, photos; and the hotel's answer to it.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, until, world } from './program'

const w = world()

/** What the server has. */
async function read<T>(page: Page, path: string): Promise<T> {
  return (await (await page.request.get(w.program.base + path)).json()) as T
}

interface RoomCode {
  room: number
  code: string
  name: string
}
interface Own {
  status: string
  in_force: boolean
  reason: string
  category: string
  record_id: number | null
  fields: Record<string, unknown>
}
interface Photo {
  id: number
  own: boolean
  selected: boolean
  caption: string
  status: string | null
}

const codeOf = async (page: Page, room: number) =>
  (await read<{ results: RoomCode[] }>(page, '/api/tour-operator/mappings/rooms/?page_size=500')).results.find(
    (r) => r.room === room,
  )
const wordings = async (page: Page, property: number) =>
  (await read<{ overrides: Own[] }>(page, `/api/partners/override-facts/get/${property}/`)).overrides
const photos = (page: Page, property: number) =>
  read<{ photos: Photo[]; selection_status: string | null }>(page, `/api/tour-operator/photos/${property}/`)

describe('mapping', () => {
  test('by keyboard alone: a code, Enter, the next', async () => {
    const { page, context, trouble } = await w.visit(people.operator)
    await page.goto('/mapping/')
    const first = page.getByLabel('Your room code: Junior Suite Sea Front', { exact: true })
    await tabTo(page, first)
    await page.keyboard.type('JS1')
    await page.keyboard.press('Enter')
    // The room of the next hotel has the keyboard.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Your room code: Suite Sea Front')
    await page.keyboard.type('SU9')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('')
    await page.keyboard.type('SU1')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Suite am Meer')
    await page.keyboard.press('Enter')
    expect(
      await until('the codes', async () => ((await codeOf(page, 53))?.name ? codeOf(page, 53) : undefined)),
    ).toMatchObject({ code: 'SU1', name: 'Suite am Meer' })
    expect(await codeOf(page, 14)).toMatchObject({ code: 'JS1', name: '' })
    // What was mapped stays in its place, with its mark, and can be given up again.
    await page.getByRole('button', { name: 'Remove the codes of Junior Suite Sea Front' }).waitFor()
    expect(trouble).toEqual([])
    await context.close()
  })

  test('by mouse: codes of a hotel are changed, given up and brought back', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/mapping/?tab=all')
    await page.getByRole('searchbox').fill('rodos')
    await page.getByRole('button', { name: 'Meridian Rodos Sands' }).click()
    const drawer = page.getByRole('dialog', { name: 'Meridian Rodos Sands' })
    await drawer.getByLabel('Internal code: Meridian Rodos Sands').fill('4711')
    await drawer.getByRole('heading').click()
    await drawer.getByText('Meridian Rodos Sands saved').waitFor()
    const mapping = async () =>
      (
        await read<{ results: { internal_code: string; hotel_code: string }[] }>(
          page,
          '/api/tour-operator/mappings/properties/?property=4',
        )
      ).results[0]
    expect(await mapping()).toMatchObject({ internal_code: '4711', hotel_code: 'NR20400' })
    await drawer.getByRole('button', { name: 'Remove the codes of Meridian Rodos Sands' }).click()
    await drawer.getByText('The codes of Meridian Rodos Sands are removed').waitFor()
    expect(await mapping()).toBeUndefined()
    await drawer.getByRole('button', { name: 'Undo' }).last().click()
    await drawer.getByText('Undone').waitFor()
    expect(await mapping()).toMatchObject({ internal_code: '4711', hotel_code: 'NR20400' })
    await context.close()
  })

  test('a refused code says why beside its row', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.route(/\/mappings\/rooms\/$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            contentType: 'application/json',
            body: JSON.stringify({
              code: 'validation',
              message: 'not this one',
              errors: [{ field: 'code', message: 'is taken' }],
            }),
          })
        : route.continue(),
    )
    await page.goto('/mapping/')
    await page.getByLabel('Your room code: Villa with Private Pool').fill('X')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('not this one').waitFor()
    expect(await page.getByLabel('Your room code: Villa with Private Pool').inputValue()).toBe('X')
    await context.close()
  })

  test('goes out and comes back as a file, with what became of each row', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/mapping/')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('mappings.csv')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('room_id,mapped_code,mapped_name\n186,APT7,Appartement\n99999,X,Y\n'),
    })
    await dialog.getByRole('cell', { name: 'Appartement' }).waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('1 new · 0 changed · 0 left as they are · 1 refused').waitFor()
    await dialog.getByText(/^Line 3/).waitFor()
    expect(await codeOf(page, 186)).toMatchObject({ code: 'APT7', name: 'Appartement' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Your room code: Apartment with Kitchen').waitFor({ state: 'detached' })
    await context.close()
  })

  test('event codes are saved and undone, by keyboard', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/mapping/?tab=codes')
    await typeInto(page, page.getByLabel('Your code for "Stop sale"'), 'STP')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Event codes saved').waitFor()
    expect(await read(page, '/api/tour-operator/event-codes/')).toMatchObject({ stop: 'STP', open: 'open' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect(await read(page, '/api/tour-operator/event-codes/')).toMatchObject({ stop: 'stop' })
    await context.close()
  })
})

describe('the page of a hotel', () => {
  test('own wording by keyboard: in force at once, marked, taken back and undone', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/hotels/1/?category=beach')
    await enterOn(page, page.getByRole('button', { name: 'Word it differently: Beach' }))
    await typeInto(page, page.getByLabel('Length (m)'), '250')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Beach saved').waitFor()
    await page.getByText('In force', { exact: true }).waitFor()
    await page.getByText('was: Not stated').waitFor()
    expect((await wordings(page, 1)).find((o) => o.category === 'beach')).toMatchObject({
      status: 'active',
      in_force: true,
      fields: { length: 250 },
    })
    await enterOn(page, page.getByRole('button', { name: 'Take back: Beach' }))
    await page.getByText('Beach: you show what the hotel has published').waitFor()
    expect((await wordings(page, 1)).some((o) => o.category === 'beach')).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(async () => (await wordings(page, 1)).some((o) => o.category === 'beach')).toBe(true)
    await context.close()
  })

  test('a refused wording says it at its field, and what was typed stays', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/hotels/1/?category=policies')
    await page.getByRole('button', { name: /^Word it differently/ }).click()
    const field = page.getByRole('group', { name: /House rules/ }).getByLabel('English')
    await field.fill('x'.repeat(20))
    await page.route(/override-facts\/create\//, (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'validation',
          message: 'please correct the fields',
          errors: [{ field: 'fields.house_rules.en', message: 'says nothing' }],
        }),
      }),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('says nothing').waitFor()
    expect(await field.inputValue()).toBe('x'.repeat(20))
    await context.close()
  })

  test('photos are chosen by mouse and ordered by keyboard', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/hotels/1/?tab=photos')
    await page.getByLabel('Show Garden and pool').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your choice of photos is saved').waitFor()
    expect((await photos(page, 1)).photos.find((p) => p.caption === 'Garden and pool')!.selected).toBe(false)
    await tabTo(page, page.getByRole('button', { name: /^Move The bay in the morning, place 1/ }), 200)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: /^Move The bay in the morning, place 2/ }).waitFor()
    // What comes after a choice is a few tabs back, in the head of the card.
    await page.getByRole('button', { name: 'Save', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await photos(page, 1)).photos[0]!.caption).not.toBe('The bay in the morning')
    await page.getByRole('button', { name: "Show the hotel's choice" }).click()
    await expect.poll(async () => (await photos(page, 1)).selection_status).toBeNull()
    await context.close()
  })

  test('a photo of the own is added with its text, waits for the hotel, and is deleted', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/hotels/3/?tab=photos')
    await page.getByText('Choose photos or drop them here').waitFor()
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } })
    await page.locator('input[type=file]').setInputFiles({ name: 'bay.png', mimeType: 'image/png', buffer: picture })
    const dialog = page.getByRole('dialog', { name: 'Photos of your own' })
    await dialog.getByLabel('Text below the photo').fill('Our beach party')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Our beach party').first().waitFor()
    const own = async () => (await photos(page, 3)).photos.find((p) => p.own && p.caption === 'Our beach party')
    expect(await own()).toMatchObject({ status: 'waiting' })
    await page.getByRole('button', { name: 'Edit: Our beach party' }).click()
    await dialog.getByRole('button', { name: 'Delete the photo' }).click()
    await page
      .getByRole('dialog', { name: 'Delete the photo' })
      .getByRole('button', { name: 'Delete the photo' })
      .click()
    await page.getByText('The photo is deleted').waitFor()
    expect(await own()).toBeUndefined()
    await context.close()
  })

  test('says what the contract allows, and why a hotel is closed', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/portfolio/')
    await page.getByRole('link', { name: 'Meridian Aegean Pearl' }).click()
    await page.getByRole('button', { name: 'What you may see' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Word facts differently in your catalogue' })
      .getByText('With the approval of the hotel')
      .waitFor()
    await page.getByRole('link', { name: 'Meridian Bergquell' }).click()
    await page.getByRole('heading', { name: 'Meridian Bergquell' }).waitFor()
    await page.goto('/hotels/2/')
    await page.getByText('There is no contract in force with this hotel').first().waitFor()
    await context.close()
  })
})

describe('own wording that needs approval', () => {
  test('is asked for by the operator, approved by the hotel, and then in force', async () => {
    const operator = await w.visit(people.operator)
    const chain = await w.visit(people.chain)
    await operator.page.goto('/hotels/3/?category=restaurants&record=56')
    await operator.page.getByRole('button', { name: 'Word it differently: Tamarix' }).click()
    await operator.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tamarix by Nordlicht')
    await operator.page.getByRole('button', { name: 'Ask the hotel' }).click()
    await operator.page.getByText('Waits for the hotel').first().waitFor()
    const own = async () => (await wordings(operator.page, 3)).find((o) => o.record_id === 56)
    expect(await own()).toMatchObject({ status: 'waiting', in_force: false })

    await chain.page.goto('/partners/override-approvals/')
    await chain.page.getByRole('button', { name: 'Restaurants · Tamarix' }).click()
    const card = chain.page.getByRole('row', { name: /Tamarix by Nordlicht/ })
    await card.getByText('Tamarix', { exact: true }).waitFor()
    await chain.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await chain.page.getByText('Approved: Nordlicht Reisen shows it from now on').waitFor()

    // The operator's page hears of it by itself.
    await operator.page.getByText('In force', { exact: true }).waitFor()
    expect(await own()).toMatchObject({ status: 'active', in_force: true, fields: { name: 'Tamarix by Nordlicht' } })
    await operator.page.getByText('was: Tamarix').waitFor()
    // Given up, the hotel would have to agree again: that is asked first.
    await operator.page.goto('/partners/overrides/?status=active&hotel=3')
    await operator.page.getByRole('button', { name: /^Take back: Restaurants/ }).click()
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Take back', exact: true }).click()
    await operator.page.getByText(/you show what the hotel has published/).waitFor()
    expect(await own()).toBeUndefined()
    await operator.context.close()
    await chain.context.close()
  })

  test('is declined by keyboard with a reason, which the operator reads', async () => {
    const operator = await w.visit(people.operator)
    const chain = await w.visit(people.chain)
    await operator.page.goto('/hotels/7/?category=policies')
    await enterOn(operator.page, operator.page.getByRole('button', { name: /^Word it differently/ }))
    await operator.page.keyboard.press('Escape')
    await enterOn(operator.page, operator.page.getByRole('button', { name: /^Word it differently/ }))
    const rules = operator.page.getByRole('group', { name: /House rules/ }).getByLabel('English')
    await tabTo(operator.page, rules, 200)
    await operator.page.keyboard.press('Control+a')
    await operator.page.keyboard.type('No rules at all.')
    await operator.page.keyboard.press('Control+Enter')
    await operator.page.getByText('Waits for the hotel').first().waitFor()

    const { page } = chain
    await page.goto('/partners/override-approvals/')
    const row = page.getByRole('row', { name: /Meridian Bergquell/ })
    await row.waitFor()
    for (let i = 0; i < 10 && !(await row.locator('[aria-current=true]').count()); i++) await page.keyboard.press('j')
    await page.getByRole('cell', { name: 'No rules at all.' }).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, page.getByLabel('Reason'))
    await page.keyboard.type('Guests need their sleep.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Declined: Nordlicht Reisen is told').waitFor()

    await operator.page.goto('/partners/overrides/?status=declined')
    const told = operator.page.getByRole('row', { name: /Meridian Bergquell/ })
    await told.getByText('The hotel says: Guests need their sleep.').waitFor()
    expect((await wordings(operator.page, 7)).find((o) => o.category === 'policies')).toMatchObject({
      status: 'declined',
      reason: 'Guests need their sleep.',
      in_force: false,
    })
    await told.getByRole('link').click()
    await operator.page.waitForURL('**/hotels/7/?category=policies')
    await operator.page.getByText('The hotel says: Guests need their sleep.').waitFor()
    await operator.context.close()
    await chain.context.close()
  })

  test('of a photo: the hotel sees it and approves, by keyboard', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/partners/override-approvals/?kind=own_photo')
    await page.getByRole('img', { name: 'Our guests in the bay' }).waitFor()
    await enterOn(page, page.getByRole('button', { name: 'Approve', exact: true }))
    await page.getByText('Approved: Nordlicht Reisen shows it from now on').waitFor()
    const list = await read<{ results: { kind: string }[] }>(
      page,
      '/api/partners/override-approvals/?status=active&kind=own_photo',
    )
    expect(list.results).toHaveLength(1)
    await page.getByRole('button', { name: 'Approved' }).click()
    await page.getByRole('img', { name: 'Our guests in the bay' }).waitFor()
    await context.close()
  })
})
