package app

import (
	"allot/docs"
	"allot/internal/app/build"
	"allot/internal/exchange/mcp/mcphttp"
	"allot/internal/platform/httpx"
)

// registerMCP serves assistants. It comes after every operation that is a tool.
func (a *App) registerMCP(s *httpx.Server) {
	text := func(b []byte) func() ([]byte, error) { return func() ([]byte, error) { return b, nil } }
	mcphttp.Register(s, mcphttp.Deps{
		DB: a.DB, Now: a.now, Logger: a.log, Version: build.Version, BaseURL: a.cfg.BaseURL, PerMinute: a.cfg.V1RatePerMinute, Counter: a.counter,
		Session: a.Accounts.Authenticate, Key: a.Keys.Authenticate,
		Texts: []mcphttp.Text{
			{URI: "allot://docs/llms.txt", Title: "What there is to read", Type: "text/plain", Description: "Start here when you write an integration", Content: text(docs.LLMs)},
			{URI: "allot://docs/partner-api.md", Title: "Partner API", Type: "text/markdown", Description: "The guide for systems with an API key", Content: text(docs.PartnerAPI)},
			{URI: "allot://docs/going-live.md", Title: "Going live", Type: "text/markdown", Description: "What to check before a system sells with the data", Content: text(docs.GoingLive)},
			{URI: "allot://docs/partner-api-changes.md", Title: "Changes of the partner API", Type: "text/markdown", Description: "What came when", Content: text(docs.PartnerAPIChanges)},
			{URI: "allot://docs/assistants.md", Title: "Assistants", Type: "text/markdown", Description: "How an assistant is connected, and its tools", Content: text(docs.Assistants)},
			{URI: "allot://docs/webhooks.md", Title: "Webhooks", Type: "text/markdown", Description: "Events, signatures, receivers", Content: text(docs.Webhooks)},
			{URI: "allot://docs/openapi.json", Title: "OpenAPI document", Type: "application/json", Description: "Every operation with its fields; some 1 MB", Content: s.Document},
		},
	})
}
