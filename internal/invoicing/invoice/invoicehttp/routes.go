// Package invoicehttp serves invoices to systems with an API key under /api/v1/.
package invoicehttp

import (
	"net/http"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type handlers struct{ now func() time.Time }

// Register adds the routes of the module.
func Register(s *httpx.Server, now func() time.Time) {
	h := &handlers{now}
	httpx.RegisterPrepared[invoiceFeedRequest, invoiceFeedBody](s, httpx.Op{
		Method: http.MethodGet, Path: "/api/v1/invoices/{token}/", Tag: "Partner API", Rule: auth.Rule{Key: auth.KeyInvoices},
		Summary: "Export invoices (v1)",
		Description: "The invoices that the account of the key is party to, but no drafts of others. Filters can be combined. " +
			"There are none yet: the list is empty until invoices can be written.",
	}, h.feed)
}
