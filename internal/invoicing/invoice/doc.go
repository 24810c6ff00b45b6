// Package invoice defines invoices between hotels and tour operators as the
// partner API shows them: their fields, statuses and filters.
//
// It has no data yet: the list of every account is empty until invoices are
// stored here. Requests are already validated as if there were any, so that
// clients need not change later.
package invoice
