// People who read German and Greek: refusals beside their fields in every area, and a switch of the language that
// changes everything on the page at once.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { iso } from './days'
import { people, world } from './program'

const w = world()
const speak = (page: Awaited<ReturnType<typeof w.visit>>['page'], language: string) =>
  page.request.put('/api/settings/preferences/edit/', { data: { language } })

/** Chooses a language in the menu of the account, as a reader does. */
async function choose(page: Page, language: string) {
  await page
    .getByRole('button', { name: /Account|Konto/ })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

/** Words of the API and of the English server that nobody should meet. */
const raw = /must be|must not|must have|is required|[a-z]+_[a-z]+\b|\[\d+\]/

describe('a refusal is said in the language of the reader', () => {
  test.each([
    [
      'de',
      {
        required: 'Bitte ausfüllen.',
        email: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
        short: 'Muss mindestens 10 Zeichen haben.',
        iban: 'Geben Sie eine IBAN ein.',
        https: 'die mit https:// beginnt',
      },
    ],
    [
      'el',
      {
        required: 'Συμπληρώστε το.',
        email: 'Δώστε διεύθυνση e-mail όπως name@example.com.',
        short: 'Πρέπει να έχει τουλάχιστον 10 χαρακτήρες.',
        iban: 'Δώστε IBAN.',
        https: 'που αρχίζει με https://',
      },
    ],
  ])('in %s: contact, person, company, e-invoice, webhook, new property', async (language, said) => {
    const { page, context } = await w.visit(people.hotel)
    await speak(page, language)
    const dialog = page.getByRole('dialog')
    const send = async (form: Locator, text: string) => {
      await form.locator('[type=submit]').first().click()
      await form.getByText(text).first().waitFor()
      for (const error of await form.locator('.error').allInnerTexts()) expect(error).not.toMatch(raw)
    }

    await page.goto('/settings/contacts/')
    await page
      .locator('main')
      .getByRole('button')
      .filter({ hasText: /Kontakt|επαφ/i })
      .first()
      .click()
    await dialog.locator('[name=email]').fill('no address')
    await send(dialog, said.email)

    await page.goto('/team/')
    await page
      .locator('main')
      .getByRole('button')
      .filter({ hasText: /Person|άτομο|Προσθήκη/i })
      .first()
      .click()
    await dialog.locator('[name=email]').fill('neu@hotel-poseidon.example')
    await dialog.locator('[name=password]').fill('short')
    await send(dialog, said.short)

    await page.goto('/settings/company/')
    await page.locator('[name=email]').fill('no address')
    await send(page.locator('main form').first(), said.email)

    await page.goto('/einvoices/profile/')
    await page.locator('[name=iban]').fill('GR00')
    await send(page.locator('main form').first(), said.iban)

    await page.goto('/developers/webhooks/')
    await page
      .locator('main')
      .getByRole('button')
      .filter({ hasText: /Endpunkt|Webhook|endpoint/i })
      .first()
      .click()
    await dialog.locator('[name=name]').fill('X')
    await dialog.locator('[name=url]').fill('http://example.com/hook')
    await send(dialog, said.https)

    await page.goto('/properties/')
    await page
      .locator('main')
      .getByRole('button')
      .filter({ hasText: /Neues|Νέο/i })
      .first()
      .click()
    await dialog.locator('[name=stars]').fill('9')
    await send(dialog, said.required)
    expect(
      await dialog.locator('[name=stars]').getAttribute('aria-invalid'),
      'what is wrong in the first step is said there',
    ).toBe('true')
    expect(await dialog.locator('[name=name]').getAttribute('aria-invalid')).toBe('true')
    await context.close()
  })

  test('at the door too, before anybody is signed in', async () => {
    const { page, context } = await w.visit(undefined, { locale: 'de-DE' })
    await page.goto('/register/')
    await page.locator('[name=email]').fill('neu@haus.example')
    await page.locator('[name=password]').fill('short')
    await page.locator('[name=company_name]').fill('Haus')
    await page.getByRole('button', { name: /Konto/ }).last().click()
    await page.getByText('Muss mindestens 10 Zeichen haben.').waitFor()
    await context.close()
  })
})

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

describe('rows of a file that are refused are told in the language of the reader', () => {
  const told = async (dialog: Locator, ...sentences: string[]) => {
    for (const sentence of sentences) await dialog.getByText(sentence).waitFor()
    for (const line of await dialog.getByRole('listitem').allInnerTexts()) expect(line).not.toMatch(raw)
  }

  test('contacts', async () => {
    const { page, context } = await w.visit(people.hotel)
    await speak(page, 'de')
    await page.goto('/settings/contacts/')
    await page.locator('main').getByRole('button').filter({ hasText: 'CSV' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles(file('kontakte.csv', 'email,first_name\nno-address,Nobody\na@b.example,"open\n'))
    await dialog
      .locator('[type=submit]')
      .or(dialog.getByRole('button', { name: /importieren/i }))
      .first()
      .click()
    await told(
      dialog,
      'E-Mail-Adresse: Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
      'Ein Anführungszeichen ist nicht geschlossen',
    )
    await context.close()
  })

  test('availability', async () => {
    const { page, context } = await w.visit(people.hotel)
    await speak(page, 'de')
    await page.goto('/integrations/imports/')
    await page.getByRole('button', { name: 'Datei senden' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles(file('belegung.csv', `room,date,reserved\nDBL.SV,${iso(210)},two\nNONE,${iso(210)},1\n`))
    await dialog.getByLabel('Token des Schlüssels').fill('demo-key-of-hotel-poseidon-not-a-secret-000')
    await dialog.getByRole('button', { name: 'Datei prüfen' }).click()
    await told(
      dialog,
      'Zeile 2 Reserviert: Geben Sie eine ganze Zahl ein.',
      'Zeile 3 Zimmer: „NONE“ ist weder die Id noch der Code eines Zimmers.',
    )
    await context.close()
  })

  test('mappings', async () => {
    const { page, context } = await w.visit(people.operator)
    await speak(page, 'de')
    await page.goto('/mapping/')
    await page.getByRole('button', { name: 'CSV importieren' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles(file('codes.csv', 'room_id,mapped_code,mapped_name\nthe first,X,Y\n99999,X,Y\n'))
    await dialog.getByRole('button', { name: 'Importieren', exact: true }).click()
    await told(
      dialog,
      'Zeile 2: Zimmer: Muss mindestens 1 sein.',
      'Zeile 3: Zimmer: Das können Sie nicht sehen: Es muss veröffentlicht sein, mit einem gültigen Vertrag.',
    )
    await context.close()
  })
})

test('activity and trail are sentences in the language of the reader, with no word of the API', async () => {
  const { page, context } = await w.visit(people.hotel)
  await speak(page, 'de')
  const data = {
    recipient_name: 'Agentur Müller',
    recipient_email: 'mueller@reise.example',
    issue_date: iso(0),
    due_date: iso(30),
    tax_rate: '13',
    line_items: [{ description: 'Room', quantity: '2', unit: 'night', unit_price: '80' }],
  }
  const { id } = (await (await page.request.post('/api/invoicing/invoices/create/', { data })).json()) as { id: string }
  expect((await page.request.post(`/api/invoicing/invoices/${id}/send/`)).ok()).toBe(true)
  await page.request.put('/api/settings/preferences/edit/', { data: { theme: 'dark' } })

  await page.goto('/activity/?days=7')
  await page.getByRole('rowheader', { name: `Rechnung ${id} gesendet`, exact: true }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/\w_\w/)

  await page.goto('/audit/')
  const said = page.getByRole('rowheader')
  await said.first().waitFor()
  expect(await said.first().innerText()).toMatch(/^Eigene Einstellungen \d+ geändert: Farben Hell → Dunkel$/)
  expect(await said.nth(1).innerText()).toContain(
    `Rechnung ${id} gesendet: Status Entwurf → Gesendet, Gesendet am nichts → `,
  )
  for (const at of ['/audit/', '/audit/?page=2', '/audit/?page=3']) {
    await page.goto(at)
    await said.first().waitFor()
    expect(await page.locator('main').innerText(), at).not.toMatch(/\w_\w/)
  }
  await page.goto('/audit/?object_type=invoice')
  await page.getByRole('button', { name: `Rechnung ${id} angelegt` }).click()
  await page.getByRole('dialog').getByText('Einheit: Nacht').waitFor()
  expect(await page.getByRole('dialog').innerText()).not.toMatch(/\w_\w|DRAFT/)
  await page.request.put('/api/settings/preferences/edit/', { data: { theme: 'light' } })
  await context.close()
})

test('a switch of the language changes the trail, the work list and the plans at once', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/audit/')
  await page.getByRole('rowheader').first().waitFor()
  const before = await page.getByRole('rowheader').allInnerTexts()
  expect(before.join('\n')).not.toMatch(/\w_\w/)
  await choose(page, 'Deutsch')
  await expect
    .poll(async () => (await page.getByRole('rowheader').allInnerTexts()).join('\n'))
    .toMatch(/geändert|angelegt|angemeldet/)

  await page.goto('/billing/')
  await page.getByText('Beliebig viele Objekte').first().waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/allotment_days|any number/i)
  await context.close()
})

test('a switch of the language changes a task, an announcement and the categories of the facts, and the page stays', async () => {
  const staff = await w.visit(people.staff)
  const news = {
    title: { en: 'A quiet Sunday', de: 'Ein ruhiger Sonntag' },
    body: { en: 'We change a cable at six.', de: 'Um sechs tauschen wir ein Kabel.' },
  }
  expect((await staff.page.request.post('/api/notification/announce-app/create/', { data: news })).ok()).toBe(true)
  await staff.context.close()

  const { page, context } = await w.visit(people.hotel)
  const pages: [string, [string, string][]][] = [
    [
      '/',
      [
        [
          'The rooming list Wandergruppe Krause waits for confirmation',
          'Die Zimmerliste Wandergruppe Krause wartet auf Bestätigung',
        ],
        [news.title.en, news.title.de],
        [news.body.en, news.body.de],
      ],
    ],
    [
      '/facts/',
      [
        ['Location and surroundings', 'Lage und Umgebung'],
        ['Families and children', 'Familien und Kinder'],
      ],
    ],
  ]
  for (const [path, texts] of pages) {
    await page.goto(path)
    const main = page.locator('main')
    for (const [en] of texts) await main.getByText(en).first().waitFor()
    await page.evaluate(() => document.body.setAttribute('data-same', ''))
    await choose(page, 'Deutsch')
    for (const [en, de] of texts) {
      await main.getByText(de).first().waitFor()
      expect(await main.getByText(en).count(), en).toBe(0)
    }
    expect(await page.locator('body[data-same]').count(), 'the page was not loaded anew').toBe(1)
    await choose(page, 'English')
    for (const [en] of texts) await main.getByText(en).first().waitFor()
  }
  await context.close()
})

test('a switch of the language changes the choices of categories and the filter of own wording at once', async () => {
  const pages: [string, string, string, string][] = [
    [people.hotel, '/facts/', 'Location and surroundings', 'Lage und Umgebung'],
    [people.hotel, '/photos/', 'Exterior', 'Außenansicht'],
    [people.operator, '/partners/overrides/', 'Location and surroundings', 'Lage und Umgebung'],
  ]
  for (const [who, path, en, de] of pages) {
    const { page, context } = await w.visit(who)
    await page.goto(path)
    // The choices of a fact sheet are hidden while its list of categories has room.
    const choices = async () =>
      (await page.locator('main select').first().locator('option').allTextContents()).join('\n')
    await expect.poll(choices, { message: path, timeout: 20_000 }).toContain(en)
    await page.evaluate(() => document.body.setAttribute('data-same', ''))
    await choose(page, 'Deutsch')
    await expect.poll(choices, { message: path, timeout: 20_000 }).toContain(de)
    expect(await choices(), path).not.toContain(en)
    expect(await page.locator('body[data-same]').count(), 'the page was not loaded anew').toBe(1)
    await context.close()
  }
})

test('a switch of the language changes the notifications that are there', async () => {
  const { page, context } = await w.visit(people.hotel)
  const first = async (lang: string) =>
    (
      (await (await page.request.get(`/api/notification/notification/?page_size=1&lang=${lang}`)).json()) as {
        results: { title: string }[]
      }
    ).results[0]!.title
  const [english, german] = [await first('en'), await first('de')]
  expect(german).not.toBe(english)
  await page.goto('/')
  const bell = page.getByRole('button', { name: /notification|Benachrichtigung/i }).first()
  await bell.click()
  await page.getByRole('dialog').getByText(english, { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose(page, 'Deutsch')
  await bell.click()
  await page.getByRole('dialog').getByText(german, { exact: true }).first().waitFor()
  expect(await page.getByRole('dialog').getByText(english, { exact: true }).count()).toBe(0)
  await context.close()
})

test.each([
  ['en', 'en-GB', '€1,234.50', '25/01/2031'],
  ['en', 'en-US', '€1,234.50', '01/25/2031'],
  ['de', 'de-DE', '1.234,50 €', '25.01.2031'],
  ['de', 'de-AT', '€ 1.234,50', '25.01.2031'],
])('an amount and a date in a list are those of the region: %s, %s', async (language, locale, amount, date) => {
  const { page, context } = await w.visit(people.hotel, { locale })
  await page.request.put('/api/settings/preferences/edit/', { data: { language, date_format: 'auto' } })
  const recipient_name = `Agentur ${locale}`
  const made = await page.request.post('/api/invoicing/invoices/create/', {
    data: {
      recipient_name,
      recipient_email: 'mueller@reise.example',
      issue_date: '2031-01-25',
      due_date: '2031-02-25',
      tax_category: 'Z',
      tax_rate: '0',
      line_items: [{ description: 'Room', quantity: '1', unit: 'night', unit_price: '1234.5' }],
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  await page.goto('/invoices/')
  const row = page.getByRole('row').filter({ hasText: recipient_name })
  await row.waitFor()
  const text = (await row.innerText()).replaceAll('\u00a0', ' ')
  expect(text).toContain(amount)
  expect(text).toContain(date)
  await context.close()
})

test('dates are those of the region: European for British English, and the chosen ones for everybody', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.request.put('/api/settings/preferences/edit/', { data: { date_format: 'auto' } })
  await page.goto('/audit/')
  await expect
    .poll(async () => await page.getByRole('row').nth(1).innerText())
    .toMatch(/\b\d\d\/\d\d\/\d{4} \d\d:\d\d\b/)
  await page.request.put('/api/settings/preferences/edit/', { data: { date_format: 'DD.MM.YYYY' } })
  await page.reload()
  await expect
    .poll(async () => await page.getByRole('row').nth(1).innerText())
    .toMatch(/\b\d\d\.\d\d\.\d{4} \d\d:\d\d\b/)
  await context.close()
})

test('a date is typed and shown as the reader writes dates, whatever the browser does', async () => {
  const { page, context } = await w.visit(people.hotel, { locale: 'en-US' })
  const format = (date_format: string) => page.request.put('/api/settings/preferences/edit/', { data: { date_format } })
  await format('DD.MM.YYYY')
  await page.goto('/invoices/new/')
  const issued = page.getByLabel('Issued on')
  const due = page.getByLabel('Due on')
  await issued.fill('3.4.2031')
  await due.fill('1.5.2031')
  await page.getByText('28 days to pay').waitFor()
  await due.press('ArrowDown')
  expect([await issued.inputValue(), await due.inputValue()]).toEqual(['03.04.2031', '30.04.2031'])
  expect(await issued.getAttribute('placeholder')).toBe('dd.mm.yyyy')

  // What cannot be read is not sent, as nothing or as something else.
  let sent = 0
  page.on('request', (r) => (sent += Number(r.method() === 'POST' && /invoic/.test(r.url()))))
  await due.fill('31.4.2031')
  await due.press('Control+Enter')
  await page.getByRole('alert').getByText('Write the date as dd.mm.yyyy').waitFor()
  expect([await due.getAttribute('aria-invalid'), sent]).toEqual(['true', 0])

  await format('MM/DD/YYYY')
  await page.goto('/audit/?from=2031-03-04')
  const from = page.getByRole('textbox', { name: 'From' })
  await from.waitFor()
  expect(await from.inputValue()).toBe('03/04/2031')
  await from.fill('4/3/2031')
  await page.waitForURL('**/?from=2031-04-03')
  await format('auto')
  await context.close()
})
