// Package referencehttp serves the reference data of every form. Countries and
// currencies are public: the registration page needs them.
package referencehttp

import (
	"net/http"

	"allot/internal/content/reference"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

// Deps is what the handlers work with.
type Deps struct{ Reference *reference.Service }

type handlers struct{ svc *reference.Service }

const tag = "Reference data"

var (
	public   = auth.Rule{Public: true}
	signedIn = auth.Rule{}
)

// Register adds every path of the area.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d.Reference}
	httpx.Register(s, httpx.Op{
		ID: "listCountries", Method: http.MethodGet, Path: "/api/external/countries/", Tag: tag, Rule: public, ReadsSession: true,
		Summary:     "List countries",
		Description: "In the alphabetical order of the language. Codes are those that every other operation takes.",
	}, h.listCountries)
	httpx.Register(s, httpx.Op{
		ID: "listStates", Method: http.MethodGet, Path: "/api/external/states/", Tag: tag, Rule: signedIn,
		Summary:     "List the states of a country",
		Description: "Regions, provinces or federal states, by name. A few small countries have none.",
	}, h.listStates)
	httpx.Register(s, httpx.Op{
		ID: "searchCities", Method: http.MethodGet, Path: "/api/external/cities/", Tag: tag, Rule: signedIn,
		Summary: "Search cities",
		Description: "Places of about a thousand inhabitants and more. Case and accents do not matter, and spellings in other " +
			"languages are found too. Whole names come first, then names that begin so, then names with another word that " +
			"does; the most populous first.",
	}, h.listCities)
	httpx.Register(s, httpx.Op{
		ID: "listCurrencies", Method: http.MethodGet, Path: "/api/external/currencies/", Tag: tag, Rule: public, ReadsSession: true,
		Summary: "List currencies", Description: "In the alphabetical order of the language.",
	}, h.listCurrencies)
	httpx.Register(s, httpx.Op{
		ID: "listOptionLists", Method: http.MethodGet, Path: "/api/external/options/", Tag: tag, Rule: signedIn,
		Summary: "List the names of option lists", Description: "Each can be read under `/api/external/options/{list}/`.",
	}, h.listOptionLists)
	httpx.Register(s, httpx.Op{
		ID: "listOptions", Method: http.MethodGet, Path: "/api/external/options/{list}/", Tag: tag, Rule: signedIn,
		Summary: "List the choices that a form offers", Description: "In the order to show them in.",
	}, h.listOptions)
}
