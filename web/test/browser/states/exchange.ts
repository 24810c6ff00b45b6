import { choose, press, type States } from './state'

const keys = { path: '/developers/keys/', open: { new: press('New key') }, reads: /\/settings\/api-keys\// }
const console = {
  path: '/developers/console/?endpoint=facts',
  open: { answer: press('Send the request') },
  reads: /\/settings\/api-keys\//,
}
const exports = { path: '/exports/', open: { new: press('New export') }, reads: /\/v1\/integrations\/exports\// }
const webhooks = {
  path: '/developers/webhooks',
  open: { new: press('New webhook') },
  reads: /\/v1\/integrations\/webhooks\/(\?|$)/,
}

export const states: States = {
  hotel: {
    keys: {
      ...keys,
      open: {
        ...keys.open,
        one: press('Own website'),
        menu: press('Actions for Own website'),
        rotate: choose('Actions for Own website', 'New token'),
        revoke: choose('Actions for Own website', 'Revoke'),
      },
    },
    console,
    webhooks: {
      ...webhooks,
      open: {
        ...webhooks.open,
        rotate: choose('Actions for Front desk', 'New secret'),
        delete: choose('Actions for Front desk', 'Delete'),
      },
    },
    webhook: {
      path: '/developers/webhooks/1/',
      open: {
        delivery: async (page) => page.getByRole('button', { name: 'Test', exact: true }).click(),
        replay: press('Send past events again'),
        edit: choose('More', 'Edit'),
      },
      reads: /\/v1\/integrations\/webhooks\/1\/(deliveries\/.*)?$/,
    },
    connections: {
      path: '/integrations/connections/',
      open: { new: press('New connection') },
      reads: /\/v1\/integrations\/connections\//,
    },
    connection: {
      path: '/integrations/connections/1/',
      open: { edit: choose('More', 'Edit'), delete: choose('More', 'Delete') },
      reads: /\/v1\/integrations\/connections\/1\/$/,
    },
    alpinebits: { path: '/integrations/connections/2/', open: { edit: choose('More', 'Edit') } },
    imports: {
      path: '/integrations/imports/',
      open: { one: press('Import 1, CSV'), send: press('Send a file') },
      reads: /\/v1\/integrations\/imports\//,
    },
    exports: { ...exports, open: { ...exports.open, delete: press('Delete availability.csv') } },
  },
  operator: { keys, console, webhooks, exports },
}
