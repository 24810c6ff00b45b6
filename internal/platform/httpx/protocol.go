package httpx

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// ProtocolHandler serves an operation that follows somebody else's protocol. It writes
// the response itself; an error that it returns is a normal error body.
type ProtocolHandler func(w http.ResponseWriter, r *http.Request) error

// RegisterProtocol adds an operation that a protocol of others defines: how systems
// sign in (HTTP Basic), what the body is and what is answered. Its Rule must be public:
// the handler authenticates. document completes the description.
func RegisterProtocol(s *Server, op Op, document func(o *huma.Operation), h ProtocolHandler) {
	op.protocol = func(o *huma.Operation) {
		o.Security = []map[string][]string{{basicScheme: {}}}
		document(o)
	}
	Register(s, op, func(context.Context, *struct{}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(hc huma.Context) { //nolint:contextcheck // huma.Context has the context of the request
			r, w := humachi.Unwrap(hc)
			if err := h(w, r.WithContext(hc.Context())); err != nil {
				s.WriteError(w, r, err)
			}
		}}, nil
	})
}

// basicScheme is HTTP Basic in the description.
const basicScheme = "Basic"
