// Invoices and e-invoices: the main job of every screen, by mouse and by keyboard alone.
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { iso } from './days'
import { invoiceID, invoiceNumber } from './invoices'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, picture, until, world } from './program'

const w = world()
const all = '/api/invoicing/invoices/'

interface Invoice {
  id: string
  invoice_number: string
  status: string
  partner: number | null
  partner_company: string
  subtotal: string
  tax_amount: string
  total_amount: string
  template: number | null
  line_items: {
    description: string
    quantity: string
    unit_price: string
    tax_rate: string | null
    from: string | null
  }[]
  activities: { action: string; detail: string }[]
  payment_reference: string
}

const read = async <T = Invoice>(on: APIRequestContext, path: string): Promise<T> =>
  (await (await on.get(path)).json()) as T
const idIn = (page: Page) => /invoices\/([0-9a-f-]{36})\//.exec(page.url())![1]!

/** A draft to somebody outside the platform. */
async function draft(on: APIRequestContext, name = 'Agentur Müller'): Promise<Invoice> {
  const answer = await on.post(all + 'create/', {
    headers: { Origin: w.program.base },
    data: {
      recipient_name: name,
      recipient_email: 'mueller@reise.example',
      issue_date: '2026-01-05',
      due_date: '2030-01-05',
      tax_rate: '13',
      line_items: [{ description: 'Room', quantity: '2', unit: 'night', unit_price: '80' }],
    },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Invoice
}

/** A draft to the operator with which the hotel has a contract, complete for an e-invoice. */
async function draftToPartner(on: APIRequestContext, changes: object = {}): Promise<Invoice> {
  const { partner } = await read(on, `${all}${invoiceID(3)}/`)
  const answer = await on.post(all + 'create/', {
    headers: { Origin: w.program.base },
    data: {
      partner,
      property: 1,
      issue_date: iso(-40),
      due_date: iso(20),
      service_from: iso(-48),
      service_to: iso(-41),
      tax_rate: '13',
      line_items: [{ description: 'Room', quantity: '7', unit: 'night', unit_price: '80' }],
      ...changes,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Invoice
}

const moved = async (on: APIRequestContext, v: Invoice, verb: string, data: object = {}) => {
  const answer = await on.post(`${all}${v.id}/${verb}/`, { headers: { Origin: w.program.base }, data })
  expect(answer.status(), await answer.text()).toBe(200)
}

const line = (page: Page, n: number) => page.getByRole('group', { name: `Line ${n}` })

describe('the editor', () => {
  test('asks for a tax rate that is left empty, at its field, and sends nothing', async () => {
    const { page, context } = await w.visit(people.hotel)
    let sent = 0
    page.on('request', (r) => (sent += Number(r.method() === 'POST' && r.url().includes(all))))
    await page.goto('/invoices/new/')
    await page.getByLabel('Partner', { exact: true }).selectOption({ label: 'Nordlicht Reisen' })
    await line(page, 1).getByLabel('Description').fill('Double room')
    const price = line(page, 1).getByLabel('Unit price')
    await price.fill('1234,567')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await line(page, 1)
      .locator('.field')
      .filter({ has: page.getByLabel('Unit price') })
      .getByText('Write the number as 1,234.50')
      .waitFor()
    await price.fill('1,250')
    await line(page, 1).getByText('€1,250.00').waitFor()
    const rate = page.getByLabel('Tax rate in %')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page
      .locator('.field')
      .filter({ has: rate })
      .getByText('Enter the VAT rate, or choose why there is none')
      .waitFor()
    expect([await rate.getAttribute('aria-invalid'), sent]).toEqual(['true', 0])
    await rate.fill('13')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}\/$/)
    expect(sent).toBe(1)
    await context.close()
  })

  test('drafts an invoice with lines that are moved and taxed, and the server adds up the same, by mouse', async () => {
    const { page, context, trouble } = await w.visit(people.hotel)
    await page.goto('/invoices/')
    await page.getByRole('button', { name: 'New invoice' }).click()
    await page.getByLabel('Partner', { exact: true }).selectOption({ label: 'Nordlicht Reisen' })
    await page.getByLabel('Tax rate in %').fill('13')
    await line(page, 1).getByLabel('Description').fill('Double room, half board')
    await line(page, 1).getByLabel('Quantity').fill('21')
    await line(page, 1).getByLabel('Unit price').fill('94.505')
    await page.getByRole('button', { name: 'Add a line' }).click()
    await line(page, 2).getByLabel('Description').fill('Transfer')
    await line(page, 2).getByLabel('Quantity').fill('2')
    await line(page, 2).getByLabel('Unit', { exact: true }).selectOption('piece')
    await line(page, 2).getByLabel('Unit price').fill('65')
    await line(page, 2).getByRole('button', { name: 'Tax and days' }).click()
    await line(page, 2).getByLabel('Tax', { exact: true }).selectOption('S')
    await line(page, 2).getByLabel('Tax rate in %').fill('24')
    await page.getByText('13% tax of €1,984.61').waitFor()
    await page.getByText('€2,403.81').waitFor()
    await page.getByRole('button', { name: 'Move line 2 up' }).click()
    expect(await line(page, 1).getByLabel('Description').inputValue()).toBe('Transfer')
    await page.getByRole('button', { name: 'Add a line' }).click()
    await page.getByRole('button', { name: 'Remove line 3' }).click()
    await page.getByLabel('Template').selectOption({ label: 'Letterhead' })
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByRole('article').getByText('Payable within 14 days').waitFor() // the form has it as a hint
    const saved = await read(page.request, all + idIn(page) + '/')
    expect([saved.subtotal, saved.tax_amount, saved.total_amount]).toEqual(['2114.61', '289.20', '2403.81'])
    expect(saved.line_items.map((l) => [l.description, l.tax_rate])).toEqual([
      ['Transfer', '24.00'],
      ['Double room, half board', null],
    ])
    expect([saved.partner_company, saved.template]).toEqual(['Nordlicht Reisen', 1])
    expect(trouble).toEqual([])
    await context.close()
  })

  test('drafts an invoice to somebody outside by keyboard alone, and says what is missing at its field', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL('**/invoices/')
    await enterOn(page, page.getByRole('button', { name: 'New invoice' }))
    await tabTo(page, page.getByRole('radio', { name: 'A partner' }))
    await page.keyboard.press('ArrowRight')
    await typeInto(page, page.getByLabel('Name', { exact: true }), 'Reisebüro Ägäis')
    await typeInto(page, line(page, 1).getByLabel('Description'), 'Seminar room')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Enter a number such as 84.50').first().waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('line_items[0].unit_price')
    await page.keyboard.type('250')
    await typeInto(page, page.getByLabel('Tax rate in %'), '24')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: 'The invoice as a sheet' }).getByText('Reisebüro Ägäis').waitFor()
    expect((await read(page.request, all + idIn(page) + '/')).total_amount).toBe('310.00')
    await context.close()
  })

  test('changes a draft; it is duplicated, and deleted', async () => {
    const { page, context } = await w.visit(people.hotel)
    const v = await draft(page.request)
    await page.goto(`/invoices/${v.id}/`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await line(page, 1).getByLabel('Quantity').fill('-1')
    await page.getByRole('button', { name: 'Add a line' }).click()
    await line(page, 2).getByLabel('Description').fill('Suite')
    await line(page, 2).getByLabel('Unit price').fill('200')
    await page.getByLabel('Note').fill('Thank you')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('Thank you').waitFor()
    expect((await read(page.request, `${all}${v.id}/`)).total_amount).toBe('135.60')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(`**/edit/`)
    const copy = idIn(page)
    expect(copy).not.toBe(v.id)
    await line(page, 2).waitFor()
    await page.goto(`/invoices/${copy}/`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete the draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the draft' }).click()
    await page.waitForURL('**/invoices/')
    expect((await page.request.get(`${all}${copy}/`)).status()).toBe(404)
    await context.close()
  })
})

describe('the list', () => {
  test('is by day of issue, newest first, and is searched and filtered', async () => {
    const { page, context } = await w.visit(people.hotel)
    const v = await draft(page.request, 'Κρήτη Ταξίδια')
    await page.goto('/invoices/')
    const rows = page.getByRole('rowheader')
    await rows.first().waitFor()
    const { results } = await read<{ results: { invoice_number: string; issue_date: string }[] }>(
      page.request,
      all + '?page_size=100',
    )
    const issued = (await rows.allInnerTexts()).map(
      (text) => results.find((r) => text.includes(r.invoice_number))!.issue_date,
    )
    expect(issued).toEqual(issued.toSorted().reverse())
    expect(issued.at(-1)! < issued[0]!).toBe(true)
    await page.getByLabel('Number or partner').fill('κρητη')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('link', { name: v.invoice_number }).waitFor()
    expect(page.url()).toContain('q=')
    await page.getByLabel('Number or partner').fill('')
    await expect.poll(() => page.url()).not.toContain('q=')
    await page
      .getByRole('group', { name: 'State' })
      .getByRole('button', { name: /^Overdue/ })
      .click()
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(1)
    await page.goBack()
    await expect.poll(() => rows.count()).toBeGreaterThan(2)
    await context.close()
  })

  test('has in Overdue all that is past its date, also what is cleared or disputed, as its figure and its tab count', async () => {
    const { page, context } = await w.visit(people.hotel)
    const operator = await w.visit(people.operator)
    const late = async () => {
      const v = await draftToPartner(page.request, { due_date: iso(-10) })
      await moved(page.request, v, 'send')
      await moved(operator.page.request, v, 'dispute', { note: 'Nine nights' })
      return v
    }
    const [disputed, cleared] = [await late(), await late()]
    await moved(page.request, cleared, 'clearing')
    expect((await read(page.request, `${all}${cleared.id}/`)).status).toBe('CLEARED')
    await page.goto('/invoices/')
    const tab = page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Overdue/ })
    await tab.click()
    await page.waitForURL(/status=OVERDUE/)
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect.poll(async () => (await rows.allInnerTexts()).every((text) => text.includes('Overdue'))).toBe(true)
    for (const [v, mark] of [
      [disputed, 'Disputed'],
      [cleared, 'Cleared'],
    ] as const) {
      const row = rows.filter({ hasText: v.invoice_number })
      await row.getByText('Overdue', { exact: true }).waitFor()
      await row.getByText(mark, { exact: true }).waitFor()
    }
    const shown = await rows.count()
    const { count } = await read<{ count: number }>(page.request, `${all}?overdue=true`)
    const figure = page.getByRole('region', { name: 'Totals in EUR' }).getByRole('button', { name: /^Overdue/ })
    expect([shown, await tab.locator('small').innerText(), await figure.locator('small').innerText()]).toEqual([
      count,
      String(count),
      `${count} invoices`,
    ])
    for (const v of [disputed, cleared]) await moved(page.request, v, 'cancel', { reason: 'Made for a test' })
    await operator.context.close()
    await context.close()
  })

  test('is walked by keyboard alone, and saved for accounting', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/invoices/')
    await page.getByRole('rowheader').first().waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Export for accounting' }))
    await page.keyboard.press('Enter')
    await typeInto(page, page.getByRole('dialog').getByLabel('From'), iso(-60).replace(/(....)-(..)-(..)/, '$3$2$1'))
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+Enter')])
    expect(file.suggestedFilename()).toBe('invoices.csv')
    expect(readFileSync(await file.path(), 'utf8')).toContain(await invoiceNumber(page, 3))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    const first = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href'))!
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**' + first)
    await page.getByRole('article').waitFor()
    await context.close()
  })

  test('is found by its number in the command menu', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/invoices/')
    await page.getByRole('rowheader').first().waitFor()
    const number = await invoiceNumber(page, 3)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(number.replace('INV-', ''))
    await page.getByRole('dialog').getByText(number).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/invoices\/7b1e5a10/)
    await context.close()
  })
})

