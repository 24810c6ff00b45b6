package httpx

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
	"allot/internal/platform/request"
)

// SessionCookie holds the session token of a browser.
const SessionCookie = "allot_session"

var errCrossSite = apperr.New(apperr.Forbidden, "cross_site_request", "requests from other sites are not accepted")

// authenticate finds the caller and applies the operation's rule.
func (s *Server) authenticate(ctx huma.Context, next func(huma.Context)) {
	op := opOf(ctx)
	r, w := humachi.Unwrap(ctx)
	if op.forKeys() {
		who, err := s.opt.Gate.Admit(w, r, ctx.Operation(), op.Rule)
		if err != nil {
			s.refuse(ctx, err)
			return
		}
		next(huma.WithContext(ctx, request.WithCaller(ctx.Context(), who)))
		return
	}
	token, fromCookie := sessionToken(r)
	if (fromCookie && !op.public() || op.SetsSession) && crossSite(r, op.SendsMail) {
		s.refuse(ctx, errCrossSite)
		return
	}
	if op.SendsMail && r.Method == http.MethodHead { // a HEAD request must not send mail
		w.Header().Set("Allow", http.MethodGet)
		s.refuse(ctx, errMethodNotAllowed.Withf("this path knows GET only"))
		return
	}
	if op.public() && (!op.ReadsSession || token == "") {
		next(ctx)
		return
	}
	if token == "" {
		s.refuse(ctx, apperr.ErrNotAuthenticated)
		return
	}
	find := s.opt.Authenticate
	if op.unattended {
		find = s.opt.Recognize
	}
	caller, err := find(ctx.Context(), token)
	if op.public() && err != nil {
		next(ctx)
		return
	}
	if err == nil && op.Rule != nil {
		err = op.Rule.Admit(caller)
	}
	if err != nil {
		s.refuse(ctx, err)
		return
	}
	next(huma.WithContext(ctx, request.WithCaller(ctx.Context(), caller)))
}

// sessionToken reads the Authorization header, or else the cookie. A malformed
// header is not ignored in favour of the cookie.
func sessionToken(r *http.Request) (token string, fromCookie bool) {
	if h := r.Header.Get("Authorization"); h != "" {
		scheme, token, _ := strings.Cut(h, " ")
		if !strings.EqualFold(scheme, "Token") {
			return "", false
		}
		return strings.TrimSpace(token), false
	}
	c, err := r.Cookie(SessionCookie)
	if err != nil {
		return "", false
	}
	return c.Value, true
}

var crossOrigin = http.NewCrossOriginProtection()

// crossSite reports whether a browser sent the request on behalf of another site.
// Reading is harmless unless the operation declares an effect.
func crossSite(r *http.Request, hasEffect bool) bool {
	if hasEffect && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		asPost := *r
		asPost.Method = http.MethodPost
		r = &asPost
	}
	return crossOrigin.Check(r) != nil
}

// refuse answers from a huma middleware.
func (s *Server) refuse(ctx huma.Context, err error) {
	r, w := humachi.Unwrap(ctx)
	s.WriteError(w, r, err)
}
