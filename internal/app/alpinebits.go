package app

import (
	"allot/internal/content/facts"
	"allot/internal/exchange/alpinebits"
	"allot/internal/exchange/alpinebits/alpinebitsdb"
	"allot/internal/exchange/alpinebits/alpinebitshttp"
	"allot/internal/platform/httpx"
)

// buildAlpineBits makes the server of property management systems.
func (a *App) buildAlpineBits() {
	a.AlpineBits = alpinebits.New(with(a, alpinebits.Deps{
		Store: alpinebitsdb.New(a.DB), Connections: a.Connections, Properties: a.Properties, Catalogue: facts.Load(),
		Rooming: a.Rooming, Settings: a.Settings, Now: a.now,
	}))
}

// registerAlpineBits adds its address. Connections have the limit of API keys, each
// its own.
func (a *App) registerAlpineBits(s *httpx.Server) {
	d := alpinebitshttp.Deps{Service: a.AlpineBits, Limit: a.keyLimit("alpinebits")}
	if a.APIStats != nil { // not where only the document is written
		d.Count = a.APIStats.Count
	}
	alpinebitshttp.Register(s, d)
}