describe('an invoice', () => {
  test('is saved as PDF and as e-invoice', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto(`/invoices/${invoiceID(3)}/`)
    const number = await invoiceNumber(page, 3)
    for (const [item, rest, begins] of [
      ['PDF', '.pdf', '%PDF'],
      ['XRechnung (UBL)', '.xml', '<?xml'],
      ['XRechnung (CII)', '-cii.xml', '<?xml'],
      ['ZUGFeRD (PDF)', '-zugferd.pdf', '%PDF'],
    ] as const) {
      await page.getByRole('button', { name: 'Download' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item, exact: true }).click(),
      ])
      expect(file.suggestedFilename()).toBe(number + rest)
      expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toContain(begins)
    }
    await context.close()
  })

  test('is sent, reminded of, and marked as paid', async () => {
    const { page, context } = await w.visit(people.hotel)
    const v = await draft(page.request)
    await page.goto(`/invoices/${v.id}/`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('Agentur Müller').waitFor()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Mark as paid' }).waitFor()
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0) // it is locked now
    await page.getByRole('button', { name: 'Send a reminder' }).click()
    await dialog.getByText('First reminder').waitFor()
    await dialog.getByRole('button', { name: 'Send a reminder' }).click()
    await page.getByText('First reminder · mueller@reise.example').waitFor()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog.getByLabel('Paid on').fill('2999-01-01')
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog.getByText('must not be in the future').waitFor()
    await dialog.getByLabel('Paid on').fill('2026-02-01')
    await dialog.getByLabel('Reference of the payment').fill('Z 7')
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog.waitFor({ state: 'detached' })
    const paid = await read(page.request, `${all}${v.id}/`)
    expect([paid.status, paid.payment_reference, paid.activities.map((a) => a.action)]).toEqual([
      'PAID',
      'Z 7',
      ['created', 'sent', 'reminder_sent', 'paid'],
    ])
    await context.close()
  })

  test('that is sent says what an e-invoice of it would lack, and nothing if it lacks nothing', async () => {
    const { page, context } = await w.visit(people.hotel)
    const messages = page.getByRole('region', { name: 'Messages' })
    const send = async (v: Invoice) => {
      await page.goto(`/invoices/${v.id}/`)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
      await messages.getByText(`${v.invoice_number} is sent`).waitFor()
    }
    await send(await draft(page.request))
    for (const text of [
      'An e-invoice of it would lack:',
      'The recipient: city',
      'The recipient: postal code',
      'The recipient: country',
      'Reference of the recipient',
    ])
      await messages.getByText(text).waitFor()
    await picture(page, 'invoice-lacks')
    const whole = await draftToPartner(page.request)
    await send(whole)
    expect(await messages.getByText('would lack').count()).toBe(0)
    await moved(page.request, whole, 'cancel', { reason: 'Made for a test' })
    await context.close()
  })

  test('that is sent keeps the issuer, VAT number and bank account it was sent with; a draft shows those of today', async () => {
    const { page, context } = await w.visit(people.hotel)
    const [sent, open] = [await draft(page.request), await draft(page.request)]
    await moved(page.request, sent, 'send')
    const change = async (path: string, data: object) =>
      expect((await page.request.put(path, { headers: { Origin: w.program.base }, data })).status()).toBe(200)
    const { name, legal_name, vat_id } = await read<{ name: string; legal_name: string; vat_id: string }>(
      page.request,
      '/api/settings/company/',
    )
    const { iban } = await read<{ iban: string }>(page.request, '/api/einvoice/profile/')
    await change('/api/settings/company/', { name: 'Neptun', legal_name: 'Neptun A.E.', vat_id: 'EL123456789' })
    await change('/api/einvoice/profile/', { iban: 'DE02120300000000202051' })
    const grouped = (account: string) => account.match(/.{1,4}/g)!.join(' ')
    const before = [legal_name, vat_id, grouped(iban)]
    const now = ['Neptun A.E.', 'EL123456789', 'DE02 1203 0000 0000 2020 51']
    const sheet = page.getByRole('article', { name: 'The invoice as a sheet' })
    for (const [v, shows, hides] of [
      [sent, before, now],
      [open, now, before],
    ] as const) {
      await page.goto(`/invoices/${v.id}/`)
      await sheet.getByText(v.invoice_number).waitFor()
      const text = await sheet.innerText()
      for (const part of shows) expect(text).toContain(part)
      for (const part of hides) expect(text).not.toContain(part)
      expect(await sheet.locator('header b').innerText(), 'the head of the sheet').toBe(shows[0])
    }
    await change('/api/settings/company/', { name, legal_name, vat_id })
    await change('/api/einvoice/profile/', { iban })
    await context.close()
  })

  test('is cancelled with a reason, by keyboard alone', async () => {
    const { page, context } = await w.visit(people.hotel)
    const v = await draft(page.request)
    await page.goto(`/invoices/${v.id}/`)
    await enterOn(page, page.getByRole('button', { name: 'More', exact: true }))
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await typeInto(page, page.getByRole('dialog').getByLabel('Reason'), 'Written twice')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const ended = await read(page.request, `${all}${v.id}/`)
    expect([ended.status, ended.activities.at(-1)?.detail]).toEqual(['CANCELLED', 'Written twice'])
    await context.close()
  })
})

