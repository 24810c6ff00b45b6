// An invoice from the hotel to the operator and back, with both looking at it in their own browser.
import { expect, test } from 'vitest'
import { people, world } from './program'

const w = world()

test(
  'an invoice is drafted, sent, opened, disputed, cleared and paid; both see it happen',
  { timeout: 120_000 },
  async () => {
    const hotel = await w.visit(people.hotel)
    const operator = await w.visit(people.operator)
    const [issuer, payer] = [hotel.page, operator.page]

    await issuer.goto('/invoices/new/')
    await issuer.getByLabel('Partner', { exact: true }).selectOption({ label: 'Nordlicht Reisen' })
    await issuer.getByLabel('Tax rate in %').fill('13')
    const line = issuer.getByRole('group', { name: 'Line 1' })
    await line.getByLabel('Description').fill('Junior suite, half board')
    await line.getByLabel('Quantity').fill('10')
    await line.getByLabel('Unit price').fill('150')
    await issuer.getByText('€1,695.00').waitFor()
    await issuer.getByRole('button', { name: 'Save the draft' }).click()
    await issuer.getByRole('article').waitFor()
    const id = /invoices\/([0-9a-f-]{36})\//.exec(issuer.url())![1]!
    const link = payer.locator(`a[href="/invoices/${id}/"]`) // other hotels give the same numbers

    await payer.goto('/invoices/')
    await payer.getByRole('rowheader').first().waitFor()
    expect(await link.count()).toBe(0) // a draft is the issuer's own

    await issuer.getByRole('button', { name: 'Send', exact: true }).click()
    await issuer.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await link.click() // it has come without a reload
    await payer.getByRole('article').getByText('Junior suite, half board').waitFor()
    await issuer.getByText('Opened by the recipient').waitFor()

    await payer.getByRole('button', { name: 'Dispute' }).click()
    await payer.getByLabel('What is wrong?').fill('Nine nights, not ten')
    await payer.getByRole('dialog').getByRole('button', { name: 'Dispute' }).click()
    await issuer.getByText('What the recipient objects to:').waitFor()
    await issuer.getByText('Nine nights, not ten').first().waitFor()
    expect(await issuer.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0) // not while it is disputed

    await issuer.getByRole('button', { name: 'Clear', exact: true }).click()
    await issuer.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
    await issuer.getByRole('button', { name: 'Mark as paid' }).click()
    await issuer.getByLabel('Reference of the payment').fill('SEPA 4711')
    await issuer.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()

    const log = payer.getByRole('listitem')
    await log.filter({ hasText: 'SEPA 4711' }).waitFor()
    await payer.locator('.toolbar').getByText('Paid', { exact: true }).waitFor()
    const entries = await log.allInnerTexts()
    for (const word of ['Drafted', 'Sent', 'Opened by the recipient', 'Nine nights, not ten', 'Cleared', 'Paid'])
      expect(entries.join('\n')).toContain(word)
    const { status } = (await (await payer.request.get(`/api/invoicing/invoices/${id}/`)).json()) as { status: string }
    expect(status).toBe('PAID')
    expect([...hotel.trouble, ...operator.trouble]).toEqual([])
    await hotel.context.close()
    await operator.context.close()
  },
)
