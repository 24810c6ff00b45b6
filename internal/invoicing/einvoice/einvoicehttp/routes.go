// Package einvoicehttp serves e-invoices under /api/einvoice/.
package einvoicehttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/httpx"
)

type handlers struct{ einvoices *einvoice.Service }

const (
	tag   = "E-invoices"
	inbox = "/api/einvoice/inbox/"
)

var member = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Invoicing}

// Register adds the routes of the module.
func Register(s *httpx.Server, service *einvoice.Service) {
	h := &handlers{service}
	scoped := "You may not, or you may work on some properties only"
	httpx.Register(s, httpx.Op{
		ID: "importEInvoice", Method: http.MethodPost, Path: "/api/einvoice/import/", Tag: tag, Rule: member, Status: http.StatusCreated,
		Stream: []string{"application/xml", "text/xml", "application/octet-stream"}, MaxBody: en16931.MaxSize, CostOfByte: 10,
		Summary: "Import an e-invoice",
		Description: "The XML of an e-invoice of EN 16931, in UBL (XRechnung) or CII (ZUGFeRD, Factur-X), as the raw body or the field `file` of a form, at most 10 MiB. It is kept byte for byte. " +
			"It is `issued` if the seller has your VAT number, else `received`, and `linked` to the invoice of the platform with its number. " +
			"A file that is not XML is 400; XML that is no e-invoice is kept with the status `error` and the reason. " +
			"The same file twice is 409 `already_exists` with the `id` of the first. Document types and entities are refused; attachments are not read.",
		Refusals: map[int]string{
			http.StatusForbidden: scoped,
			http.StatusConflict:  "The file was imported before, or the inbox has 10,000 files",
		},
	}, h.importFile)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "downloadEInvoice", Method: http.MethodGet, Path: "/api/einvoice/{invoice_id}/", Tag: tag, Rule: member,
		Summary: "Download an invoice as an e-invoice",
		Description: "By its issuer or recipient: XRechnung 3.0 as XML, or a PDF/A-3 with the e-invoice inside (ZUGFeRD, Factur-X). Where the operator of this platform has switched ZUGFeRD off, it is XRechnung. " +
			"What was there when the invoice was sent stays; what was empty is read from the companies and e-invoice profiles of both sides now, and service dates default to the day of issue. " +
			"If something is still missing, it is 409 `einvoice_incomplete`, and `missing` names each field and what would be right. Drafts and cancelled invoices are 409 `no_einvoice`. " +
			"When the recipient is given it for the first time, the invoice is `VIEWED`. " +
			"Have a file checked by the official validator of your country before you use it for the first time.",
		Refusals: map[int]string{http.StatusConflict: "Something of the e-invoice is missing, or the invoice is a draft or cancelled"},
	}, einvoice.TypeXML, h.export, einvoice.TypePDF)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "exportInvoicesCsv", Method: http.MethodGet, Path: "/api/einvoice/export/csv/", Tag: tag, Rule: member,
		Summary: "Export invoices for accounting",
		Description: "As CSV with semicolons and a byte order mark: the invoices that you have issued and received, without drafts, by day of issue, and imported e-invoices that are none of these. " +
			"Amounts have a decimal point; `taxes` lists each tax as category, rate, taxable amount and tax.",
	}, "text/csv", h.accounting)
	httpx.Register(s, httpx.Op{
		ID: "listImportedEInvoices", Method: http.MethodGet, Path: inbox, Tag: tag, Rule: member,
		Summary: "List imported e-invoices", Description: "Newest first, without lines and files. Filters can be combined.",
		Refusals: map[int]string{http.StatusForbidden: scoped},
	}, h.list)
	httpx.Register(s, httpx.Op{
		ID: "getImportedEInvoice", Method: http.MethodGet, Path: inbox + "{id}/", Tag: tag, Rule: member,
		Summary: "Read an imported e-invoice", Description: "With its lines and its file.",
		Refusals: map[int]string{http.StatusForbidden: scoped},
	}, h.get)
	httpx.Register(s, httpx.Op{
		ID: "linkImportedEInvoice", Method: http.MethodPost, Path: inbox + "{id}/link/", Tag: tag, Rule: member,
		Summary:     "Link an imported e-invoice to an invoice",
		Description: "To the `invoice` that it is, one that you have sent or received; null removes the link.",
		Refusals:    map[int]string{http.StatusForbidden: scoped, http.StatusConflict: "The file is no e-invoice"},
	}, h.link)
}
