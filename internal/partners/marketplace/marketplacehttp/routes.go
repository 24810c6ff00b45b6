// Package marketplacehttp serves the marketplace under /api/partners/.
package marketplacehttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/partners/marketplace"
	"allot/internal/platform/httpx"
)

// Deps are the services that the handlers use.
type Deps struct {
	Marketplace *marketplace.Service
}

type handlers struct{ Deps }

const tag = "Partners"

var member = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.PartnerConnections}

// Register adds the routes of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	httpx.Register(s, httpx.Op{
		ID: "listAvailablePartners", Method: http.MethodGet, Path: "/api/partners/", Tag: tag, Summary: "List available partners", Rule: member,
		Description: "Accounts of the other type (tour operators for an accommodation provider, and the other way round) with whom you have no contract " +
			"that is proposed, countered or accepted; by name.",
	}, h.listAvailable)
	httpx.Register(s, httpx.Op{
		ID: "discoverPartners", Method: http.MethodGet, Path: "/api/partners/discover/", Tag: tag, Summary: "Discover partners", Rule: member,
		Description: "The marketplace: every account of the other type, with some of its published properties and the contract you have with it. " +
			"All filters must match; `property_type` and `stars_min` are looked for in one property, which then lies in one of the countries.",
	}, h.discover)
}
