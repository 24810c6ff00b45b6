// Package mcphttp serves the Model Context Protocol at /mcp/: streamable HTTP, without
// sessions of its own, answered in JSON.
package mcphttp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"allot/internal/exchange/mcp"
	"allot/internal/identity/auth"
	"allot/internal/platform/admission"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/request"
)

// Path is where the protocol is spoken.
const Path = "/mcp/"

const (
	// maxBody is room for a long rooming list.
	maxBody = 1 << 20
	// decoded is how often the protocol decodes a message, beside the operation behind it.
	decoded = 3
)

// Deps are what the server needs.
type Deps struct {
	DB      *db.DB
	Now     func() time.Time
	Logger  *slog.Logger
	Version string
	BaseURL string // public address; empty: from the request
	// PerMinute is how many requests a token may make; zero: as many as it likes.
	PerMinute int
	// Counter counts them for all nodes together; nil: each counts by itself.
	Counter ratelimit.Counter
	// Session finds the user behind a session token.
	Session func(ctx context.Context, token string) (auth.Caller, error)
	// Key finds the system behind an API key, and asks where it may be used.
	Key func(ctx context.Context, req auth.KeyRequest, rule auth.Rule) (auth.KeyCaller, error)
	// Texts are the documents that assistants can read.
	Texts []Text
}

// Text is a document.
type Text struct {
	URI, Title, Description, Type string
	// Content returns the text.
	Content func() ([]byte, error)
}

type server struct {
	Deps
	http  *httpx.Server
	tools []tool
	limit *ratelimit.Windows[int64]
	sdk   http.Handler
}

// tool is a tool with its operation.
type tool struct {
	mcp.Tool
	op   httpx.Inner
	also *httpx.Inner
	seen *sdk.Tool // as assistants see it
}

// caller is who sent a request: a user or a system.
type caller struct {
	user  auth.Caller
	key   auth.KeyCaller
	token string
}

var errOrigin = apperr.New(apperr.Forbidden, "cross_site_request", "requests from pages of other sites are not accepted")

// Register serves the protocol. The operations behind the tools must be registered by
// then: a program that lacks one does not start.
func Register(s *httpx.Server, d Deps) {
	h := &server{Deps: d, http: s}
	for _, t := range mcp.Tools {
		h.tools = append(h.tools, bind(s, t))
	}
	if d.PerMinute > 0 {
		h.limit = ratelimit.New[int64](d.PerMinute, time.Minute, 0, d.Now).Share(d.Counter, "mcp")
	}
	h.sdk = sdk.NewStreamableHTTPHandler(h.serverFor, &sdk.StreamableHTTPOptions{
		// Where a request comes from is checked by us, also behind a proxy on the same machine.
		Stateless: true, JSONResponse: true, DisableLocalhostProtection: true, MaxRequestBodyBytes: maxBody,
	})
	for _, path := range []string{Path, strings.TrimSuffix(Path, "/")} {
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
			s.Router().MethodFunc(method, path, h.serve)
		}
	}
}

func (h *server) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	who, err := h.authenticate(r)
	if err == nil {
		err = h.checkOrigin(r, who)
	}
	if err == nil {
		err = h.charge(who)
	}
	var batch []json.RawMessage
	if err == nil {
		var body *admission.Body
		var content []byte
		if body, content, err = h.arrived(w, r, who); err == nil {
			defer h.http.Dispose(r.Context(), body)
			batch, err = messages(content, r.Header.Get(versionHeader))
		}
	}
	if err == nil {
		err = h.chargeRest(who, batch)
	}
	if bad, ok := errors.AsType[*batchError](err); ok {
		bad.write(w)
		return
	}
	if err != nil {
		if apperr.Of(err).Kind == apperr.Unauthorized {
			w.Header().Set("WWW-Authenticate", `Bearer realm="allot"`)
		}
		h.http.WriteError(w, r, err)
		return
	}
	// The server has settled on JSON before; the protocol wants both to be named.
	r.Header.Set("Accept", "application/json, text/event-stream")
	r = r.WithContext(context.WithValue(admission.Within(r.Context()), visitKey{}, &visit{who: who}))
	if batch != nil {
		h.serveBatch(w, r, batch)
		return
	}
	h.sdk.ServeHTTP(w, r)
}

