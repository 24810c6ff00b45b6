package httpx

import (
	"context"
	"maps"
	"net/http"
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/auth"
	"allot/internal/platform/ban"
	"allot/internal/platform/logging"
	"allot/internal/platform/request"
)

// understood is an address that was routed and parsed before: a client that asks
// for it again, and has the answer, need not wait for either. Only that is kept.
// Whoever asks is looked up anew each time, and the handler runs, so that nothing
// which decides the answer is older than the request.
type understood struct {
	op    *Op
	route string
	run   func(context.Context) (*Prepared, error)
}

// understoods are bounded by number: an address has a bounded length.
type understoods struct {
	mu    sync.RWMutex
	byURI map[string]*understood
}

const (
	maxUnderstood    = 4096
	maxUnderstoodURI = 512
)

func (a *understoods) find(uri string) *understood {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.byURI[uri]
}

// keep drops any of the others when there are too many: what is asked for often
// is soon back.
func (a *understoods) keep(uri string, u *understood) {
	if len(uri) > maxUnderstoodURI || a.find(uri) != nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for other := range a.byURI {
		if len(a.byURI) < maxUnderstood {
			break
		}
		delete(a.byURI, other)
	}
	a.byURI[uri] = u
}

// readsAddressOnly tells whether an operation's input comes from path and query
// alone, so that equal addresses mean equal inputs.
func readsAddressOnly(in reflect.Type) bool {
	for i := range in.NumField() {
		f := in.Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			if !readsAddressOnly(f.Type) {
				return false
			}
			continue
		}
		if f.Tag.Get("path") == "" && f.Tag.Get("query") == "" {
			return false
		}
	}
	return true
}

// understand keeps how a request was understood.
func (s *Server) understand(hc huma.Context, run func(context.Context) (*Prepared, error)) {
	r, _ := humachi.Unwrap(hc)
	op := opOf(hc)
	if r.Method == http.MethodGet && op.Rule.Key == "" && op.Deprecated == nil {
		s.understoods.keep(r.RequestURI, &understood{op, hc.Operation().Path, run})
	}
}

// unchanged answers 304 where the client asks again for what it has. Whatever
// else is to be said, a refusal included, is left to the long way.
func (s *Server) unchanged(w http.ResponseWriter, r *http.Request) (done bool) {
	has := r.Header["If-None-Match"]
	if len(has) == 0 || r.Method != http.MethodGet || r.ContentLength != 0 {
		return false
	}
	u := s.understoods.find(r.RequestURI)
	if u == nil {
		return false
	}
	start := s.opt.Now()
	meta := s.meta(r)
	ctx := request.With(r.Context(), meta)
	defer func() {
		if v := recover(); v != nil {
			maps.Copy(w.Header(), s.common)
			w.Header().Set("X-Request-Id", meta.ID)
			s.answerPanic(w, r.WithContext(ctx), v)
			done = true
		}
	}()
	token, _ := sessionToken(r)
	if token == "" || ban.Check(ctx, s.opt.Bans, meta.ClientIP) != nil {
		return false
	}
	caller, err := s.opt.Authenticate(ctx, token)
	if err != nil || u.op.Rule.Allow(caller) != nil {
		return false
	}
	ctx = auth.With(ctx, caller)
	p, err := u.run(ctx)
	if err != nil {
		return false
	}
	etag := s.etag(ctx, p.Tag, false)
	if !TagMatches(has, etag) {
		return false
	}
	s.opt.Metrics.begin()
	h := w.Header()
	h["X-Request-Id"] = []string{meta.ID}
	h["X-Allot-Version"] = s.common["X-Allot-Version"]
	h["Vary"] = varyEncoding
	validators(h, etag)
	w.WriteHeader(http.StatusNotModified)
	s.logAnswer(ctx, start, logging.Answered{Method: http.MethodGet, Route: u.route, Status: http.StatusNotModified})
	return true
}

var varyEncoding = []string{"Accept-Encoding"}
