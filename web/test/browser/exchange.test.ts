// Keys, console, webhooks, connections, imports and exports: the main job of each, by mouse and with the keyboard
// alone, against a receiver on this machine.
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { iso, isoUTC } from './days'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, until, world } from './program'
import { allowed, receiver } from './receiver'

const far = receiver()
const w = world(allowed)
/** The key of the demo, which is public. */
const hotelToken = 'demo-key-of-hotel-poseidon-not-a-secret-000'

interface Listed<T> {
  results: T[]
}
const results = async <T>(page: Page, path: string): Promise<T[]> =>
  ((await (await page.request.get(path)).json()) as Listed<T>).results

interface Key {
  id: number
  name: string
  permissions: Record<string, boolean>
}
const keyNamed = async (page: Page, name: string) =>
  (await results<Key>(page, '/api/settings/api-keys/')).find((k) => k.name === name)
const opens = async (page: Page, token: string, what = 'facts') =>
  (await page.request.get(`/api/v1/${what}/${token}/`)).status()

/** Reads the secret that is shown once, and says that it is stored. */
async function stored(page: Page, title: RegExp): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const value = await dialog.getByRole('textbox').inputValue()
  const close = dialog.getByRole('button', { name: 'Close' }).first() // a message below has one, too
  expect(await close.isDisabled()).toBe(true)
  await dialog.getByLabel('I have stored it').check()
  await close.click()
  await dialog.waitFor({ state: 'detached' })
  return value
}