describe('templates', () => {
  interface Template {
    id: number
    name: string
    logo: string | null
    payment_terms: string
    primary_color: string
  }
  const named = async (page: Page, name: string) =>
    (await read<{ results: Template[] }>(page.request, '/api/invoicing/templates/')).results.find(
      (x) => x.name === name,
    )

  test('are made with a logo, changed, and removed', async () => {
    const { page, context, trouble } = await w.visit(people.hotel)
    await page.goto('/invoices/templates/')
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 32 } })
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Groups')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
    await dialog.getByRole('img', { name: 'Logo' }).waitFor()
    await dialog.getByLabel('Colour').fill('#123456')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('img', { name: 'Logo of Groups' }).waitFor()
    expect(await named(page, 'Groups')).toMatchObject({
      primary_color: '#123456',
      logo: expect.stringContaining('/media/') as unknown,
    })
    await page.getByRole('button', { name: 'Groups', exact: true }).click()
    await dialog.getByRole('button', { name: "Use the company's logo" }).click()
    await dialog.getByLabel('Payment terms').fill('At once')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('At once').waitFor()
    expect(await named(page, 'Groups')).toMatchObject({ logo: null, payment_terms: 'At once' })
    await page.getByRole('button', { name: 'Remove Groups' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Groups', exact: true }).waitFor({ state: 'detached' })
    expect(await named(page, 'Groups')).toBeUndefined()
    expect(trouble).toEqual([])
    await context.close()
  })

  test('are made by keyboard alone', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/invoices/templates/')
    await enterOn(page, page.getByRole('button', { name: 'New template' }))
    await typeInto(page, page.getByRole('dialog').getByLabel('Name'), 'Weddings')
    await typeInto(page, page.getByRole('dialog').getByLabel('Payment terms'), 'Half before, half after')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Weddings', exact: true }).waitFor()
    expect(await named(page, 'Weddings')).toMatchObject({ payment_terms: 'Half before, half after' })
    await context.close()
  })
})

