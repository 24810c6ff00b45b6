// People who read German and Greek: refusals beside their fields in every area, and a switch of the language that changes
// everything on the page at once.
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { people, world } from './program'

const w = world()
const speak = (page: Awaited<ReturnType<typeof w.visit>>['page'], language: string) => page.request.put('/api/settings/preferences/edit/', { data: { language } })

/** Words of the API and of the English server that nobody should meet. */
const raw = /must be|must not|must have|is required|[a-z]+_[a-z]+\b|\[\d+\]/

describe('a refusal is said in the language of the reader', () => {
  test.each([
    ['de', { required: 'Bitte ausfüllen.', email: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.', short: 'Muss mindestens 10 Zeichen haben.', iban: 'Geben Sie eine IBAN ein.', https: 'die mit https:// beginnt' }],
    ['el', { required: 'Συμπληρώστε το.', email: 'Δώστε διεύθυνση e-mail όπως name@example.com.', short: 'Πρέπει να έχει τουλάχιστον 10 χαρακτήρες.', iban: 'Δώστε IBAN.', https: 'που αρχίζει με https://' }],
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
    await page.locator('main').getByRole('button').filter({ hasText: /Kontakt|επαφ/i }).first().click()
    await dialog.locator('[name=email]').fill('no address')
    await send(dialog, said.email)

    await page.goto('/team/')
    await page.locator('main').getByRole('button').filter({ hasText: /Person|άτομο|Προσθήκη/i }).first().click()
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
    await page.locator('main').getByRole('button').filter({ hasText: /Endpunkt|Webhook|endpoint/i }).first().click()
    await dialog.locator('[name=name]').fill('X')
    await dialog.locator('[name=url]').fill('http://example.com/hook')
    await send(dialog, said.https)

    await page.goto('/properties/')
    await page.locator('main').getByRole('button').filter({ hasText: /Neues|Νέο/i }).first().click()
    await dialog.locator('[name=stars]').fill('9')
    await send(dialog, said.required)
    expect(await dialog.locator('[name=stars]').getAttribute('aria-invalid'), 'what is wrong in the first step is said there').toBe('true')
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

test('a switch of the language changes the trail, the work list and the plans at once', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/audit/')
  await page.getByRole('rowheader').first().waitFor()
  const before = await page.getByRole('rowheader').allInnerTexts()
  expect(before.join('\n')).not.toMatch(/\w_\w/)
  await page.getByRole('button', { name: /Account|Konto/ }).first().click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).or(page.getByRole('menuitemradio', { name: 'Deutsch' })).first().click()
  await expect.poll(async () => (await page.getByRole('rowheader').allInnerTexts()).join('\n')).toMatch(/geändert|angelegt|angemeldet/)

  await page.goto('/billing/')
  await page.getByText('Beliebig viele Objekte').first().waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/allotment_days|any number/i)
  await context.close()
})

test('dates are those of the region: European for British English, and the chosen ones for everybody', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.request.put('/api/settings/preferences/edit/', { data: { date_format: 'auto' } })
  await page.goto('/audit/')
  await expect.poll(async () => (await page.getByRole('row').nth(1).innerText())).toMatch(/\b\d\d\/\d\d\/\d{4} \d\d:\d\d\b/)
  await page.request.put('/api/settings/preferences/edit/', { data: { date_format: 'DD.MM.YYYY' } })
  await page.reload()
  await expect.poll(async () => (await page.getByRole('row').nth(1).innerText())).toMatch(/\b\d\d\.\d\d\.\d{4} \d\d:\d\d\b/)
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
