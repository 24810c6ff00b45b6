// A morning of an operator's contract manager, in the browser alone: every click and key is counted.
import { expect, test } from 'vitest'
import { iso } from './days'
import { Hands } from './hands'
import { invoiceNumber } from './invoices'
import { people, world } from './program'

const w = world()

test(
  'an amendment, availability, codes, wording, a rooming list, an invoice, the interface',
  { timeout: 120_000 },
  async () => {
    const { page, context, trouble } = await w.visit(people.operator)
    const read = async <T>(path: string) => (await (await page.request.get(w.program.base + path)).json()) as T
    const hands = new Hands(page)
    const dialog = page.getByRole('dialog')
    await page.goto('/')
    await page.getByRole('heading', { name: 'Portfolio' }).waitFor()

    await hands.task('an amendment read and accepted', async () => {
      await hands.press('g', 'c')
      await hands.click(page.getByRole('link', { name: 'Hotel Poseidon' }))
      await page.getByRole('region', { name: 'Hotel Poseidon proposes an amendment' }).locator('ins').first().waitFor()
      await hands.click(page.getByRole('button', { name: 'Accept all' }))
      await page.getByRole('region', { name: 'Hotel Poseidon proposes an amendment' }).waitFor({ state: 'detached' })
    })
    await hands.task('the availability of all hotels on a day', async () => {
      await hands.press('g', 'a')
      await page.locator('[role=gridcell]').first().waitFor()
      await hands.press('Control+k')
      for (const key of iso(90)) await hands.press(key)
      await hands.press('Enter')
      await page.waitForURL(`**day=${iso(90)}**`)
      await page.locator('[role=gridcell]').first().waitFor()
    })
    await hands.task('a code for a room that has none', async () => {
      await hands.click(page.getByRole('link', { name: 'Mapping', exact: true }))
      await hands.fill(page.getByLabel('Your room code: Junior Suite Sea Front', { exact: true }), 'JS1')
      await hands.press('Enter')
      await page.getByRole('button', { name: 'Remove the codes of Junior Suite Sea Front' }).waitFor()
    })
    await hands.task('own wording of a fact', async () => {
      await hands.click(page.getByRole('link', { name: 'Portfolio', exact: true }))
      await hands.click(page.getByRole('link', { name: 'Hotel Poseidon' }))
      await hands.click(page.getByRole('link', { name: /^Beach/ }))
      await hands.click(page.getByRole('button', { name: 'Word it differently: Beach' }))
      await hands.fill(page.getByLabel('Length (m)'), '250')
      await hands.press('Control+Enter')
      await page.getByText('Beach saved').waitFor()
    })
    await hands.task('a rooming list pasted and sent', async () => {
      await hands.press('g', 'o')
      await hands.click(page.getByRole('button', { name: 'New rooming list' }).first())
      await hands.fill(dialog.getByLabel('Name', { exact: true }), 'Chess club')
      hands.clicks += 2
      const hotel = dialog.getByLabel('Hotel', { exact: true })
      await hotel.selectOption(
        (await hotel.locator('option').allInnerTexts()).find((o) => o.startsWith('Hotel Poseidon'))!,
      )
      await hands.press('Control+Enter')
      await hands.click(page.getByRole('button', { name: 'Paste rows' }).first())
      hands.keys++ // Ctrl+V
      await dialog
        .getByLabel('Rows', { exact: true })
        .fill(
          `DBL.SV\t${iso(60)}\t${iso(64)}\t2\tAda Berg; Bo Berg\tHB\tNR-1\nFAM.GV\t${iso(60)}\t${iso(64)}\t1\tCarl Dahl\tHB\tNR-2`,
        )
      await hands.click(page.getByRole('button', { name: 'Add 2 stays' }))
      await hands.click(page.getByRole('button', { name: 'Send to the hotel' }))
      await hands.click(dialog.getByRole('button', { name: 'Send to the hotel' }))
      await page.getByText('Sent to Hotel Poseidon').waitFor()
    })
    const ledger = await read<{ status: string }>(`/api/rooming/ledgers/${/ledgers\/(\d+)/.exec(page.url())![1]}/`)
    expect(ledger.status).toBe('sent')
    await hands.task('an invoice disputed', async () => {
      await hands.press('g', 'i')
      await hands.click(page.getByRole('link', { name: await invoiceNumber(page, 2) }))
      await hands.click(page.getByRole('button', { name: 'Dispute' }))
      await hands.fill(dialog.getByLabel('What is wrong?'), 'One night too many')
      await hands.press('Control+Enter')
      await dialog.waitFor({ state: 'detached' })
    })
    await hands.task('what our system is answered', async () => {
      await hands.click(page.getByRole('link', { name: 'API console' }))
      await hands.click(page.getByRole('button', { name: 'Send the request' }))
      await page.getByText(/^200/).first().waitFor()
    })
    console.log(hands.report)
    expect(trouble).toEqual([])
    await context.close()
  },
)
