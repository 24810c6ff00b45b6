import { press, type States } from './state'

export const states: States = {
  hotel: {
    contracts: {
      path: '/partners/contracts/',
      reads: /\/api\/partners\/contracts\//,
      open: { rejecting: press(/^Reject the contract/) },
    },
    contract: {
      path: '/partners/contracts/1/',
      reads: /\/api\/partners\/contracts\/1\/$/,
      open: { withdrawing: press('Withdraw'), cancelling: press('Cancel the contract') },
    },
    contractinforce: { path: '/partners/contracts/9/', open: { amending: press('Propose an amendment') } },
    contractended: { path: '/partners/contracts/10/', open: { again: press('Propose anew') } },
    discover: {
      path: '/partners/discover/',
      reads: /\/api\/partners\/discover\//,
      open: {
        proposing: async (page) => {
          await page.getByRole('button', { name: 'Propose a contract to Albion Holidays' }).click()
          await page.getByText('Permissions', { exact: true }).click()
        },
        inviting: press('Invite by e-mail'),
      },
    },
    ratecontracts: {
      path: '/partners/rate-contracts/',
      reads: /\/api\/partners\/rate-contracts\//,
      open: { adding: press('New rate contract') },
    },
    ratecontract: {
      path: '/partners/rate-contracts/1/',
      reads: /\/api\/partners\/rate-contracts\/1\//,
      open: {
        editing: press('Edit'),
        copying: press('Same a year later'),
        ending: press('End now'),
        deleting: press('Delete'),
      },
    },
    ratedraft: { path: '/partners/rate-contracts/3/' },
  },
  operator: {
    portfolio: { path: '/portfolio/', reads: /\/partners-properties\// },
    contracts: { path: '/partners/contracts/', reads: /\/api\/partners\/contracts\// },
    contract: {
      path: '/partners/contracts/1/',
      reads: /\/api\/partners\/contracts\/1\/$/,
      open: { rejecting: press('Reject') },
    },
    discover: { path: '/partners/discover/', reads: /\/api\/partners\/discover\// },
    ratecontracts: { path: '/partners/rate-contracts/', reads: /\/api\/partners\/rate-contracts\// },
    ratecontract: { path: '/partners/rate-contracts/1/', reads: /\/api\/partners\/rate-contracts\/1\// },
  },
}
