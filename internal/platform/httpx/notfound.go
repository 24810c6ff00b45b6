package httpx

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"allot/internal/platform/apperr"
)

var (
	errNoPath           = apperr.ErrNotFound.Withf("there is nothing at this path")
	errMethodNotAllowed = apperr.New(apperr.NotAllowed, "method_not_allowed", "this path does not know that method")
)

// SetPage sets what browsers are shown at an unknown path outside of the API, with 404.
func (s *Server) SetPage(page http.HandlerFunc) { s.page = page }

// opensPage reports whether a browser opens an address for a person to look at.
func opensPage(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && !strings.HasPrefix(r.URL.Path, "/api/")
}

// notFound redirects a path with a missing or surplus trailing slash with 308, which
// keeps method and body. Everything else is a 404: the page for a person, else in our
// error shape.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	path := r.URL.EscapedPath()
	other := strings.TrimSuffix(path, "/")
	if other == path {
		other = path + "/"
	}
	// A path such as //host/ would become a redirect to another site.
	if other != "" && !strings.HasPrefix(other, "//") && len(s.methods(other)) > 0 {
		if r.URL.RawQuery != "" {
			other += "?" + r.URL.RawQuery
		}
		w.Header().Set("Location", other)
		w.WriteHeader(http.StatusPermanentRedirect)
		return
	}
	if s.page != nil && opensPage(r) {
		s.page(w, r)
		return
	}
	s.WriteError(w, r, errNoPath)
}

func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	allowed := s.methods(r.URL.EscapedPath())
	if len(allowed) == 0 { // neither method nor path exist
		s.notFound(w, r)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.WriteError(w, r, errMethodNotAllowed.Withf("this path knows %s only", strings.Join(allowed, ", ")))
}

// methods lists the methods of a path.
func (s *Server) methods(path string) []string {
	var found []string
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if s.router.Match(chi.NewRouteContext(), m, path) {
			found = append(found, m)
			if m == http.MethodGet {
				found = append(found, http.MethodHead)
			}
		}
	}
	if len(found) > 0 {
		found = append(found, http.MethodOptions)
	}
	return found
}
