// Package profile owns what an account says of itself on e-invoices: VAT number, bank
// account, electronic address, contact. It says how the account appears as a party of a
// document, and what it still lacks to write e-invoices.
//
// Whatever is blank is taken from the company of the account, and then from its
// manager. Nothing is copied: a change of the company shows at once.
package profile