describe('an API key', () => {
  test('is made, limited, changed, given a new token and revoked', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/developers/keys/')
    await page.getByRole('button', { name: 'New key' }).click()
    const drawer = page.getByRole('dialog', { name: 'New key' })
    await drawer.getByLabel('Name', { exact: true }).fill('Sales board')
    await drawer.getByLabel('Fact sheets').check()
    await drawer.getByRole('button', { name: 'Save' }).click()
    const first = await stored(page, /Token of Sales board/)
    expect(await opens(page, first)).toBe(200)
    expect(await opens(page, first, 'photos')).toBe(403)

    await page.getByRole('button', { name: 'Sales board', exact: true }).click()
    const one = page.getByRole('dialog', { name: 'Sales board' })
    await one.getByLabel('Photos').check()
    await one.getByRole('button', { name: 'Save' }).click()
    await one.waitFor({ state: 'detached' })
    expect(await opens(page, first, 'photos')).toBe(200)

    await page.getByRole('button', { name: 'Sales board', exact: true }).click()
    await one.getByLabel('Host or address').fill('not a host')
    await one.getByRole('button', { name: 'Add' }).click()
    await one.getByText('Enter a host such as').first().waitFor()
    await one.getByLabel('Host or address').fill('https://sales.example.com/board')
    await one.getByRole('button', { name: 'Add' }).click()
    await one.getByText('sales.example.com', { exact: true }).waitFor()
    expect(await opens(page, first)).toBe(403)
    await one.getByRole('button', { name: 'Remove sales.example.com' }).click()
    await one.getByText('The key may be used from anywhere').waitFor()
    await one.getByRole('button', { name: 'Undo' }).click()
    await one.getByText('sales.example.com', { exact: true }).waitFor()
    await one.getByRole('button', { name: 'Remove sales.example.com' }).click()
    await one.getByText('The key may be used from anywhere').waitFor()
    await one.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('button', { name: 'Actions for Sales board' }).click()
    await page.getByRole('menuitem', { name: 'New token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click()
    const second = await stored(page, /Token of Sales board/)
    expect([await opens(page, first), await opens(page, second)], 'the old one is kept for a day').toEqual([200, 200])

    await page.getByRole('button', { name: 'Actions for Sales board' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Sales board is revoked').waitFor()
    expect([await opens(page, first), await opens(page, second)]).toEqual([401, 401])
    await context.close()
  })

  test('is made by an operator with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/developers/keys/')
    await enterOn(page, page.getByRole('button', { name: 'New key' }))
    const drawer = page.getByRole('dialog', { name: 'New key' })
    await typeInto(page, drawer.getByLabel('Name', { exact: true }), 'By keyboard')
    await tabTo(page, drawer.getByLabel('Availability'))
    await page.keyboard.press('Space')
    expect(await drawer.getByLabel('Import availability').count(), 'an operator has none to import').toBe(0)
    await page.keyboard.press('Control+Enter')
    const secret = page.getByRole('dialog', { name: 'Token of By keyboard' })
    await tabTo(page, secret.getByLabel('I have stored it'))
    await page.keyboard.press('Space')
    await enterOn(page, secret.getByRole('button', { name: 'Close' }).first())
    await secret.waitFor({ state: 'detached' })
    expect((await keyNamed(page, 'By keyboard'))?.permissions).toMatchObject({ stop_sale: true, fact_sheet: false })
    await context.close()
  })
})

describe('the console', () => {
  test('shows what a system is answered, with and without a key', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/developers/console/?endpoint=facts')
    const send = page.getByRole('button', { name: 'Send the request' })
    const answer = page.getByRole('region', { name: 'Answer' })
    await send.click()
    await answer.getByText('"generated_at"').waitFor()
    await page.getByRole('radio', { name: 'XML' }).click()
    await send.click()
    await answer.getByText('<generated_at>').waitFor()
    await page.getByLabel('Properties (ids, with commas)').fill('x')
    await send.click()
    await page.getByText('400', { exact: true }).first().waitFor()
    await answer.getByText('validation_failed').waitFor()
    await page.getByLabel('Properties (ids, with commas)').fill('1')

    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'Channel manager (demo-key…)' })
    await page.getByLabel('Token of the key').fill(hotelToken)
    const address = page.getByRole('textbox', { name: 'Address', exact: true })
    await expect
      .poll(() => address.inputValue())
      .toBe(`${w.program.base}/api/v1/facts/${hotelToken}/?property_id=1&format=xml`)
    expect(page.url(), 'the token stays out of the address').not.toContain(hotelToken)
    await send.click()
    await answer.getByText('<property_id>1</property_id>').waitFor()
    await page.getByLabel('Token of the key').fill('of-nobody')
    await send.click()
    await page.getByText('401', { exact: true }).first().waitFor()
    expect(
      await page.getByRole('dialog', { name: 'Log in again' }).count(),
      'a refused key is not the end of the session',
    ).toBe(0)
    expect(await page.getByRole('region', { name: 'Requests on this page' }).getByRole('row').count()).toBe(6)
    await context.close()
  })

  test('is used by an operator with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/developers/console/')
    await tabTo(page, page.getByLabel('What to read'))
    await page.keyboard.type('Fact')
    await enterOn(page, page.getByRole('button', { name: 'Send the request' }))
    await page.getByRole('region', { name: 'Answer' }).getByText('"properties"').waitFor()
    expect(page.url()).toContain('endpoint=facts')
    await context.close()
  })
})

interface Hook {
  id: number
  name: string
  is_active: boolean
  event_types: string[]
}
const hookNamed = async (page: Page, name: string) =>
  (await results<Hook>(page, '/api/v1/integrations/webhooks/')).find((h) => h.name === name)

/** Registers an endpoint at the receiver. */
async function hookAt(page: Page, name: string, path: string, events = ['availability.updated']): Promise<Hook> {
  const made = await page.request.post('/api/v1/integrations/webhooks/', {
    data: { name, url: far.base + path, event_types: events },
  })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()) as Hook
}

