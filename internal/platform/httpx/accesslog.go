package httpx

import (
	"cmp"
	"context"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"allot/internal/platform/logging"
	"allot/internal/platform/request"
	"allot/internal/platform/tracing"
)

// unmatched is logged for every path without a route: such a path may contain a
// mistyped token, so no part of it is logged.
const unmatched = "(no route)"

// accessLog writes one line for a request, with the route's pattern and never the
// path, because paths contain tokens.
func (s *Server) accessLog(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		s.opt.Metrics.begin()
		start, whole := s.opt.Now(), false
		defer func() { s.answered(r, ww, start, whole) }()
		next.ServeHTTP(ww, r)
		whole = true // an answer that breaks off leaves as a panic
	})
}

// answered logs and counts a finished request, complete or broken off.
func (s *Server) answered(r *http.Request, w middleware.WrapResponseWriter, start time.Time, whole bool) {
	ctx := r.Context()
	status := cmp.Or(w.Status(), http.StatusOK) // what net/http sends for a handler that says nothing
	s.logAnswer(ctx, start, logging.Answered{
		// chi has put its context here before any middleware and filled it in
		// while routing.
		Method: method(r.Method), Route: cmp.Or(chi.RouteContext(ctx).RoutePattern(), unmatched),
		Status: status, Bytes: w.BytesWritten(),
	})
	request.Answered(ctx, request.Answer{Failed: status >= http.StatusBadRequest || !whole, Bytes: int64(w.BytesWritten())})
}

func (s *Server) logAnswer(ctx context.Context, start time.Time, a logging.Answered) {
	end := s.opt.Now()
	a.Took = end.Sub(start)
	refusal := ""
	if a.Status >= http.StatusBadRequest {
		refusal = request.Refusal(ctx)
	}
	counted := a
	if begun := request.Begun(ctx); begun.IsZero() {
		s.opt.Metrics.answered()
	} else {
		counted.Took = begun.Sub(start) // how long a stream was open says nothing of how fast we are
	}
	s.opt.Metrics.end(counted, refusal)
	s.opt.Tracer.Answered(ctx, tracing.Answer{
		Method: a.Method, Route: a.Route, RequestID: request.From(ctx).ID, Status: a.Status, Refusal: refusal,
	})
	logging.LogAnswered(ctx, s.log, end, a)
}

// method keeps invented methods, which are free text, out of logs and metrics.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "OTHER"
}

// recoverPanic answers 500 instead of dropping the connection.
func (s *Server) recoverPanic(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				s.answerPanic(w, r, v)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func (s *Server) answerPanic(w http.ResponseWriter, r *http.Request, v any) {
	if v == http.ErrAbortHandler { //nolint:errorlint // a sentinel that net/http itself compares
		panic(v)
	}
	s.log.ErrorContext(r.Context(), "request panicked", "error", v, "stack", string(debug.Stack()))
	if ww, ok := w.(middleware.WrapResponseWriter); ok && ww.Status() != 0 {
		panic(http.ErrAbortHandler) // the response has begun: cut it, so that the client sees that it is incomplete
	}
	w.Header().Del("Set-Cookie")
	s.WriteError(w, r, errInternal)
}
