// Package portfoliohttp serves what an account sees of published properties:
// for systems with an API key under /api/v1/, /api/info/ and its alias
// /api/facts/, for people under /api/partners/ and /api/tour-operator/.
package portfoliohttp

import (
	"net/http"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/httpx"
)

// Deps are the services that the handlers use.
type Deps struct {
	Portfolio    *portfolio.Service
	Publications *publication.Service
	Plans        *plan.Service
}

type handlers struct{ Deps }

var (
	partner  = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.PartnerConnections}
	operator = auth.Rule{Types: []auth.AccountType{auth.TourOperator}, Flag: auth.PartnerConnections}
)

// Register adds the routes of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	registerFeeds(s, h)
	registerPartners(s, h)
}

func registerFeeds(s *httpx.Server, h *handlers) {
	const facts = "The last published version of every property that the key opens: of a hotel its own, of a tour operator those of the hotels whose contract in force gives the facts, with its own codes and overrides. " +
		"A property that the hotel has not published yet has the error `not_published`; one that the hotel does not share with systems (`exports.allowed` of the permission matrix) is left out. " +
		"How fresh it is depends on the plan of the key's account: `generated_at` is the state that is shown, of published versions; contracts, codes and overrides are those of the call."
	const photos = "As with the facts. A tour operator gets its own selection and photos."
	feed := func(id, tag, path, summary, description string, scope auth.KeyScope, former ...string) httpx.Op {
		return httpx.Op{
			ID: id, Method: http.MethodGet, Path: path, Former: former, Tag: tag, Summary: summary, Description: description, Rule: auth.Rule{Key: scope},
		}
	}
	httpx.RegisterPrepared[feedRequest, factsFeedBody](s, feed("exportFacts", "Partner API", "/api/v1/facts/{token}/", "Export published facts (v1)",
		facts+" Filters can be combined.", auth.KeyFactSheet), h.factsFeed)
	httpx.RegisterPrepared[feedRequest, photosFeedBody](s, feed("exportPhotos", "Partner API", "/api/v1/photos/{token}/", "Export published photos (v1)",
		photos+" Filters can be combined.", auth.KeyHotelPhotos), h.photosFeed)
	httpx.RegisterPrepared[feedRequest, factsFeedBody](s, feed("listPublishedFactsForPartners", "Publication", "/api/info/published-partners/{token}/", "Published facts for partners",
		facts, auth.KeyFactSheet, "/api/facts/published-partners/{token}/"), h.factsFeed)
	httpx.RegisterPrepared[feedRequest, photosFeedBody](s, feed("listPublishedPhotosForPartners", "Publication", "/api/info/partners-photos/{token}/", "Published photos for partners",
		photos, auth.KeyHotelPhotos, "/api/facts/partners-photos/{token}/"), h.photosFeed)
}

func registerPartners(s *httpx.Server, h *handlers) {
	const get, tag = http.MethodGet, "Partners"
	httpx.Register(s, httpx.Op{
		ID: "listSharedProperties", Method: get, Path: "/api/partners/partners-properties/", Tag: tag, Rule: partner,
		Summary:     "List the properties that partners share",
		Description: "By name. A tour operator gets the published properties of every hotel whose contract in force gives it facts or photos; a hotel its own published properties with the partners who see each.",
	}, h.properties)
	httpx.Register(s, httpx.Op{
		ID: "listAwaitedProperties", Method: get, Path: "/api/partners/waiting-properties/", Tag: tag, Rule: partner,
		Summary: "List the properties that partners wait for",
		Description: "By name: what a contract in force would show, had the hotel published it. A tour operator gets those of its hotels, which its systems are told of with the error `not_published`; " +
			"a hotel its own with the partners who wait for each.",
	}, h.waiting)
	httpx.Register(s, httpx.Op{
		ID: "listContractProperties", Method: get, Path: "/api/partners/properties/{contract_id}/", Tag: tag, Rule: partner,
		Summary:     "List the properties of a contract",
		Description: "What the contract opens to its tour operator, for either side. Empty unless the contract is in force.",
	}, h.propertiesUnder)
	httpx.Register(s, httpx.Op{
		ID: "checkFactsAccess", Method: get, Path: "/api/partners/check-facts/{prop_id}/", Tag: tag, Rule: partner,
		Summary:     "Check the access to the facts of a property",
		Description: "Whether the facts can be read under the terms in force, which categories, and why not. A property that is not there and one without a contract give the same answer.",
	}, h.check)
	httpx.Register(s, httpx.Op{
		ID: "getCatalogueProperty", Method: get, Path: "/api/tour-operator/properties/{prop_id}/", Tag: "Tour operators", Rule: operator,
		Summary:     "Read a property as your catalogue shows it",
		Description: "What the hotel has published, as far as the contract in force gives it, with your codes, overrides and photos.",
	}, h.property)
}
