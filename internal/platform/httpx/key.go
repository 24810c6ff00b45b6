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
	exposedHeaders  = "ETag, Retry-After, X-Request-Id, X-Allot-Version"
	acceptedHeaders = "Accept, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id"
	preflightMaxAge = "600"
)

// authenticateKey finds the system behind the key in the path and asks the
// operation's rule. A session, if the browser sends one along, means nothing
// here, so that no answer depends on it.
func (s *Server) authenticateKey(ctx huma.Context, next func(huma.Context)) {
	r, w := humachi.Unwrap(ctx)
	key, err := s.keyOf(r, w)
	if err == nil {
		err = opOf(ctx).Rule.AllowKey(key)
	}
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	next(huma.WithContext(ctx, auth.WithKey(ctx.Context(), key)))
}

// keyOf authenticates and lets the page that asks read the answer, if the key
// is for it. The answer names that one page and never all: it holds no cookie,
// but a key that leaked must not work from anybody's page.
func (s *Server) keyOf(r *http.Request, w http.ResponseWriter) (auth.KeyCaller, error) {
	h := w.Header()
	h.Add("Vary", "Origin")
	token := r.PathValue(keyParameter)
	if r.URL.RawPath != "" { // else the router has matched the decoded path
		var err error
		if token, err = url.PathUnescape(token); err != nil {
			return auth.KeyCaller{}, auth.ErrKeyUnknown
		}
	}
	key, err := s.opt.AuthenticateKey(r.Context(), auth.KeyRequest{
		Token: token, Origin: r.Header.Get("Origin"), Referer: r.Header.Get("Referer"),
	})
	if err == nil && key.Origin != "" {
		h.Set("Access-Control-Allow-Origin", key.Origin)
		h.Set("Access-Control-Expose-Headers", exposedHeaders)
	}
	return key, err
}

// preflight answers a browser that asks whether a page may use the key. The
// browser hides a refusal's text from the page, so there is none.
func (s *Server) preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	methods := strings.Join(s.methods(r.URL.EscapedPath()), ", ")
	h.Set("Allow", methods)
	if r.Header.Get("Access-Control-Request-Method") != "" {
		h.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
		key, err := s.keyOf(r, w)
		if refused := (*apperr.Error)(nil); err != nil && !errors.As(err, &refused) {
			s.WriteError(w, r, err)
			return
		}
		if err == nil && key.Origin != "" {
			h.Del("Access-Control-Expose-Headers") // means nothing before the real request
			h.Set("Access-Control-Allow-Methods", methods)
			h.Set("Access-Control-Allow-Headers", acceptedHeaders)
			h.Set("Access-Control-Max-Age", preflightMaxAge)
		}
	}
	w.WriteHeader(http.StatusNoContent)
}
