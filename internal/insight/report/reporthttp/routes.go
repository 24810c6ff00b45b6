// Package reporthttp serves the reports on an account under /api/reports/.
package reporthttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/insight/report"
	"allot/internal/platform/httpx"
)

type handlers struct{ reports *report.Service }

// rule admits hotels and operators; of their sub-users those with the report
// permission.
var rule = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Reports}

func op(id, path, summary, description string) httpx.Op {
	return httpx.Op{ID: id, Method: http.MethodGet, Path: "/api/reports/" + path, Tag: "Reports", Rule: rule, Summary: summary, Description: description}
}

// Register adds the routes of the module.
func Register(s *httpx.Server, reports *report.Service) {
	h := &handlers{reports}
	httpx.Register(s, op("listActivity", "activity/", "What happened in the account",
		"How much was changed on each day, by each user and in each kind of object, and the latest 20 changes. By default the last 30 days, at most 366, in UTC. "+
			"It counts; `/api/settings/audit/` is the trail itself, page by page with filters, with what each object was before and after and where the change came from, "+
			"for those who look after the settings. A sub-user without that permission reads here of its own changes only."), h.activity)
	httpx.Register(s, op("getOccupancyReport", "availability/", "Occupancy and stop-sale days by property",
		"By default the next 30 days from today in UTC, at most 366, by month too; properties in the order of their ids. "+
			"An accommodation reads of each of its properties, in `house`, the nights of all units and who has them. "+
			"A tour operator reads of each property of its portfolio, in `offer`, how many days are open, on request or closed, a day being what its best room is, "+
			"and the nights of its own calendars; or in `error` why there is nothing to read. Sub-users read of the properties in their scope."), h.availability)
	httpx.RegisterDownload(s, op("exportOccupancyReportCsv", "availability/export/csv/", "Export occupancy and stop-sale days as CSV",
		"All properties of the report, with its filters, a row a property and month. UTF-8 with its mark. "+
			"A value that a spreadsheet would take for a formula has an apostrophe before it."), "text/csv; charset=utf-8", h.exportAvailability)
}
