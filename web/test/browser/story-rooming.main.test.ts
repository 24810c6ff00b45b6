// A hotel and an operator in two browsers: a rooming list from the first row to the paid invoice.
import { expect, test } from 'vitest'
import { iso } from './days'
import { people, until, world } from './program'

const w = world()

test(
  'the operator sends a list, the hotel answers it and drafts the invoice, which is disputed, cleared and paid; each sees the other live',
  { timeout: 120_000 },
  async () => {
    const hotel = await w.visit(people.hotel)
    const operator = await w.visit(people.operator)

    // The hotel has its lists on the screen while the operator writes.
    await hotel.page.goto('/rooming/?status=sent')
    await hotel.page.getByText('Live', { exact: true }).waitFor()

    await operator.page.goto('/rooming/')
    const { results } = (await (await operator.page.request.get('/api/partners/partners-properties/')).json()) as {
      results: { name: string; city: string }[]
    }
    const poseidon = results.find((p) => p.name === 'Hotel Poseidon')!
    await operator.page.getByRole('button', { name: 'New rooming list' }).first().click()
    await operator.page.getByLabel('Name', { exact: true }).fill('Sailing club of Lübeck')
    await operator.page
      .getByRole('dialog')
      .getByLabel('Hotel', { exact: true })
      .selectOption({ label: `${poseidon.name}, ${poseidon.city}` })
    await operator.page.getByRole('button', { name: 'Make the list' }).click()
    await operator.page.getByRole('button', { name: 'Paste rows' }).first().click()
    const rows = [
      ['Room type', 'Arrival', 'Departure', 'Rooms', 'Guests', 'Board', 'Booking number'],
      ['DBL.SV', iso(45), iso(49), '2', 'Hanne Petersen; Nils Petersen', 'HB', 'NR-70001'],
      ['', '', '', '', 'Ida Petersen (4)', '', ''],
      ['FAM.GV', iso(45), iso(48), '1', 'Jonas Thomsen', 'AI', 'NR-70002'],
      ['DBL.SV', iso(46), iso(49), '1', 'Greta Clausen', 'HB', 'NR-70003'],
    ]
    await operator.page.getByLabel('Rows', { exact: true }).fill(rows.map((r) => r.join('\t')).join('\n'))
    await operator.page.getByText('3 stays').first().waitFor()
    await operator.page.getByRole('button', { name: 'Add 3 stays' }).click()
    await operator.page
      .getByRole('button', { name: /Ida Petersen \(4\)/ })
      .first()
      .waitFor()
    const id = Number(/ledgers\/(\d+)/.exec(operator.page.url())![1])
    await operator.page.getByRole('button', { name: 'Send to the hotel' }).click()
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Send to the hotel' }).click()
    await operator.page.getByText('Sent to Hotel Poseidon').waitFor()

    // The hotel sees it come in, without a reload, and opens it.
    await hotel.page.getByRole('link', { name: 'Sailing club of Lübeck' }).click()
    await hotel.page.getByRole('button', { name: /^Confirm: Jonas Thomsen/ }).click()
    await hotel.page.getByText('The stay is confirmed').waitFor()
    await operator.page
      .getByRole('row', { name: /Jonas Thomsen/ })
      .getByText('Confirmed')
      .waitFor()
    await hotel.page.getByRole('button', { name: 'Confirm all 2 that wait' }).click()
    await hotel.page.getByText('The list is confirmed').waitFor()
    await operator.page.getByText('The hotel has answered. You can still cancel stays.').waitFor()

    // The invoice: a price for each room, a line for each stay.
    await hotel.page.getByRole('button', { name: 'Draft an invoice' }).click()
    const drawer = hotel.page.getByRole('dialog')
    await drawer.getByLabel('Double Room Sea View').fill('100,50')
    await drawer.getByRole('textbox').nth(1).fill('140')
    await drawer.getByLabel('VAT in percent').fill('13')
    await drawer.getByRole('button', { name: 'Draft the invoice' }).click()
    await hotel.page.waitForURL(/\/invoices\/[^/]+\/$/)
    const invoiceId = /invoices\/([^/]+)/.exec(hotel.page.url())![1]
    interface Invoice {
      status: string
      ledger: number | null
      line_items: { quantity: string; unit_price: string; entry: number | null }[]
    }
    const invoice = await until('the invoice', async () => {
      const answer = await hotel.page.request.get(`/api/invoicing/invoices/${invoiceId}/`)
      return answer.ok() ? ((await answer.json()) as Invoice) : undefined
    })
    const list = (await (await hotel.page.request.get(`/api/rooming/ledgers/${id}/`)).json()) as {
      status: string
      entries: { id: number; status: string }[]
    }
    expect(list.status).toBe('confirmed')
    expect(invoice.status).toBe('DRAFT')
    expect(invoice.line_items.map((l) => l.entry)).toEqual(list.entries.map((e) => e.id))
    expect(invoice.line_items.map((l) => [Number(l.quantity), Number(l.unit_price)])).toEqual([
      [8, 100.5],
      [3, 140],
      [3, 100.5],
    ])

    // It is sent, disputed, cleared and paid.
    await hotel.page.getByRole('button', { name: 'Send', exact: true }).click()
    await hotel.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await operator.page.goto(`/invoices/${invoiceId}/`)
    await operator.page.getByRole('button', { name: 'Dispute' }).click()
    await operator.page.getByLabel('What is wrong?').fill('The family came a day later')
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Dispute' }).click()
    await hotel.page.getByText('The family came a day later').first().waitFor()
    await hotel.page.getByRole('button', { name: 'Clear', exact: true }).click()
    await hotel.page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
    await hotel.page.getByRole('button', { name: 'Mark as paid' }).click()
    await hotel.page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
    await operator.page.locator('.toolbar').getByText('Paid', { exact: true }).waitFor()
    const paid = (await (await operator.page.request.get(`/api/invoicing/invoices/${invoiceId}/`)).json()) as Invoice
    expect(paid.status).toBe('PAID')
    expect([...hotel.trouble, ...operator.trouble]).toEqual([])
    await hotel.context.close()
    await operator.context.close()
  },
)
