// Package invoice owns invoices between hotels and tour operators: drafts, numbers,
// the states that an invoice passes, templates, reminders and the log of all that.
//
// What was sent stays as it was sent: parties, bank account and look are kept with
// the invoice. Its amounts are computed by package document, nowhere else. E-invoices
// are the module einvoice's.
package invoice