describe('the inbox of e-invoices', () => {
  interface Record {
    id: number
    status: string
    linked_invoice: string | null
    invoice_number: string
  }
  const inbox = async (page: Page) => (await read<{ results: Record[] }>(page.request, '/api/einvoice/inbox/')).results

  test('takes several files, and says what became of each; one is linked, unlinked, and linked again', async () => {
    const { page, context } = await w.visit(people.operator)
    const xml = await (await page.request.get(`/api/einvoice/${invoiceID(3)}/?format=xrechnung`)).text()
    const other = xml.replaceAll(await invoiceNumber(page, 3), 'XY-77')
    const second = await invoiceNumber(page, 2)
    await page.goto('/einvoices/')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'known.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) },
      { name: 'other.xml', mimeType: 'application/xml', buffer: Buffer.from(other) },
      { name: 'again.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) },
      { name: 'letter.xml', mimeType: 'application/xml', buffer: Buffer.from('<letter>Hello</letter>') },
      { name: 'picture.xml', mimeType: 'application/xml', buffer: Buffer.from('no XML') },
    ])
    const said = page.getByRole('status').getByRole('listitem')
    await expect.poll(() => said.count()).toBe(5)
    expect(await said.nth(0).innerText()).toContain('Linked')
    expect(await said.nth(1).innerText()).toContain('Not linked')
    expect(await said.nth(2).innerText()).toContain('This file was imported before')
    expect(await said.nth(3).innerText()).toContain('No e-invoice')
    expect(await said.nth(4).innerText()).toMatch(/XML/)
    const perhaps = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'XY-77' }) })
    await perhaps.getByText('Perhaps', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'XY-77' }).first().click()
    await page.getByRole('link', { name: await invoiceNumber(page, 3), exact: true }).waitFor()
    await page.getByRole('button', { name: 'Link to an invoice' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No invoice has this number').waitFor()
    await dialog.getByLabel('Number or partner').fill(second.replace('INV-', ''))
    await dialog.getByRole('button', { name: second }).click()
    await page.getByRole('button', { name: 'Open the invoice' }).waitFor()
    const record = (await inbox(page)).find((r) => r.invoice_number === 'XY-77')!
    expect([record.status, record.linked_invoice]).toEqual(['linked', invoiceID(2)])
    await page.getByRole('button', { name: 'Take the link away' }).click()
    await page.getByRole('button', { name: 'Link to an invoice' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Open the invoice' }).waitFor()
    await page.getByRole('button', { name: 'XML', exact: true }).click()
    await page.getByLabel('XML', { exact: true }).getByText('XY-77').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the XML' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toBe(other)
    await context.close()
  })

  test('is walked by keyboard alone', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/einvoices/?status=received')
    await enterOn(page, page.getByRole('link', { name: 'KT-2026-101' }))
    await enterOn(page, page.getByRole('button', { name: /^Lines/ }))
    await page.getByText('Transfer from Heraklion').waitFor()
    await enterOn(page, page.getByRole('button', { name: 'Link to an invoice' }))
    await typeInto(page, page.getByRole('dialog').getByLabel('Number or partner'), 'poseidon')
    await enterOn(page, page.getByRole('dialog').getByRole('button', { name: await invoiceNumber(page, 2) }))
    await page.getByRole('button', { name: 'Open the invoice' }).waitFor()
    expect((await inbox(page)).find((r) => r.invoice_number === 'KT-2026-101')!.status).toBe('linked')
    await context.close()
  })
})

