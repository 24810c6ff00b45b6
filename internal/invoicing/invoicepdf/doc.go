// Package invoicepdf prints an invoice, a credit note or a correction as a PDF, and as
// ZUGFeRD (Factur-X): the same pages as PDF/A-3b with the invoice as XML inside.
//
// A sheet has every text of the pages as it is printed, made from the document and the
// language. Drawing only places these texts. Nothing is computed here but the running
// sum at the end of a page: all other amounts are those of the document.
//
// Equal input gives equal bytes. Text is never lost: it wraps, continues on the next
// page, and a character that the fonts lack shows as a box; only the footer has a limit.
// A logo that is not a picture is left out, because an invoice without a logo is still
// correct.
package invoicepdf
