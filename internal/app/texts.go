package app

import (
	"net/http"

	"allot/docs"
	"allot/internal/app/config"
	"allot/internal/app/webui"
	"allot/internal/platform/httpx"
	"allot/web"
)

// serveDashboard adds the dashboard, or the page that says how to build it.
func (a *App) serveDashboard(s *httpx.Server) {
	built, isBuilt := web.Built()
	stripeKey := a.cfg.StripePublishableKey
	if a.cfg.PaymentsBy() != config.PaymentsStripe { // no card is typed
		stripeKey = ""
	}
	if err := webui.Register(s, built, isBuilt, web.Paths(), stripeKey); err != nil {
		panic(err) // the files are compiled in
	}
}

// serveTexts adds the documents for integrators, and for programs that write
// integrations.
func serveTexts(s *httpx.Server) {
	for path, t := range map[string]struct {
		kind string
		text []byte
	}{
		"/llms.txt":                        {"text/plain; charset=utf-8", docs.LLMs},
		"/api/docs/partner-api.md":         {"text/markdown; charset=utf-8", docs.PartnerAPI},
		"/api/docs/going-live.md":          {"text/markdown; charset=utf-8", docs.GoingLive},
		"/api/docs/start.json":             {"application/json", docs.Start},
		"/api/docs/assistants.md":          {"text/markdown; charset=utf-8", docs.Assistants},
		"/api/docs/partner-api-changes.md": {"text/markdown; charset=utf-8", docs.PartnerAPIChanges},
		"/api/docs/webhooks.md":            {"text/markdown; charset=utf-8", docs.Webhooks},
		"/api/docs/alpinebits.md":          {"text/markdown; charset=utf-8", docs.AlpineBits},
	} {
		s.Router().Get(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", t.kind)
			w.Header().Set("Cache-Control", "public, max-age=3600")
			_, _ = w.Write(t.text) // fails only if the client has disconnected
		})
	}
}
