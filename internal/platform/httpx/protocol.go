package httpx

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx/apidoc"
	"allot/internal/platform/request"
)

// Protocol is how an operation is served that follows somebody else's protocol.
type Protocol struct {
	// Document completes the description.
	Document func(o *huma.Operation)
	// Serve authenticates and writes the response itself. An error that it returns is refused.
	Serve func(w http.ResponseWriter, r *http.Request) error
	// Refuse writes a refusal as the protocol has it, also one from before Serve, such as that of
	// a banned address. False: the protocol has no words for it, and our error body is sent.
	Refuse func(w http.ResponseWriter, err error) bool
}

// RegisterProtocol adds an operation that a protocol of others defines: how systems
// sign in (HTTP Basic), what the body is and what is answered. Its Rule must be public.
func RegisterProtocol(s *Server, op Op, p Protocol) {
	op.protocol = func(o *huma.Operation) {
		o.Security = []map[string][]string{{apidoc.BasicScheme: {}}}
		p.Document(o)
	}
	s.refusals[op.Path] = p.Refuse
	Register(s, op, func(context.Context, *struct{}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(hc huma.Context) { //nolint:contextcheck // huma.Context has the context of the request
			r, w := humachi.Unwrap(hc)
			if err := p.Serve(w, r.WithContext(hc.Context())); err != nil {
				s.WriteError(w, r, err)
			}
		}}, nil
	})
}

// refusedInOwnWords reports whether the path has a protocol that has told the error.
func (s *Server) refusedInOwnWords(w http.ResponseWriter, r *http.Request, err error) bool {
	refuse := s.refusals[r.URL.Path]
	if refuse == nil || !refuse(w, err) {
		return false
	}
	if e, ok := errors.AsType[*apperr.Error](err); ok {
		request.Refuse(r.Context(), e.Code)
	}
	return true
}
