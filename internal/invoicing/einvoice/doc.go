// Package einvoice owns the inbox: e-invoices of EN 16931 that an account has imported,
// with the file as it came, byte for byte.
//
// A file belongs to the account as a whole, so users who may work on some properties
// only have no inbox. Amounts are those of the file and nothing is computed. The link
// to an invoice of the platform is a note beside both: neither depends on the other.
package einvoice
