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
	// Tags are the groups of operations in the order of the document; a tag that is not
	// among them follows without a description.
	Tags []Tag
	// Glossary describes members of schemas that have no description of their own, by
	// "Schema.name" or by the name alone.
	Glossary map[string]string
	// SchemaNames replaces names of Go types in the document.
	SchemaNames map[string]string
	// Description is shared by the servers of a process; nil: each has its own.
	Description *Description
	// Examples are those of the description; nil: it has none.
	Examples Examples
}

// Tag is a group of operations in the document.
type Tag struct{ Name, Description string }

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

const apiDescription = "Distribution between hotels and tour operators: facts, photos, availability with stop sales, contracts, rooming lists and invoices.\n\n" +
	"**To begin**, log in with `POST /api/auth/login/` and send what it answers as `auth_token` in `Authorization: Token <auth_token>`. Systems use an API key instead: " +
	"its token stands in the path, or `-` there and `Authorization: Bearer <token>`. Times are in UTC (RFC 3339), days are `YYYY-MM-DD` where the property is, " +
	"amounts of money are decimal numbers in strings.\n\n" +
	"**Refusals** have one shape (`ErrorBody`): `code` is for programs and never renamed, `message` for people, `errors` names fields. `default` stands for what any " +
	"operation may refuse with.\n\n" +
	"**Names** that an operation does not know, in the query, in JSON and in forms, are refused with 400 `unknown_field`; `errors` names each one, and the known name " +
	"that may be meant. Nothing is written then. Bodies of requests are closed (`additionalProperties: false`). Properties marked `readOnly` are those of answers: " +
	"they are accepted and ignored, so that what was read can be sent back whole. Query names that begin with `_` are ignored, and `lang` is known to every operation. " +
	"Answers may get new members at any time."

func (s *Server) humaConfig() huma.Config {
	cfg := huma.DefaultConfig("Allot", s.opt.Version)
	cfg.Info.Description = apiDescription
	cfg.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", "" // served by ourselves, without outside addresses
	cfg.CreateHooks = nil                                       // no $schema links in bodies
	cfg.AllowAdditionalPropertiesByDefault = true               // the bodies of requests are closed by closeRequests
	cfg.Components.Schemas = huma.NewMapRegistry(schemaPrefix, namer(s.opt.SchemaNames))
	cfg.Components.SecuritySchemes = securitySchemes
	cfg.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat, xmlType: xmlFormat}
	cfg.DefaultFormat = "application/json"
	cfg.OnAddOperation = append(cfg.OnAddOperation, s.documentOperation)
	return cfg
}

// OpenAPI returns the document of all operations, which must not be changed. Call it
// after the last Register, and before the first request, which otherwise waits for it.
func (s *Server) OpenAPI() *huma.OpenAPI { return s.described().api.OpenAPI() }

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

var securitySchemes = map[string]*huma.SecurityScheme{
	"Token": {
		Type: "apiKey", In: "header", Name: "Authorization",
		Description: "`Authorization: Token <auth_token>`, with the token that the log-in answered",
	},
	basicScheme: {Type: "http", Scheme: "basic", Description: "HTTP Basic, for systems that speak AlpineBits"},
	"Cookie": {
		Type: "apiKey", In: "cookie", Name: SessionCookie,
		Description: "The cookie that the log-in sets, for browsers; requests from other sites are refused",
	},
}
