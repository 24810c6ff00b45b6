// Package profilehttp serves e-invoice profiles under /api/einvoice/.
package profilehttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/profile"
	"allot/internal/platform/httpx"
)

type handlers struct{ profiles *profile.Service }

const (
	tag  = "E-invoices"
	path = "/api/einvoice/profile/"
)

var member = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Invoicing}

// Register adds the routes of the module.
func Register(s *httpx.Server, profiles *profile.Service) {
	h := &handlers{profiles}
	httpx.Register(s, httpx.Op{
		ID: "getEInvoiceProfile", Method: http.MethodGet, Path: path, Tag: tag, Rule: member,
		Summary: "Read the e-invoice profile",
		Description: "What you have set, and in `effective` what an e-invoice would use now: blank fields are taken from the company profile, then from the manager of the account. " +
			"`missing` lists what you still lack to be the seller of an e-invoice; it is empty when you are ready.",
	}, h.get)
	httpx.Register(s, httpx.Op{
		ID: "updateEInvoiceProfile", Method: http.MethodPut, Path: path, Tag: tag, Rule: member,
		Summary: "Update the e-invoice profile",
		Description: "What is missing stays, null clears. The electronic address must fit its scheme; without a scheme it is an e-mail address. " +
			"A user who may work on some properties only cannot change the profile, which holds for the whole account.",
		Refusals: map[int]string{http.StatusForbidden: "You may not, or you may work on some properties only"},
	}, h.update)
}