// arrived has the body arrive whole and wait for its turn. Dispose of it in the end.
func (h *server) arrived(w http.ResponseWriter, r *http.Request, who caller) (*admission.Body, []byte, error) {
	scan := h.http.JSONScan()
	b, err := h.http.Receive(w, r, httpx.Reception{Sender: who.sender(), Limit: maxBody, Scan: scan})
	if err != nil {
		return nil, nil, err
	}
	err = b.Enter(r.Context(), decoded*scan.Cost())
	var body []byte
	if err == nil {
		body, err = b.Bytes()
	}
	if err != nil {
		h.http.Dispose(r.Context(), b)
		return nil, nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return b, body, nil
}

// sender returns whose share a request takes.
func (c caller) sender() admission.Sender {
	if c.key.Known() {
		return admission.Sender{Account: c.key.OwnerID}
	}
	return admission.Sender{Account: c.user.OwnerID}
}

type visitKey struct{}

// visit is a request of a caller, which may have several messages.
type visit struct {
	who    caller
	server *sdk.Server // nil: no message has been read
}

// authenticate finds the caller by the header. A session comes as Token or as Bearer,
// which is what assistants send, an API key as Bearer. Cookies are ignored, so that no
// page can speak for its reader.
func (h *server) authenticate(r *http.Request) (caller, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	bearer := strings.EqualFold(scheme, "Bearer")
	if token == "" || !bearer && !strings.EqualFold(scheme, "Token") {
		return caller{}, apperr.ErrNotAuthenticated
	}
	user, err := h.Session(r.Context(), token)
	if err == nil {
		return caller{user: user, token: token}, auth.Rule{}.Allow(user)
	}
	if !bearer || !errors.Is(err, apperr.ErrNotAuthenticated) {
		return caller{}, err
	}
	key, err := h.Key(r.Context(), auth.KeyRequest{Token: token, Origin: r.Header.Get("Origin"), Referer: r.Header.Get("Referer")}, auth.Rule{})
	return caller{key: key, token: token}, err
}

// checkOrigin refuses pages of other sites, unless the key is for them.
func (h *server) checkOrigin(r *http.Request, who caller) error {
	origin := r.Header.Get("Origin")
	if origin == "" || origin == who.key.Origin {
		return nil
	}
	base := h.BaseURL
	if base == "" {
		base = request.From(r.Context()).BaseURL
	}
	if own, err := url.Parse(base); err == nil && own.Host != "" && origin == own.Scheme+"://"+own.Host {
		return nil
	}
	return errOrigin
}

var errLimited = apperr.New(apperr.TooMany, "rate_limited", "this token is used too often")

func (h *server) charge(who caller) error {
	if c := h.chargeToken(who); !c.Allowed {
		return errLimited.Withf("a token may make %d requests a minute here", c.Limit).After(c.Reset)
	}
	return nil
}

// chargeToken charges one to the token of a caller.
func (h *server) chargeToken(who caller) ratelimit.Charge {
	if h.limit == nil {
		return ratelimit.Charge{Allowed: true}
	}
	id := who.user.SessionID
	if who.key.Known() {
		id = -who.key.KeyID
	}
	return h.limit.Take(id)
}

// admitted reports whether the operation admits the caller.
func (c caller) admitted(op httpx.Inner) bool {
	rule, _ := op.Rule().(auth.Rule)
	if rule.Public {
		return false // it is for nobody in particular
	}
	if c.key.Known() {
		return rule.Key != "" && rule.AllowKey(c.key) == nil
	}
	return rule.Key == "" && rule.Allow(c.user) == nil
}
