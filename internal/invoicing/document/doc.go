// Package document defines an invoice as a document, in the terms of EN 16931 (BT-1,
// BG-23 and so on): parties, lines, taxes and totals. It computes the totals, and says
// what a document lacks before it can be an e-invoice.
//
// It has no database and no file format. Invoices of the platform are turned into it
// to be printed or exported, files of others are read into it.
package document
