// Package invoicehttp serves invoices: for people under /api/invoicing/, from rooming
// ledgers under /api/rooming/, for systems with an API key under /api/v1/.
package invoicehttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/httpx"
	"allot/internal/platform/picture"
)

type handlers struct{ invoices *invoice.Service }

const (
	tag       = "Invoicing"
	invoices  = "/api/invoicing/invoices/"
	templates = "/api/invoicing/templates/"

	// maxInvoiceBody is room for the longest list of lines.
	maxInvoiceBody = 4 << 20
)

var (
	// party admits both sides; the service decides who may do what with which invoice.
	party = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Invoicing}
	// issuer admits hotels, which alone issue invoices.
	issuer = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.Invoicing}
)

// Register adds the routes of the module.
func Register(s *httpx.Server, service *invoice.Service) {
	h := &handlers{service}
	h.registerReads(s)
	h.registerDrafts(s)
	h.registerMoves(s)
	h.registerTemplates(s)
	h.registerFeed(s)
}

func op(id, method, path string, rule auth.Rule, summary, description string) httpx.Op {
	return httpx.Op{ID: id, Method: method, Path: path, Tag: tag, Rule: rule, Summary: summary, Description: description}
}

// moves documents the refusals that all moves have in common.
func moves(o httpx.Op) httpx.Op {
	o.Refusals = map[int]string{
		http.StatusForbidden: "It is for the other side to do this, or your permissions or contracts do not allow it",
		http.StatusConflict:  "The state of the invoice does not allow it: `invalid_transition` with `status` and `available_actions`",
	}
	return o
}

func (h *handlers) registerReads(s *httpx.Server) {
	const get = http.MethodGet
	httpx.Register(s, op("listInvoices", get, invoices, party, "List invoices",
		"By day of issue, newest first: a hotel's own, or those that a tour operator has received. Drafts are seen by their issuer only. Without log and reminders."), h.list)
	httpx.Register(s, op("getInvoice", get, invoices+"{id}/", party, "Read an invoice",
		"With its log, oldest first, its reminders, and how its lines compare with the confirmed stays that they name. "+
			"When the recipient opens it for the first time, it is `VIEWED`; one that is `OVERDUE` stays so, and the log says that it was viewed."), h.get)
	httpx.Register(s, op("getInvoiceStats", get, "/api/invoicing/stats/", party, "Figures of your invoices",
		"By currency: what is outstanding, overdue, disputed, paid and still a draft, and every status. An overdue invoice that is disputed counts as both."), h.stats)
	pdf := op("downloadInvoicePdf", get, invoices+"{id}/download/", party, "Download an invoice as a PDF",
		"With the invoice's template, or the default one; one that was sent looks as it did then. With a payment code (EPC) where the bank account is known and the currency is EUR. "+
			"When the recipient opens it for the first time, the invoice is `VIEWED`.")
	pdf.Aliases = []string{invoices + "{id}/pdf/"}
	httpx.RegisterDownload(s, pdf, "application/pdf", h.pdf)
}

func (h *handlers) registerDrafts(s *httpx.Server) {
	create := op("createInvoice", http.MethodPost, invoices+"create/", issuer, "Create an invoice",
		"As a `DRAFT` with the next number of the year of its issue date. To `partner`, an operator with whom a contract in force allows invoices, or to `recipient_name` outside the platform. "+
			"Amounts are computed: `line_total` is quantity x unit price, the tax is computed for each rate and rounded, half a unit away from zero.")
	create.Aliases, create.Status, create.Creates, create.MaxBody = []string{invoices}, http.StatusCreated, true, maxInvoiceBody
	create.Refusals = map[int]string{http.StatusForbidden: "Your plan allows no more invoices this month, or your permissions do not allow it"}
	httpx.Register(s, create, h.create)
	update := moves(op("updateInvoice", http.MethodPut, invoices+"{id}/update/", issuer, "Update a draft",
		"What is missing stays; `line_items` replaces all lines. One whose issue date moves to another year gets a number of that year. Only in `DRAFT`. "+
			"One of this month's newest drafts beyond the plan cannot be changed or sent until the next month: 403 `plan_limit_reached`."))
	update.Aliases, update.MaxBody = []string{invoices + "{id}/"}, maxInvoiceBody
	httpx.Register(s, update, h.update)
	del := moves(op("deleteInvoice", http.MethodDelete, invoices+"{id}/", issuer, "Delete a draft", "Only in `DRAFT`. Its number is given again if it is the last one of its year."))
	del.Status = http.StatusNoContent
	httpx.Register(s, del, h.delete)
	duplicate := op("duplicateInvoice", http.MethodPost, invoices+"{id}/duplicate/", issuer, "Copy an invoice", "Into a new draft of today with the same time to pay, whatever its state.")
	duplicate.Status, duplicate.Creates = http.StatusCreated, true
	duplicate.Refusals = create.Refusals
	httpx.Register(s, duplicate, h.duplicate)
	ledger := op("invoiceRoomingLedger", http.MethodPost, "/api/rooming/ledgers/{id}/invoice/", issuer, "Draft an invoice from a rooming ledger",
		"With a line for each confirmed stay: units x nights at the price that you give for its room (`prices`), or for the entry (`entries`, then only for these). "+
			"Stays that are on another invoice already are named in `warnings`. Needs the permission `rooming` as well.")
	ledger.Status, ledger.Creates, ledger.MaxBody, ledger.Refusals = http.StatusCreated, true, maxInvoiceBody, create.Refusals
	httpx.Register(s, ledger, h.createFromLedger)
}

