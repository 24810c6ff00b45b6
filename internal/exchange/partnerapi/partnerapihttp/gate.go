package partnerapihttp

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/request"
)

// keyParameter is the part of the path that holds an API key. Operations do
// not declare it: no handler has use for a token.
const keyParameter = "token"

// tokenInHeader stands in the path for a key that is sent as a bearer token, which
// leaves no trace in the logs of proxies.
const tokenInHeader = "-"

var keyParam = &huma.Param{
	Name: keyParameter, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
	Description: "The token of an API key; or `-`, and the token in `Authorization: Bearer <token>`",
}

// extension tells what OpenAPI has no words for: a key in the path.
const extension = "x-api-key"

func keyExtension(scope string) map[string]any {
	return map[string]any{extension: map[string]any{"in": "path", "name": keyParameter, "permission": scope}}
}

// What a script on a page that may use the key is let read and send.
const (
	exposedHeaders = "ETag, Retry-After, X-Request-Id, X-Allot-Version, " +
		headerLimit + ", " + headerRemaining + ", " + headerReset + ", " + headerPolicy
	acceptedHeaders = "Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id"
	preflightMaxAge = "600"
)

// Gate is the way of systems with an API key in the path: it asks who is behind the
// key, charges the request to it and counts how it ended. It implements httpx.Gate.
type Gate struct {
	// Authenticate finds the system behind an API key and asks the operation's
	// rule and where the key may be used. It answers auth.ErrKeyUnknown for a
	// token that is no live key; any other refusal comes with the caller.
	Authenticate func(ctx context.Context, req auth.KeyRequest, rule auth.Rule) (auth.KeyCaller, error)
	// Limit bounds how often a key may call; nil: it may as often as it likes.
	Limit *ratelimit.Windows[int64]
	// Count is told of every request whose key was known, when it has been
	// answered; nil: nobody counts. Many requests call it at once.
	Count func(auth.KeyUse)
}

var _ httpx.Gate = (*Gate)(nil)

// Declare adds the key to the operation's parameters.
func (g *Gate) Declare(o *huma.Operation, rule httpx.Rule) *huma.Param {
	o.Parameters = append(o.Parameters, keyParam)
	o.Extensions = keyExtension(rule.KeyScope())
	return keyParam
}

// Document adds what systems are answered because of their key.
func (g *Gate) Document(o *huma.Operation, add func(status, text string)) {
	add("401", "The key is not known, or is not valid any more")
	add("403", "The key lacks the permission, or may not be used from there")
	add("429", "The key was used too often: `Retry-After` says when to come back; or too many failed log-ins from this address")
	documentLimit(o)
}

// Admit asks who is behind the key in the path and charges the request to it, once
// nothing else speaks against it: whoever found a token, but calls from a wrong
// place, does not use up its owner's limit.
func (g *Gate) Admit(w http.ResponseWriter, r *http.Request, o *huma.Operation, rule httpx.Rule) (request.Caller, error) {
	of, _ := rule.(auth.Rule)
	if as, trying := trialOf(r.Context()); trying {
		return as, of.AllowOwner(as)
	}
	w.Header().Add("Vary", "Origin")
	if r.PathValue(keyParameter) == tokenInHeader {
		w.Header().Add("Vary", "Authorization")
	}
	key, err := g.keyOf(r, of)
	g.count(r.Context(), key, o.Path)
	allowPage(w.Header(), key)
	if err == nil {
		err = g.charge(w.Header(), key)
	}
	if err == nil {
		err = repeated(r.URL.RawQuery)
	}
	return key, err
}

// count has a request with a known key counted when it has been answered.
func (g *Gate) count(ctx context.Context, key auth.KeyCaller, endpoint string) {
	if g.Count == nil || !key.Known() {
		return
	}
	request.WhenAnswered(ctx, func(a request.Answer) {
		g.Count(auth.KeyUse{KeyID: key.KeyID, OwnerID: key.OwnerID, Endpoint: endpoint, Failed: a.Failed, Bytes: a.Bytes})
	})
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

// keyOf authenticates the key in the path or in the header. A refusal of a key that is known
// comes with its caller.
func (g *Gate) keyOf(r *http.Request, rule auth.Rule) (auth.KeyCaller, error) {
	token := r.PathValue(keyParameter)
	if token == tokenInHeader {
		token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !bearer {
			return auth.KeyCaller{}, auth.ErrKeyUnknown
		}
		return g.Authenticate(r.Context(), keyRequest(r, token), rule)
	}
	if r.URL.RawPath != "" { // else the router has matched the decoded path
		var err error
		if token, err = url.PathUnescape(token); err != nil {
			return auth.KeyCaller{}, auth.ErrKeyUnknown
		}
	}
	return g.Authenticate(r.Context(), keyRequest(r, token), rule)
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

// Preflight tells a browser whether a page may use the key. The browser hides a
// refusal's text from the page, so there is none. What the key opens is asked with
// the request itself, whose refusal the page may read.
func (g *Gate) Preflight(w http.ResponseWriter, r *http.Request, methods string) error {
	h := w.Header()
	h.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
	h.Add("Vary", "Origin")
	key, err := g.keyOf(r, auth.Rule{})
	if refused := (*apperr.Error)(nil); err != nil && !errors.As(err, &refused) {
		return err
	}
	if err == nil && key.Origin != "" {
		h.Set("Access-Control-Allow-Origin", key.Origin)
		h.Set("Access-Control-Allow-Methods", methods)
		h.Set("Access-Control-Allow-Headers", acceptedHeaders)
		h.Set("Access-Control-Max-Age", preflightMaxAge)
	}
	return nil
}
