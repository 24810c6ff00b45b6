package httpx

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/auth"
)

// Trial is a call of an operation for keys by somebody who has none at hand.
type Trial struct {
	Path  string // the pattern, such as /api/v1/facts/{token}/
	Query url.Values
	As    auth.KeyCaller // for whom the operation works; it has no KeyID
}

// keyHandlers is the router, and remembers what it does with a GET of a key.
type keyHandlers struct {
	huma.Adapter
	byPath map[string]keyHandler
}

type keyHandler struct {
	op  *huma.Operation
	run func(huma.Context)
}

// Handle is called by huma with every operation and all that is around it.
func (k *keyHandlers) Handle(op *huma.Operation, run func(huma.Context)) {
	if own, ok := op.Metadata[metadataKey].(*Op); ok && own.Rule.Key != "" && op.Method == http.MethodGet {
		k.byPath[op.Path] = keyHandler{op, run}
	}
	k.Adapter.Handle(op, run)
}

type trialResponse struct{ Body func(huma.Context) }

// RegisterTrial adds an operation for users that answers what an operation for
// keys would answer: without a key, without a limit, counted by nobody. paths
// are those that it may run. They must be registered by then: a program that
// lacks one does not start.
func RegisterTrial[I any](s *Server, op Op, paths []string, h func(context.Context, *I) (*Trial, error)) {
	op.answers = &huma.Schema{Description: "What the operation answers that is tried out"}
	for _, p := range paths {
		known, ok := s.forKeys.byPath[p]
		if !ok {
			panic("nothing for keys to try out at " + p)
		}
		op.answers.AnyOf = append(op.answers.AnyOf, known.op.Responses["200"].Content["application/json"].Schema)
	}
	Register(s, op, func(ctx context.Context, in *I) (*trialResponse, error) {
		t, err := h(ctx, in)
		if err != nil {
			return nil, err
		}
		to, ok := s.forKeys.byPath[t.Path]
		if !ok {
			return nil, fmt.Errorf("try out %s: there is no such operation", t.Path)
		}
		if !knownFormat(t.Query.Get(formatParam.Name)) {
			return nil, errFormat
		}
		return &trialResponse{Body: func(hc huma.Context) { to.run(t.request(hc, to.op)) }}, nil //nolint:contextcheck // it is in hc
	})
}

// noToken stands where a token would, so that links can be made of the path.
const noToken = "your-token"

// request is that of a system with a key, as far as it is left to the caller:
// nothing of the user goes along, so that the answer is the system's.
func (t *Trial) request(hc huma.Context, op *huma.Operation) huma.Context {
	r, w := humachi.Unwrap(hc)
	ctx := context.WithValue(auth.With(hc.Context(), auth.Caller{}), trialKey{}, t.As)
	inner := r.Clone(ctx)
	inner.Method, inner.Body, inner.ContentLength, inner.RequestURI = http.MethodGet, http.NoBody, 0, ""
	inner.URL = &url.URL{Path: strings.ReplaceAll(t.Path, "{"+keyParameter+"}", noToken), RawQuery: t.Query.Encode()}
	inner.SetPathValue(keyParameter, noToken)
	inner.Header = http.Header{"Accept": t.accept(r), "Accept-Encoding": r.Header["Accept-Encoding"]}
	return humachi.NewContext(op, inner, w)
}

// accept is the one exact value that negotiate leaves of a request's own.
func (t *Trial) accept(r *http.Request) []string {
	switch t.Query.Get(formatParam.Name) {
	case "xml":
		return acceptXML
	case "json":
		return acceptJSON
	}
	return r.Header["Accept"]
}

// trialKey marks a request that Trial has made: nobody outside can.
type trialKey struct{}

func trialOf(ctx context.Context) (as auth.KeyCaller, trying bool) {
	as, trying = ctx.Value(trialKey{}).(auth.KeyCaller)
	return as, trying
}

// admitTrial asks of the rule what does not depend on a key.
func (s *Server) admitTrial(ctx huma.Context, rule auth.Rule, as auth.KeyCaller, next func(huma.Context)) {
	if err := rule.AllowOwner(as); err != nil {
		s.refuse(ctx, err)
		return
	}
	next(huma.WithContext(ctx, auth.WithKey(ctx.Context(), as)))
}