func (h *handlers) registerMoves(s *httpx.Server) {
	const post = http.MethodPost
	httpx.Register(s, moves(op("sendInvoice", post, invoices+"{id}/send/", party, "Send an invoice",
		"By the issuer, from `DRAFT` to `SENT`. Parties, bank account and look are kept as they are now. The recipient gets a letter with the PDF; it has the e-invoice inside (ZUGFeRD) if nothing of it is missing. `warnings` name what an e-invoice would lack; what you add to the company or the e-invoice profile later is used when it is downloaded.")), h.send)
	httpx.Register(s, moves(op("markInvoicePaid", post, invoices+"{id}/mark-paid/", party, "Mark an invoice as paid",
		"By the issuer, from `SENT`, `VIEWED`, `CLEARED` or `OVERDUE`.")), h.markPaid)
	httpx.Register(s, moves(op("disputeInvoice", post, invoices+"{id}/dispute/", party, "Dispute an invoice",
		"By the recipient, from `SENT`, `VIEWED` or `OVERDUE`, with a `note` that the issuer reads. `disputed` stays true, also when the due date passes, until one side clears it; "+
			"until then no reminder is sent. One that is `OVERDUE` keeps its status.")), h.dispute)
	httpx.Register(s, moves(op("clearInvoice", post, invoices+"{id}/clearing/", party, "Clear an invoice",
		"By the recipient from `VIEWED`, by either side from `DISPUTED`, or from `OVERDUE` while it is `disputed`.")), h.clear)
	httpx.Register(s, moves(op("cancelInvoice", post, invoices+"{id}/cancel/", party, "Cancel an invoice",
		"By the issuer, unless it is `PAID` or `CANCELLED`. The recipient reads the `reason` in the log.")), h.cancel)
	remind := moves(op("sendInvoiceReminder", post, invoices+"{id}/send-reminder/", party, "Send a payment reminder",
		"By the issuer in `SENT`, `VIEWED` or `OVERDUE`, and in `CLEARED` after the due date: the first, the second, the final one. "+
			"A fourth is 409 `reminders_sent`; while the invoice is disputed it is 409 `disputed`."))
	remind.Creates = true // a repeat must not send the next one
	httpx.Register(s, remind, h.remind)
}

func (h *handlers) registerTemplates(s *httpx.Server) {
	httpx.Register(s, op("listInvoiceTemplates", http.MethodGet, templates, issuer, "List your invoice templates", "Newest first."), h.listTemplates)
	create := op("createInvoiceTemplate", http.MethodPost, templates, issuer, "Create an invoice template",
		"JSON, or a form with the file `logo` (JPEG, PNG or WebP). Without one, invoices show the company's logo.")
	create.Status, create.Creates, create.Files, create.MaxBody = http.StatusCreated, true, []string{"logo"}, picture.SmallBytes+64<<10
	create.Refusals = map[int]string{http.StatusConflict: "The account has 100 templates already"}
	httpx.Register(s, create, h.createTemplate)
	httpx.Register(s, op("getInvoiceTemplate", http.MethodGet, templates+"{id}/", issuer, "Read an invoice template", "Its texts, colour and logo."), h.getTemplate)
	update := op("updateInvoiceTemplate", http.MethodPut, templates+"{id}/", issuer, "Update an invoice template",
		"What is missing stays, null clears. Invoices that were sent with it stay as they were.")
	update.Files, update.MaxBody = []string{"logo"}, picture.SmallBytes+64<<10
	httpx.Register(s, update, h.updateTemplate)
	del := op("deleteInvoiceTemplate", http.MethodDelete, templates+"{id}/", issuer, "Delete an invoice template", "Drafts that had it get the default look.")
	del.Status = http.StatusNoContent
	httpx.Register(s, del, h.deleteTemplate)
}

func (h *handlers) registerFeed(s *httpx.Server) {
	httpx.RegisterPrepared[invoiceFeedRequest, invoiceFeedBody](s, httpx.Op{
		ID: "exportInvoices", Method: http.MethodGet, Path: "/api/v1/invoices/{token}/", Tag: "Partner API", Rule: auth.Rule{Key: auth.KeyInvoices},
		Summary: "Export invoices (v1)",
		Description: "In the order they were made: of a hotel its own, drafts included; of a tour operator those that it has received from hotels whose contract in force allows invoices to its systems. " +
			"A key for one contract reads those of that partner. Filters can be combined.",
	}, h.feed)
}