describe('a webhook', () => {
  test('is made, tested, paused, given a new secret and deleted', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/developers/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const drawer = page.getByRole('dialog', { name: 'New webhook' })
    await drawer.getByLabel('Name').fill('Board')
    await drawer.getByLabel('Address').fill('http://127.0.0.1/hook')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('begins with https://').waitFor()
    await drawer.getByLabel('Address').fill(far.base + '/board')
    await drawer.getByLabel('Invoice paid').uncheck()
    await drawer.getByRole('button', { name: 'Save' }).click()
    const secret = await stored(page, /Secret of Board/)
    expect(secret).toMatch(/^whsec_/)
    expect((await hookNamed(page, 'Board'))?.event_types).not.toContain('invoice.paid')

    await page.getByRole('button', { name: 'Actions for Board' }).click()
    await page.getByRole('menuitem', { name: 'Send a test' }).click()
    const delivery = page.getByRole('dialog', { name: 'Test' })
    await delivery.getByText('Delivered').waitFor()
    await delivery.getByText('thank you').waitFor()
    const got = far.requests.find((r) => r.path === '/board')!
    expect(got.headers['x-service-signature']).toBe(
      'sha256=' + createHmac('sha256', secret).update(got.body).digest('hex'),
    )
    await delivery.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('img', { name: '1 of 1 delivered' }).waitFor()

    await page.getByRole('button', { name: 'Actions for Board' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await page.getByText('Switched off', { exact: true }).waitFor()
    expect((await hookNamed(page, 'Board'))?.is_active).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Active', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Actions for Board' }).click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByLabel('Hours that the old secret signs too').fill('0')
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    expect(await stored(page, /Secret of Board/)).not.toBe(secret)

    await page.getByRole('button', { name: 'Actions for Board' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Board removed').waitFor()
    expect(await hookNamed(page, 'Board')).toBeUndefined()
    await context.close()
  })

  test('is found by name in the list that the head of the column sorts', async () => {
    const { page, context } = await w.visit(people.hotel)
    const hooks: Hook[] = []
    for (const name of ['Middle', 'Alpha', 'Zeta']) hooks.push(await hookAt(page, name, '/sorted'))
    await page.goto('/developers/webhooks/')
    const own = async () =>
      (await page.getByRole('rowheader').allInnerTexts())
        .map((text) => text.split('\n')[0]!)
        .filter((name) => hooks.some((h) => h.name === name))
    const head = page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button')
    await head.click()
    await expect.poll(own).toEqual(['Alpha', 'Middle', 'Zeta'])
    await head.click()
    await expect.poll(own).toEqual(['Zeta', 'Middle', 'Alpha'])
    for (const h of hooks) await page.request.delete(`/api/v1/integrations/webhooks/${h.id}/`)
    await context.close()
  })

  test('that failed is sent again from its delivery, and past events once more', async () => {
    const { page, context } = await w.visit(people.hotel)
    let broken = true
    far.answer = (r) =>
      r.path === '/broken' && broken ? { status: 503, body: 'closed for lunch' } : { status: 200, body: 'thank you' }
    const hook = await hookAt(page, 'Lunch', '/broken')
    await page.goto(`/developers/webhooks/${hook.id}/`)
    await page.getByRole('button', { name: 'Send a test' }).first().click()
    const delivery = page.getByRole('dialog', { name: 'Test' })
    await delivery.getByText('closed for lunch').waitFor()
    await delivery.getByText('Next attempt').waitFor()
    broken = false
    await delivery.getByRole('button', { name: 'Send again now' }).click()
    await delivery.getByText('by hand').waitFor()
    await delivery.getByText('Delivered').waitFor()
    await delivery.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: 'Delivered' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Failed' }).click()
    await page.getByText('Nothing matches the filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()

    const { timezone } = (await (await page.request.get('/api/settings/preferences/')).json()) as { timezone: string }
    expect(
      (await page.request.put('/api/settings/preferences/edit/', { data: { timezone: 'Asia/Tokyo' } })).status(),
    ).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Send past events again' }).click()
    const replay = page.getByRole('dialog', { name: 'Send past events again' })
    await replay.getByLabel('From (Asia/Tokyo)').fill(isoUTC(-1))
    await replay.getByLabel('From: time of day').fill('08:00')
    await replay.getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByText(/deliver(y|ies) made/).waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    const last = (await (await page.request.get(`/api/v1/integrations/webhooks/${hook.id}/replay/`)).json()) as {
      status: string
      from: string
    }
    expect(last).toMatchObject({ status: 'done', from: isoUTC(-2) + 'T23:00:00Z' })
    await page.request.put('/api/settings/preferences/edit/', { data: { timezone } })
    await context.close()
  })

  test('that failed says why in the language of the reader', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.request.put('/api/settings/preferences/edit/', { data: { language: 'de' } })
    far.answer = (r) => (r.path === '/mittag' ? { status: 503, body: '' } : { status: 200, body: 'thank you' })
    const hook = await hookAt(page, 'Mittag', '/mittag')
    expect((await page.request.post(`/api/v1/integrations/webhooks/${hook.id}/test/`)).ok()).toBe(true)
    await until('the failed attempt', async () =>
      (await results<{ error: string }>(page, `/api/v1/integrations/webhooks/${hook.id}/deliveries/`)).some(
        (d) => d.error,
      ),
    )
    await page.goto(`/developers/webhooks/${hook.id}/`)
    const why = 'Die Adresse antwortete mit 503.'
    await page.locator('main').getByText(why).first().waitFor()
    await page.locator('main tbody').getByRole('button').first().click()
    await page.getByRole('dialog').getByText(why).first().waitFor()
    expect(await page.getByText(/answered|status 503/).count()).toBe(0)
    await page.request.delete(`/api/v1/integrations/webhooks/${hook.id}/`)
    await context.close()
  })

  test('is reached, tested and edited with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.hotel)
    const hook = await hookAt(page, 'Keys only', '/keys')
    await page.goto('/developers/keys/')
    await page.getByRole('button', { name: 'New key' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await enterOn(page, page.getByRole('link', { name: 'Keys only' }))
    await enterOn(page, page.getByRole('button', { name: 'Send a test' }).first())
    const delivery = page.getByRole('dialog', { name: 'Test' })
    await delivery.getByText('Delivered').waitFor()
    await page.keyboard.press('Escape')
    await delivery.waitFor({ state: 'detached' })
    await enterOn(page, page.getByRole('button', { name: 'More' }))
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Keys only' })
    await typeInto(page, drawer.getByLabel('Name'), 'Keys alone')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Keys alone' }).waitFor()
    expect((await hookNamed(page, 'Keys alone'))?.id).toBe(hook.id)
    await context.close()
  })
})

interface Connection {
  id: number
  name: string
  provider: string
  username: string | null
  status: string
  settings: Record<string, unknown>
}
const connectionNamed = async (page: Page, name: string) =>
  (await results<Connection>(page, '/api/v1/integrations/connections/')).find((c) => c.name === name)

describe('a connection', () => {
  test('to a file is made, synced, paused and deleted', async () => {
    const { page, context } = await w.visit(people.hotel)
    far.answer = (r) =>
      r.headers.authorization
        ? { status: 200, body: `room,date,reserved\nDBL.SV,${iso(200)},1\nNONE,${iso(200)},1\n` }
        : { status: 401, body: '' }
    await page.goto('/integrations/connections/')
    await page.getByRole('button', { name: 'New connection' }).click()
    const drawer = page.getByRole('dialog', { name: 'New connection' })
    await drawer.getByLabel('Name', { exact: true }).fill('Night file')
    await drawer.getByLabel('Address of the CSV file').fill(far.base + '/units.csv')
    await drawer.getByLabel('User name').fill('allot')
    await drawer.getByLabel('Password').fill('open sesame, please')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Night file' }).waitFor()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('In part').waitFor()
    await page.getByText(/NONE/).first().waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    expect((await connectionNamed(page, 'Night file'))?.status).toBe('paused')

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Night file' })
    await edit.getByLabel('Minutes between automatic syncs').fill('3')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.getByText('Must be 0, or from').waitFor()
    await edit.getByLabel('Minutes between automatic syncs').fill('10080')
    // Stored credentials are not kept for another server: the form says so and offers to enter them.
    await edit.getByLabel('Address of the CSV file').fill('https://elsewhere.example/units.csv')
    await edit.getByText('The address leads to another server').waitFor()
    expect(await edit.getByLabel('Stored encrypted, never shown').locator('option').allTextContents()).toEqual([
      'Replace',
      'Remove',
    ])
    await edit.getByLabel('Password').waitFor()
    await edit.getByLabel('Address of the CSV file').fill(far.base + '/units.csv')
    await edit.getByText('The address leads to another server').waitFor({ state: 'detached' })
    await edit.getByLabel('Stored encrypted, never shown').selectOption('remove')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('Failed', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Night file removed').waitFor()
    expect(await connectionNamed(page, 'Night file')).toBeUndefined()
    await context.close()
  })

  test('whose sync failed says why in the language of the reader', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.request.put('/api/settings/preferences/edit/', { data: { language: 'de' } })
    far.answer = () => ({ status: 404, body: '' })
    const made = await page.request.post('/api/v1/integrations/connections/', {
      data: { name: 'Nachtdatei', provider: 'csv_url', property: 1, settings: { url: far.base + '/nacht.csv' } },
    })
    expect(made.status(), await made.text()).toBe(201)
    const { id } = (await made.json()) as { id: number }
    expect((await page.request.post(`/api/v1/integrations/connections/${id}/sync/`)).ok()).toBe(true)
    await page.goto(`/integrations/connections/${id}/`)
    await page.locator('main').getByText('Die Adresse antwortete mit 404.').first().waitFor()
    expect(await page.getByText(/answered|status 404/).count()).toBe(0)
    await page.request.delete(`/api/v1/integrations/connections/${id}/`)
    await context.close()
  })

  test('of AlpineBits is made with the keyboard alone, with a password that is shown once', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/integrations/connections/')
    await enterOn(page, page.getByRole('button', { name: 'New connection' }))
    const drawer = page.getByRole('dialog', { name: 'New connection' })
    await tabTo(page, drawer.getByLabel('Kind'))
    await page.keyboard.type('Alp')
    await typeInto(page, drawer.getByLabel('Name', { exact: true }), 'Desk two')
    await typeInto(page, drawer.getByLabel('Addresses that it may call from'), '203.0.113.0/24')
    await typeInto(page, drawer.getByLabel('User name'), 'desk-two')
    await page.keyboard.press('Control+Enter')
    const secret = page.getByRole('dialog', { name: 'Password of Desk two' })
    expect((await secret.getByRole('textbox').inputValue()).length).toBe(24)
    await tabTo(page, secret.getByLabel('I have stored it'))
    await page.keyboard.press('Space')
    await enterOn(page, secret.getByRole('button', { name: 'Close' }).first())
    await page.getByRole('heading', { name: 'Desk two' }).waitFor()
    expect(await connectionNamed(page, 'Desk two')).toMatchObject({
      provider: 'alpinebits',
      username: 'desk-two',
      settings: { addresses: ['203.0.113.0/24'] },
    })
    await context.close()
  })
})

describe('an import', () => {
  const file = (text: string) => ({ name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  test('is checked first, then sent, and tells which rows were refused', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/integrations/imports/')
    await page.getByRole('button', { name: 'Send a file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a file' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles(file(`room,date,reserved\nDBL.SV,${iso(210)},2\nNONE,${iso(210)},1\n`))
    await dialog.getByText('The first 2 rows').first().waitFor()
    await dialog.getByLabel('Token of the key').fill('of-nobody')
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('the API key is not known').first().waitFor()
    await dialog.getByLabel('Token of the key').fill(hotelToken)
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('1 row would be saved.').waitFor()
    await dialog.getByText('1 row refused').waitFor()
    await dialog.getByRole('button', { name: 'Write it now' }).click()
    await dialog.getByText('1 row saved.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    const newest = (
      await results<{ id: number; dry_run: boolean; accepted: number }>(page, '/api/v1/integrations/imports/')
    )[0]!
    expect(newest).toMatchObject({ dry_run: false, accepted: 1 })
    await page.getByRole('button', { name: `Import ${newest.id}, CSV` }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Line 3/)
      .waitFor()
    await context.close()
  })

  test('is looked at with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/integrations/imports/')
    await enterOn(page, page.getByRole('button', { name: 'Import 1, CSV' }))
    const drawer = page.getByRole('dialog', { name: 'Import 1, CSV' })
    await drawer.getByText('0 rows refused').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Import 1, CSV')
    await context.close()
  })
})

interface Export {
  id: number
  target: string
  format: string
  status: string
  settings: Record<string, unknown>
}

describe('a bulk export', () => {
  test('is asked for, written, downloaded and deleted', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/exports/')
    await page.getByRole('button', { name: 'New export' }).click()
    const drawer = page.getByRole('dialog', { name: 'New export' })
    await drawer.getByLabel('What it is about').selectOption({ label: 'Invoices' })
    await drawer.getByLabel('Format').selectOption({ label: 'DATEV' })
    await drawer.getByLabel('Issued from').fill(iso(-30))
    await drawer.getByLabel('Issued until').fill(iso(0))
    await drawer.getByLabel('Number of the consultant').fill('1234')
    await drawer.getByLabel('Number of the client').fill('55')
    await drawer.getByLabel('Debtor of everybody else').fill('12')
    await drawer.getByLabel('Revenue accounts: Tax rate or category 1').fill('13')
    await drawer.getByLabel('Revenue accounts: Account 1').fill('8400')
    await drawer.getByRole('group', { name: 'Revenue accounts' }).getByRole('button', { name: 'Add a row' }).click()
    await drawer.getByLabel('Revenue accounts: Tax rate or category 2').fill('24')
    await drawer.getByLabel('Revenue accounts: Account 2').fill('8401')
    await drawer.getByRole('button', { name: 'Write the file' }).click()
    await drawer.getByText('must have 5 digits').first().waitFor()
    await drawer.getByLabel('Debtor of everybody else').fill('10000')
    await drawer.getByRole('button', { name: 'Write the file' }).click()
    await drawer.waitFor({ state: 'detached' })
    const made = await until('the file', async () =>
      (await results<Export>(page, '/api/v1/integrations/exports/')).find(
        (x) => x.format === 'datev' && x.status !== 'waiting' && x.status !== 'running',
      ),
    )
    expect(made).toMatchObject({
      status: 'done',
      settings: { consultant_number: 1234, revenue_accounts: { '13': 8400, '24': 8401 } },
    })
    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Download EXTF|^Download .*(csv|zip)/ })
      .first()
      .click()
    expect((await saved).suggestedFilename()).toMatch(/\.(csv|zip)$/)
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(/ removed$/).waitFor()
    expect((await results<Export>(page, '/api/v1/integrations/exports/')).some((x) => x.id === made.id)).toBe(false)
    await context.close()
  })

  test('is asked for by an operator with the keyboard alone', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/exports/')
    await enterOn(page, page.getByRole('button', { name: 'New export' }).first())
    const drawer = page.getByRole('dialog', { name: 'New export' })
    await tabTo(page, drawer.getByLabel('What it is about'))
    await page.keyboard.type('Fact')
    await enterOn(page, drawer.getByRole('button', { name: 'Write the file' }))
    await drawer.waitFor({ state: 'detached' })
    await enterOn(page, page.getByRole('button', { name: /^Download / }).first())
    expect((await results<Export>(page, '/api/v1/integrations/exports/'))[0]).toMatchObject({
      target: 'facts',
      format: 'csv',
      status: 'done',
    })
    await context.close()
  })
})
