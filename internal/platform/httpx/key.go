package httpx

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
)

// keyParameter is the part of the path that holds an API key. Operations do
// not declare it: no handler has use for a token.
const keyParameter = "token"

var keyParam = &huma.Param{
	Name: keyParameter, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
	Description: "The token of an API key",
}

// keyExtension tells what OpenAPI has no words for: a key in the path.
func keyExtension(s auth.KeyScope) map[string]any {
	return map[string]any{"x-api-key": map[string]any{"in": "path", "name": keyParameter, "permission": s}}
}

// What a script on a page that may use the key is let read and send.
const (
	exposedHeaders = "ETag, Retry-After, X-Request-Id, X-Allot-Version, " +
		headerLimit + ", " + headerRemaining + ", " + headerReset + ", " + headerPolicy
	acceptedHeaders = "Accept, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id"
	preflightMaxAge = "600"
)

// authenticateKey asks who is behind the key in the path and charges the request
// to it, once nothing else speaks against it: whoever found a token, but calls
// from a wrong place, does not use up its owner's limit. A session, if the
// browser sends one along, means nothing here, so that no answer depends on it.
func (s *Server) authenticateKey(ctx huma.Context, next func(huma.Context)) {
	op := opOf(ctx)
	if as, trying := trialOf(ctx.Context()); trying {
		s.admitTrial(ctx, op.Rule, as, next)
		return
	}
	r, w := humachi.Unwrap(ctx)
	w.Header().Add("Vary", "Origin")
	key, err := s.keyOf(r, op.Rule)
	noteUse(ctx.Context(), key, ctx.Operation().Path)
	allowPage(w.Header(), key)
	if err == nil {
		err = s.charge(ctx.Context(), w.Header(), key)
	}
	if err == nil {
		err = repeated(r.URL.RawQuery)
	}
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	next(huma.WithContext(ctx, auth.WithKey(ctx.Context(), key)))
}

// repeated refuses a parameter that is given twice: a list is written with commas,
// and of two values one would be lost without a word.
func repeated(query string) error {
	seen := map[string]bool{}
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if name == "" {
			continue
		}
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		if seen[name] {
			return apperr.Field(name, "is given twice: write several values with commas between them")
		}
		seen[name] = true
	}
	return nil
}

// keyOf authenticates the key in the path. A refusal of a key that is known
// comes with its caller.
func (s *Server) keyOf(r *http.Request, rule auth.Rule) (auth.KeyCaller, error) {
	token := r.PathValue(keyParameter)
	if r.URL.RawPath != "" { // else the router has matched the decoded path
		var err error
		if token, err = url.PathUnescape(token); err != nil {
			return auth.KeyCaller{}, auth.ErrKeyUnknown
		}
	}
	return s.opt.AuthenticateKey(r.Context(), keyRequest(r, token), rule)
}

func keyRequest(r *http.Request, token string) auth.KeyRequest {
	return auth.KeyRequest{Token: token, Origin: r.Header.Get("Origin"), Referer: r.Header.Get("Referer")}
}

// allowPage lets the page that asks read the answer, if the key is for it. The
// answer names that one page and never all: it holds no cookie, but a key that
// leaked must not work from anybody's page.
func allowPage(h http.Header, key auth.KeyCaller) {
	if key.Origin != "" {
		h.Set("Access-Control-Allow-Origin", key.Origin)
		h.Set("Access-Control-Expose-Headers", exposedHeaders)
	}
}

// preflight answers a browser that asks whether a page may use the key. The
// browser hides a refusal's text from the page, so there is none. What the key
// opens is asked with the request itself, whose refusal the page may read.
func (s *Server) preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	methods := strings.Join(s.methods(r.URL.EscapedPath()), ", ")
	h.Set("Allow", methods)
	if r.Header.Get("Access-Control-Request-Method") != "" {
		h.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
		h.Add("Vary", "Origin")
		key, err := s.keyOf(r, auth.Rule{})
		if refused := (*apperr.Error)(nil); err != nil && !errors.As(err, &refused) {
			s.WriteError(w, r, err)
			return
		}
		if err == nil && key.Origin != "" {
			h.Set("Access-Control-Allow-Origin", key.Origin)
			h.Set("Access-Control-Allow-Methods", methods)
			h.Set("Access-Control-Allow-Headers", acceptedHeaders)
			h.Set("Access-Control-Max-Age", preflightMaxAge)
		}
	}
	w.WriteHeader(http.StatusNoContent)
}
