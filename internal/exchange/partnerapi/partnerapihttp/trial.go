package partnerapihttp

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

// Trial is a call of an operation for keys by somebody who has none at hand.
type Trial struct {
	Path  string // the pattern, such as /api/v1/facts/{token}/
	Query url.Values
	As    auth.KeyCaller // for whom the operation works; it has no KeyID
}

// RegisterTrial adds an operation for users that answers what an operation for
// keys would answer: without a key, without a limit, counted by nobody. paths
// are those that it may run. They must be registered by then: a program that
// lacks one does not start.
func RegisterTrial[I any](s *httpx.Server, op httpx.Op, paths []string, h func(context.Context, *I) (*Trial, error)) {
	for _, p := range paths {
		if !s.HasForKeys(p) {
			panic("nothing for keys to try out at " + p)
		}
	}
	op.Answers = func(doc *huma.OpenAPI) *huma.Schema {
		const name = "PartnerAnswer" // without one, generated clients would have to make it up
		ref, schemas := &huma.Schema{Ref: "#/components/schemas/" + name}, doc.Components.Schemas.Map()
		if schemas[name] != nil { // the description is made already, and others read it
			return ref
		}
		answer := &huma.Schema{Description: "What the operation answers that is tried out"}
		for _, p := range paths {
			answer.AnyOf = append(answer.AnyOf, doc.Paths[p].Get.Responses["200"].Content["application/json"].Schema)
		}
		schemas[name] = answer
		return ref
	}
	httpx.Register(s, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		t, err := h(ctx, in)
		if err != nil {
			return nil, err
		}
		to, run, ok := s.Get(t.Path)
		if !ok {
			return nil, fmt.Errorf("try out %s: there is no such operation", t.Path)
		}
		if err := httpx.CheckFormat(t.Query.Get(formatName)); err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) { run(t.request(hc, to)) }}, nil //nolint:contextcheck // it is in hc
	})
}

// formatName is the parameter that says in which format to answer.
const formatName = "format"

// noToken stands where a token would, so that links can be made of the path.
const noToken = "your-token"

// request is that of a system with a key, as far as it is left to the caller:
// nothing of the user goes along, so that the answer is the system's.
func (t *Trial) request(hc huma.Context, op *huma.Operation) huma.Context {
	r, w := humachi.Unwrap(hc)
	ctx := context.WithValue(auth.WithKey(hc.Context(), t.As), trialKey{}, t.As)
	inner := r.Clone(ctx)
	inner.Method, inner.Body, inner.ContentLength, inner.RequestURI = http.MethodGet, http.NoBody, 0, ""
	inner.URL = &url.URL{Path: strings.ReplaceAll(t.Path, "{"+keyParameter+"}", noToken), RawQuery: t.Query.Encode()}
	inner.SetPathValue(keyParameter, noToken)
	inner.Header = http.Header{"Accept": t.accept(r), "Accept-Encoding": r.Header["Accept-Encoding"]}
	return humachi.NewContext(op, inner, w)
}

// accept is the one exact value that negotiate leaves of a request's own.
func (t *Trial) accept(r *http.Request) []string {
	switch t.Query.Get(formatName) {
	case "xml":
		return []string{"application/xml"}
	case "json":
		return []string{"application/json"}
	}
	return r.Header["Accept"]
}

// trialKey marks a request that Trial has made: nobody outside can.
type trialKey struct{}

func trialOf(ctx context.Context) (as auth.KeyCaller, trying bool) {
	as, trying = ctx.Value(trialKey{}).(auth.KeyCaller)
	return as, trying
}
