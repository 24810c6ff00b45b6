package httpx

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/request"
)

// Gate admits systems with an API key to the operations whose Rule has a KeyScope.
// Sessions are ignored there.
type Gate interface {
	// Declare adds the key to the parameters of an operation and returns it.
	Declare(o *huma.Operation, rule Rule) *huma.Param
	// Document adds the responses that only systems get; add documents a refusal.
	Document(o *huma.Operation, add func(status, text string))
	// Admit finds the system behind a request. It may set headers of the response,
	// whether it refuses or not.
	Admit(w http.ResponseWriter, r *http.Request, o *huma.Operation, rule Rule) (request.Caller, error)
	// Preflight sets the headers for a browser that asks whether a page may use the
	// key with these methods.
	Preflight(w http.ResponseWriter, r *http.Request, methods string) error
}

// preflight serves OPTIONS for an operation with a key.
func (s *Server) preflight(w http.ResponseWriter, r *http.Request) {
	methods := strings.Join(s.methods(r.URL.EscapedPath()), ", ")
	w.Header().Set("Allow", methods)
	if r.Header.Get("Access-Control-Request-Method") != "" {
		if err := s.opt.Gate.Preflight(w, r, methods); err != nil {
			s.WriteError(w, r, err)
			return
		}
	}
	w.WriteHeader(http.StatusNoContent)
}
