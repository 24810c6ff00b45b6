package httpx

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5/middleware"

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
	token string   // of the key in the path, if the operation is for keys
	vary  []string // as on the long way
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
	r, w := humachi.Unwrap(hc)
	op := opOf(hc)
	if _, trying := trialOf(hc.Context()); trying || r.Method != http.MethodGet || op.Deprecated != nil {
		return
	}
	u := &understood{op: op, route: hc.Operation().Path, vary: slices.Clone(w.Header()["Vary"]), run: run}
	if op.Rule.Key != "" {
		u.token = hc.Param(keyParameter)
	}
	s.understoods.keep(r.RequestURI, u)
}

// unchanged answers 304 where the client asks again for what it has. Whatever
// else is to be said, a refusal included, is left to the long way, and so is
// charging and counting it.
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
	var key auth.KeyCaller
	defer func() {
		if v := recover(); v != nil {
			s.panicAgain(w, r.WithContext(ctx), u, key, v)
			done = true
		}
	}()
	if ban.Check(ctx, s.opt.Bans, meta.ClientIP) != nil {
		return false
	}
	called, err := s.callerAgain(ctx, r, u)
	if err != nil {
		return false
	}
	key = auth.KeyFrom(called)
	p, err := u.run(called)
	if err != nil {
		return false
	}
	etag := s.etag(called, p.Tag, asksXML(r))
	if !TagMatches(has, etag) || s.charge(called, w.Header(), key) != nil {
		return false
	}
	s.opt.Metrics.begin()
	h := w.Header()
	h["X-Request-Id"] = []string{meta.ID}
	h["X-Allot-Version"] = s.common["X-Allot-Version"]
	h["Vary"] = u.vary
	allowPage(h, key)
	validators(h, etag)
	w.WriteHeader(http.StatusNotModified)
	s.logAnswer(ctx, start, logging.Answered{Method: http.MethodGet, Route: u.route, Status: http.StatusNotModified})
	s.countUse(&auth.KeyUse{KeyID: key.KeyID, OwnerID: key.OwnerID, Endpoint: u.route}, http.StatusNotModified, 0, true)
	remember(r)
	return true
}

var errNoCaller = errors.New("nobody who may call")

// callerAgain puts whoever asks into the context, if the operation is for them.
func (s *Server) callerAgain(ctx context.Context, r *http.Request, u *understood) (context.Context, error) {
	if u.op.Rule.Key != "" {
		key, err := s.opt.AuthenticateKey(ctx, keyRequest(r, u.token), u.op.Rule)
		return auth.WithKey(ctx, key), err
	}
	token, _ := sessionToken(r)
	if token == "" {
		return ctx, errNoCaller
	}
	caller, err := s.opt.Authenticate(ctx, token)
	if err == nil {
		err = u.op.Rule.Allow(caller)
	}
	return auth.With(ctx, caller), err
}

// panicAgain answers for a handler that panicked on the short way.
func (s *Server) panicAgain(w http.ResponseWriter, r *http.Request, u *understood, key auth.KeyCaller, v any) {
	ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
	maps.Copy(ww.Header(), s.common)
	ww.Header().Set("X-Request-Id", request.From(r.Context()).ID)
	s.answerPanic(ww, r, v)
	use := &auth.KeyUse{KeyID: key.KeyID, OwnerID: key.OwnerID, Endpoint: u.route}
	s.countUse(use, ww.Status(), ww.BytesWritten(), true)
}
