package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"allot/internal/app/build"
	"allot/internal/app/examples"
	"allot/internal/content/property"
	"allot/internal/exchange/partnerapi/partnerapihttp"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/ban"
	"allot/internal/platform/httpx"
	"allot/internal/platform/httpx/apidoc"
	"allot/internal/platform/ratelimit"
)

// description is that of every server of the process: it follows from the types of
// the operations alone.
var description httpx.Description

func (a *App) buildServer() *httpx.Server {
	s := httpx.NewServer(httpx.Options{
		DB: a.DB, Now: a.now, Logger: a.log, Version: build.Version, BaseURL: a.cfg.BaseURL,
		TrustedProxies: a.cfg.Proxies(), Bans: a.bans, Metrics: httpx.NewMetrics(a.metrics), Tracer: a.tracer,
		Authenticate: httpx.Sessions(a.Accounts.Authenticate), Recognize: httpx.Sessions(a.Accounts.Recognize), Description: &description,
		Texts: documentTexts(),
		Gate:  &partnerapihttp.Gate{Authenticate: a.Keys.Authenticate, Limit: a.keyLimit("keys"), Count: a.countKeyUse},
	})
	a.registerCollectors()
	a.registerRoutes(s)
	s.AddMedia(a.Blobs, account.AvatarFolder, property.FilesFolder, settings.LogoFolder, invoice.LogoFolder)
	s.AddHealth(s.Router(), a.checks()...)
	s.AddDocs()
	serveTexts(s)
	a.serveDashboard(s)
	a.registerMCP(s)
	return s
}

// countKeyUse counts a call with a key for the statistics of its account and for the
// metrics.
func (a *App) countKeyUse(u auth.KeyUse) {
	a.APIStats.Count(u)
	a.counters.fed(u)
}

// keyLimit bounds how often a key may call, or what else has the limit of keys, counted
// under a name; nil: there is no limit.
func (a *App) keyLimit(name string) *ratelimit.Windows[int64] {
	if a.cfg.V1RatePerMinute == 0 {
		return nil
	}
	return partnerapihttp.NewLimit(a.cfg.V1RatePerMinute, a.now).Share(a.counter, name)
}

// adminHandler serves health and metrics, away from the public address.
func (a *App) adminHandler() http.Handler {
	r := chi.NewRouter()
	a.Server().AddHealth(r, a.checks()...)
	r.Method(http.MethodGet, "/metrics", promhttp.HandlerFor(a.metrics, promhttp.HandlerOpts{}))
	return r
}

// documentTexts are those of the OpenAPI document.
func documentTexts() apidoc.Texts {
	return apidoc.Texts{Tags: tags, Glossary: meanings(), SchemaNames: schemaNames, Examples: examples.Find}
}

// Document writes the OpenAPI document without a database.
func Document() ([]byte, error) {
	a := &App{}
	s := httpx.NewServer(httpx.Options{
		Now: time.Now, Logger: slog.New(slog.DiscardHandler), Version: build.Version,
		Bans: ban.NewMemory(ban.Options{}, time.Now), Metrics: httpx.NewMetrics(prometheus.NewRegistry()),
		Gate:  &partnerapihttp.Gate{}, // it is asked for the document only
		Texts: documentTexts(),
	})
	a.registerRoutes(s)
	return s.Document()
}

// setLinkBase decides where links in mails lead. Without a configured address
// that is where we listen: the Host header of a request is the sender's word,
// and a mail must not carry a stranger's address.
func (a *App) setLinkBase(at Addresses) {
	if a.cfg.BaseURL != "" {
		a.linkBase.Store(strings.TrimSuffix(a.cfg.BaseURL, "/"))
		return
	}
	host, port, err := net.SplitHostPort(at.API)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		at.API = net.JoinHostPort("localhost", port)
	}
	a.linkBase.Store(at.URL())
}

func listen(ctx context.Context, addr string) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return l, nil
}
