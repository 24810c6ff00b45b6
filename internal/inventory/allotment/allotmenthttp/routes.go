// Package allotmenthttp serves calendars under /api/allotment/.
package allotmenthttp

import (
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/platform/httpx"
)

// Deps are the dependencies of the handlers.
type Deps struct {
	Allotments *allotment.Service
}

type handlers struct{ Deps }

const tag = "Allotment"

// hotel admits users of a hotel with the stop sales permission.
var hotel = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.StopSales}

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	h.registerCalendars(s)
	h.registerBlocks(s)
	h.registerDays(s)
	h.registerReads(s)
	h.registerShares(s)
	h.registerCharts(s)
}
