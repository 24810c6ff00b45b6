// Package availabilityhttp serves the calendars that a tour operator sees under
// /api/tour-operator/, and the export of availability for systems with an API key
// under /api/v1/.
package availabilityhttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/availability"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type handlers struct{ availability *availability.Service }

// Register adds every path of the module.
func Register(s *httpx.Server, a *availability.Service) {
	h := &handlers{a}
	httpx.RegisterJSONStream[listRequest, page.Page[availabilityProperty]](s, httpx.Op{
		ID: "listAvailability", Method: http.MethodGet, Path: "/api/tour-operator/availability/", Tag: "Tour operators",
		Rule:    auth.Rule{Types: []auth.AccountType{auth.TourOperator}, Flag: auth.StopSales},
		Summary: "Read the availability of your hotels",
		Description: "Live, by property: the calendar that a hotel keeps for you under your contract, else those that your rate contracts feed, else its general one. " +
			"Of a calendar of yours you get numbers too, of the general one none. Properties are listed under your names and codes. " +
			"Where there is nothing to read, `error` says why: `stop_sale_not_shared`, `not_published`, `hotel_suspended` (nobody of the hotel can close it now: sell nothing), `no_calendar` or `contract_ended`, the last two where you have a rate contract only.",
	}, h.list)
	httpx.RegisterPrepared[exportRequest, availabilityExport](s, httpx.Op{
		ID: "exportAvailability", Method: http.MethodGet, Path: "/api/v1/allotment-stop-sale/{token}/", Tag: "Partner API",
		Rule:    auth.Rule{Key: auth.KeyStopSale},
		Summary: "Export availability",
		Description: "Live, by property. An operator's key gets what is published of its hotels under its own names and codes: the calendar that a hotel keeps for it under its contract, " +
			"else those that its rate contracts feed, else the Master; numbers only on a calendar of its own. Where there is nothing to read, `error` says why: " +
			"`exports_not_shared`, `stop_sale_not_shared`, `not_published`, `hotel_suspended`, `master_not_shared`, `no_calendar` or `contract_ended`, the last two where it has a rate contract only. " +
			"An accommodation's key gets every calendar of all of its properties with all counts, named as it works on them. " +
			"A key for one contract gets what that contract opens, and nothing once it is not in force. " +
			"Filters narrow each other. With `since` only properties that changed are listed, in full; one may be repeated, none is ever missed. " +
			"`complete` tells when the answer is a full one all the same, because names, contracts or the day have changed: then what is not listed is gone. " +
			"A property that has none of the calendars asked for is not listed, or with `since` listed without any.",
	}, h.export)
}
