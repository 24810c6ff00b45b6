import { press, type States } from './state'

export const states: States = {
  hotel: {
    approvals: {
      path: '/partners/override-approvals/',
      reads: /\/api\/partners\/override-approvals\//,
      open: { decline: press('Decline') },
    },
    approved: { path: '/partners/override-approvals/?status=active' },
  },
  operator: {
    mapping: { path: '/mapping/', reads: /\/mappings\/unmapped\//, open: { import: press('Import CSV') } },
    codes: {
      path: '/mapping/?tab=all',
      reads: /\/partners-properties\//,
      open: {
        hotel: async (page) => {
          await page.getByRole('button', { name: 'Meridian Aegean Pearl' }).click()
          await page.getByRole('dialog').getByText('Suite Sea Front', { exact: true }).waitFor()
        },
      },
    },
    eventcodes: { path: '/mapping/?tab=codes', reads: /\/event-codes\// },
    hotel: { path: '/hotels/1/', reads: /\/check-facts\//, open: { wording: press(/^Word it differently/) } },
    hotelrooms: {
      path: '/hotels/3/?category=rooms&record=1',
      open: { room: async (page) => page.locator('summary').first().click() },
    },
    hotelphotos: {
      path: '/hotels/1/?tab=photos',
      reads: /\/tour-operator\/photos\//,
      open: {
        own: press(/^Edit: /),
        delete: async (page) => {
          await press(/^Edit: /)(page)
          await page.getByRole('dialog').getByRole('button', { name: 'Delete the photo' }).click()
        },
      },
    },
    hotelaccess: { path: '/hotels/1/?tab=access', reads: /\/facts-access\// },
    hotelclosed: { path: '/hotels/2/' },
    overrides: {
      path: '/partners/overrides/',
      reads: /\/override-facts\//,
      open: {
        takeback: async (page) =>
          page
            .getByRole('row', { name: /Meridian Side Lagoon/ })
            .getByRole('button', { name: /^Take back/ })
            .click(),
      },
    },
    awaited: { path: '/portfolio/?tab=awaited', reads: /\/waiting-properties\// },
  },
}
