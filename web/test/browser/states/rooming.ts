import { choose, press, type States, type Step } from './state'

/** Pastes a row that is understood and one that is not. */
const paste: Step = async (page) => {
  await page.getByRole('button', { name: 'Paste rows' }).first().click()
  await page
    .getByLabel('Rows', { exact: true })
    .fill(
      'Double Room Sea View\t2031-07-05\t2031-07-12\t2\tMia Brandt; Leo Brandt (7)\tHB\tNR-1\nPenthouse\tsoon\t2031-07-12\tmany',
    )
  await page.getByText('2 stays').first().waitFor()
}

/**
 * A list that the operator has sent, with a stay that waits and one that is confirmed; and one that it still writes.
 */
const sent = '/rooming/ledgers/1/'
const open = '/rooming/ledgers/2/'
const reads = /\/api\/rooming\/ledgers\//

export const states: States = {
  hotel: {
    rooming: { path: '/rooming/', reads, open: { new: press('New rooming list') } },
    roomingfiltered: { path: '/rooming/?status=sent' },
    roomingnohit: { path: '/rooming/?status=closed&from=2020-01-01&to=2020-01-02' },
    ledger: {
      path: sent,
      reads,
      open: {
        add: async (page) => {
          await press('Add a stay')(page)
          await press('Add a guest')(page)
        },
        paste,
        invoice: async (page) => {
          await press('Draft an invoice')(page)
          await page.getByText('Dates, VAT and notes').click()
        },
        decline: press('Decline'),
        menu: press('More'),
        edit: choose('More', 'Name and calendar'),
        cancel: choose('More', 'Cancel the list'),
      },
    },
    ledgerentry: { path: sent + '?entry=2', reads: /\/api\/rooming\/entries\/2\// },
  },
  operator: {
    rooming: { path: '/rooming/', reads, open: { new: press('New rooming list') } },
    ledger: {
      path: open,
      reads,
      open: {
        add: press('Add a stay'),
        paste,
        send: press('Send to the hotel'),
        delete: choose('More', 'Delete the list'),
      },
    },
    ledgersent: { path: sent, open: { cancel: choose('More', 'Cancel the list') } },
    ledgerentry: { path: open + '?entry=3' },
  },
}
