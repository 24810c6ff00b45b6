// Package invoice knows what an invoice between a hotel and a tour operator is,
// as far as other systems are told: its shape, its states, and how a list of
// them is narrowed.
//
// It owns no data yet: the list of every account is empty until invoices are
// written here. The rule it keeps already: what is asked for is checked as if
// there were any, so that a system that is built now need not change then.
package invoice
