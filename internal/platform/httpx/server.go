package httpx

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"allot/internal/platform/admission"
	"allot/internal/platform/ban"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx/apidoc"
	"allot/internal/platform/request"
	"allot/internal/platform/tracing"
)

// Options configure a server.
type Options struct {
	DB             *db.DB
	Now            func() time.Time
	Logger         *slog.Logger
	Version        string
	BaseURL        string // public address without a trailing slash; empty: from the request
	TrustedProxies []netip.Prefix
	Bans           ban.Guard
	Metrics        *Metrics
	Tracer         *tracing.Tracer // nil: nothing is traced
	// Authenticate returns the caller of a session token, or
	// apperr.ErrNotAuthenticated for a token without a session.
	Authenticate func(ctx context.Context, token string) (request.Caller, error)
	// Recognize is Authenticate for requests that are no activity of the user, such as
	// those for events: they do not prolong the session. nil: Authenticate.
	Recognize func(ctx context.Context, token string) (request.Caller, error)
	// Gate admits systems to the operations with API keys; nil: there are none.
	Gate Gate
	// Texts are those of the document.
	Texts apidoc.Texts
	// Description is shared by the servers of a process; nil: each has its own.
	Description *Description
}

// Server is a router with all middleware and the OpenAPI description.
type Server struct {
	opt            Options
	log            *slog.Logger
	router         *chi.Mux
	keys           *keyStore
	admission      *admission.Admission
	release        string   // part of every ETag
	xmlBelow       []string // path prefixes of what can be had in XML
	ownFormatBelow []string // paths whose parameter format is that of an operation

	operations []*operation
	page       http.HandlerFunc      // at unknown paths; nil: there is none
	gets       map[string]*operation // by path
	// refusals are how protocols of others refuse, by path.
	refusals  map[string]func(http.ResponseWriter, error) bool
	tags      []string            // in the order of registration
	described func() *Description // once
}

// NewServer builds the router. Modules add their operations with Register.
func NewServer(opt Options) *Server {
	installErrors()
	epoch := ""
	if opt.DB != nil { // else there is nothing to read
		epoch = opt.DB.Epoch()
	}
	if opt.Recognize == nil {
		opt.Recognize = opt.Authenticate
	}
	opt.BaseURL = strings.TrimSuffix(opt.BaseURL, "/")
	s := &Server{
		opt: opt, log: opt.Logger, router: chi.NewRouter(), keys: &keyStore{db: opt.DB, now: opt.Now}, release: release(opt.Version, epoch),
		admission: admission.New(), gets: map[string]*operation{}, refusals: map[string]func(http.ResponseWriter, error) bool{},
	}
	s.described = sync.OnceValue(s.describe)
	s.router.Use(
		drain(s.sender),
		s.trace,
		s.identify, // request id, client address: everything below may log and count
		s.accessLog,
		s.recoverPanic,
		s.secureHeaders,
		s.negotiate,
		s.refuseBanned,
		s.checkAddress,
		compress(),
		middleware.GetHead,
	)
	s.router.NotFound(s.notFound)
	s.router.MethodNotAllowed(s.methodNotAllowed)
	return s
}

func (s *Server) humaConfig() huma.Config {
	cfg := apidoc.Config(s.opt.Version, SessionCookie, s.opt.Texts)
	cfg.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat, apidoc.XMLType: xmlFormat}
	cfg.DefaultFormat = "application/json"
	cfg.OnAddOperation = append(cfg.OnAddOperation, s.documentOperation)
	return cfg
}

// OpenAPI returns the document of all operations, which must not be changed. Call it
// after the last Register, and before the first request, which otherwise waits for it.
func (s *Server) OpenAPI() *huma.OpenAPI { return s.described().api.OpenAPI() }

// Document returns the OpenAPI document as it is checked in.
func (s *Server) Document() ([]byte, error) {
	return apidoc.Encode(s.OpenAPI(), s.opt.BaseURL, s.opt.Texts)
}

// AddDocs serves the OpenAPI document and its page. Call it after the last
// Register: the document is written once.
func (s *Server) AddDocs() { apidoc.Serve(s.router, s.Document, s.WriteError) }

// Router returns the router for handlers that are no API operations, such as pages
// and files.
func (s *Server) Router() chi.Router { return s.router }

// Serves reports whether a GET path has a handler, so that mails have no dead links.
func (s *Server) Serves(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	return s.router.Match(chi.NewRouteContext(), http.MethodGet, path)
}

// ServeHTTP makes the server an http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.router.ServeHTTP(w, r)
}
