package partnerapihttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

// endpoint is an operation for keys that can be tried out.
type endpoint struct {
	name  string
	path  string
	scope auth.KeyScope // what a key needs, and by it what a sub-user needs
}

var endpoints = []endpoint{
	{"facts", "/api/v1/facts/{token}/", auth.KeyFactSheet},
	{"photos", "/api/v1/photos/{token}/", auth.KeyHotelPhotos},
	{"stop-sale", "/api/v1/stop-sale/{token}/", auth.KeyStopSale},
	{"allotment-stop-sale", "/api/v1/allotment-stop-sale/{token}/", auth.KeyStopSale},
	{"invoices", "/api/v1/invoices/{token}/", auth.KeyInvoices},
	{"rooming", "/api/v1/rooming/{token}/", auth.KeyRooming},
}

// maxCall bounds the body: what it holds must fit into an address.
const maxCall = 64 << 10

// RegisterTestCall adds the operation with which a signed-in user sees what a system
// with a key of the account would be answered. It comes after everything that it can
// try out, runs the operations of the other modules as they are and knows nothing of
// their content. Nobody sees more there than their own permissions open, and nobody
// more than ten properties.
func RegisterTestCall(s *httpx.Server) {
	paths := make([]string, len(endpoints))
	for i, e := range endpoints {
		paths[i] = e.path
	}
	RegisterTrial(s, httpx.Op{
		ID: "tryPartnerApi", Method: http.MethodPost, Path: "/api/v1/test-call/", Tag: "Partner API", Summary: "Try out the partner API",
		Description: "Answers what a system with an API key of the account would be answered, in JSON or XML, without a key: " +
			"of at most ten properties, the first by id; an answer that was cut says so with `truncated` and `properties_total`. It is neither charged to the limit of a key nor counted. A sub-user needs the permission for the data and sees the properties of its scope.",
		Rule: auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}}, MaxBody: maxCall, XML: "/api/v1/",
	}, paths, testCall)
}
