import { invoiceID } from '../invoices'
import { choose, press, type States } from './state'

const one = /\/api\/invoicing\/invoices\/7b1e5a10[^/]*\/$/
const inbox = { path: '/einvoices/', reads: /\/api\/einvoice\/inbox\/\?/ }
const profile = { path: '/einvoices/profile/', reads: /\/api\/einvoice\/profile\/$/ }
const invoices = {
  path: '/invoices/',
  open: { export: press('Export for accounting') },
  reads: /\/api\/invoicing\/invoices\/\?/,
}

export const states: States = {
  hotel: {
    invoices,
    invoicesempty: { path: '/invoices/?q=nobody' },
    invoicedraft: {
      path: `/invoices/${invoiceID(1)}/`,
      open: {
        send: press(/^Send$/),
        files: press('Download'),
        more: press('More'),
        delete: choose('More', 'Delete the draft'),
      },
      reads: one,
    },
    invoice: {
      path: `/invoices/${invoiceID(3)}/`,
      open: {
        paid: press('Mark as paid'),
        reminder: press('Send a reminder'),
        cancel: choose('More', 'Cancel the invoice'),
      },
    },
    newinvoice: {
      path: '/invoices/new/',
      open: {
        outside: async (page) => page.getByRole('radio', { name: 'Somebody else' }).click(),
        line: press('Tax and days of this line'),
        incomplete: press('Save the draft'),
      },
      reads: /\/api\/invoicing\/templates\//,
    },
    editinvoice: { path: `/invoices/${invoiceID(1)}/edit/`, reads: one },
    templates: {
      path: '/invoices/templates/',
      open: { new: press('New template'), edit: press('Letterhead'), remove: press('Remove Letterhead') },
      reads: /\/api\/invoicing\/templates\//,
    },
    einvoices: inbox,
    einvoiceprofile: profile,
  },
  operator: {
    invoices,
    invoice: {
      path: `/invoices/${invoiceID(2)}/`,
      open: { dispute: press('Dispute'), clear: press(/^Clear$/) },
      reads: one,
    },
    einvoices: inbox,
    einvoice: {
      path: '/einvoices/1/',
      open: { link: press('Link to an invoice') },
      reads: /\/api\/einvoice\/inbox\/1\/$/,
    },
    einvoicelines: { path: '/einvoices/1/?tab=lines' },
    einvoicexml: { path: '/einvoices/1/?tab=xml' },
    einvoiceprofile: profile,
  },
}
