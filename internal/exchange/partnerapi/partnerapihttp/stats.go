package partnerapihttp

import (
	"net/http"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type statsHandlers struct{ stats *partnerapi.Stats }

// statsRule admits customers; of their sub-users those who read reports.
var statsRule = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Reports}

func statsOp(id, path, summary, description string) httpx.Op {
	return httpx.Op{ID: id, Method: http.MethodGet, Path: "/api/reports/api-stats/" + path, Tag: "Reports", Rule: statsRule, Summary: summary, Description: description}
}

// RegisterStats adds the statistics of API keys under /api/reports/.
func RegisterStats(s *httpx.Server, stats *partnerapi.Stats) {
	h := &statsHandlers{stats}
	httpx.Register(s, statsOp("getApiKeyStats", "", "Statistics of API keys",
		"Calls with the keys of the account: a row a key, endpoint and day in UTC, the newest day first, then by key and endpoint. "+
			"A call is counted within a second, and at once by the node that answered it. Revoked keys keep their statistics. They are kept for 400 days."), h.list)
	httpx.Register(s, statsOp("getApiKeyStatsSummary", "summary/", "Summary of the statistics of API keys",
		"What the calls of some days come to: in all, by day, by key and by endpoint. By default the last 30 days, at most 366; days without calls are listed too."), h.summary)
	httpx.RegisterDownload(s, statsOp("exportApiKeyStatsCsv", "export/csv/", "Export the statistics of API keys as CSV",
		"The rows of the list, in its order, with its filters: by default of the last 30 days, at most of 366. UTF-8 with its mark. "+
			"A value that a spreadsheet would take for a formula has an apostrophe before it."), "text/csv; charset=utf-8", h.export)
}
