package httpx

import (
	"cmp"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"allot/internal/platform/request"
)

// unmatched stands for every path without a route: such a path may hold a
// token with a typo in front, so no part of it is logged.
const unmatched = "(no route)"

// accessLog writes one line a request, with the route's pattern and never the
// path: tokens live in paths.
func (s *Server) accessLog(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		s.opt.Metrics.begin()
		defer s.logAnswer(r, ww, s.opt.Now())
		next.ServeHTTP(ww, r)
	})
}

func (s *Server) logAnswer(r *http.Request, w middleware.WrapResponseWriter, start time.Time) {
	took := s.opt.Now().Sub(start)
	// chi has put its context here before any middleware and filled it in while
	// routing.
	pattern := cmp.Or(chi.RouteContext(r.Context()).RoutePattern(), unmatched)
	status := cmp.Or(w.Status(), http.StatusOK) // what net/http sends for a handler that says nothing
	s.opt.Metrics.end(r.Method, pattern, status, took)
	s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("method", method(r.Method)), slog.String("route", pattern),
		slog.Int("status", status), slog.Int("bytes", w.BytesWritten()),
		slog.String("ip", request.From(r.Context()).IP()), slog.Duration("took", took.Round(time.Microsecond)))
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
		defer s.answerPanic(w, r)
		next.ServeHTTP(w, r)
	})
}

func (s *Server) answerPanic(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler { //nolint:errorlint // a sentinel that net/http itself compares
		panic(v)
	}
	s.log.ErrorContext(r.Context(), "request panicked", "error", v, "stack", string(debug.Stack()))
	if ww, ok := w.(middleware.WrapResponseWriter); ok && ww.Status() != 0 {
		panic(http.ErrAbortHandler) // the answer is under way: cut it, so that nobody takes it for whole
	}
	w.Header().Del("Set-Cookie")
	s.WriteError(w, r, errInternal)
}
