package httpx

import (
	"net/http"
	"net/netip"
)

// trace makes a span of every request, if there is a tracer. The trace of a proxy that
// is trusted is continued, nobody else's.
func (s *Server) trace(next http.Handler) http.Handler {
	if s.opt.Tracer == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var from http.Header
		if peer, _ := netip.ParseAddrPort(r.RemoteAddr); s.trusted(peer.Addr().Unmap()) {
			from = r.Header
		}
		ctx, span := s.opt.Tracer.Request(r.Context(), from)
		defer span.End(nil) // accessLog has said how it was answered
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