describe('the e-invoice details', () => {
  interface Profile {
    iban: string
    contact_name: string
    electronic_address: string
    buyer_reference: string
  }
  const path = '/api/einvoice/profile/'

  test('are saved; what is wrong stands at its field', async () => {
    const { page, context } = await w.visit(people.hotel)
    const before = await read<Profile>(page.request, path)
    await page.goto('/einvoices/')
    await page.getByRole('button', { name: 'E-invoice details' }).click()
    await page.getByLabel('IBAN').fill('GR16 0110 1250 0000 0001 2300 696')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter an IBAN').waitFor()
    expect(await page.getByLabel('IBAN').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('IBAN').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('What is missing before you can issue e-invoices').waitFor()
    await page.getByLabel('IBAN').fill(before.iban)
    await page.getByLabel('Kind of electronic address').selectOption('0088')
    await page.getByLabel('Electronic address', { exact: true }).fill('4012345000009')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Complete: you can issue e-invoices').waitFor()
    await until(
      'the address',
      async () => (await read<Profile>(page.request, path)).electronic_address === '4012345000009' || undefined,
    )
    await context.close()
  })

  test('are saved by keyboard alone', async () => {
    const { page, context } = await w.visit(people.operator)
    await page.goto('/einvoices/profile/')
    await typeInto(page, page.getByLabel('Your reference'), '04011000-1234512345-06')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The e-invoice details are saved').waitFor()
    expect((await read<Profile>(page.request, path)).buyer_reference).toBe('04011000-1234512345-06')
    await context.close()
  })
})
