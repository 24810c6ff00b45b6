// Package availabilityhttp serves what a tour operator sees of its hotels'
// calendars under /api/tour-operator/.
package availabilityhttp

import (
	"net/http"

	"allot/internal/availability"
	"allot/internal/platform/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type handlers struct{ availability *availability.Service }

// Register adds every path of the module.
func Register(s *httpx.Server, a *availability.Service) {
	h := &handlers{a}
	httpx.RegisterJSONStream[listRequest, page.Page[availabilityProperty]](s, httpx.Op{
		Method: http.MethodGet, Path: "/api/tour-operator/availability/", Tag: "Tour operators",
		Rule:    auth.Rule{Types: []auth.AccountType{auth.TourOperator}, Flag: auth.StopSales},
		Summary: "Read the availability of your hotels",
		Description: "Live, by property: the calendar that a hotel keeps for you under your contract, else those that your rate contracts feed, else its general one. " +
			"Of a calendar of yours you get numbers too, of the general one none. Only what is published is listed, under your names and codes. " +
			"Where there is nothing to read, `error` says why: `stop_sale_not_shared`, `no_calendar` or `contract_ended`, the last two where you have a rate contract only.",
	}, h.list)
}
