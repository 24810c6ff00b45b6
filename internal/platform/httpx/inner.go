package httpx

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// Inner is an operation that another handler calls for its own caller.
type Inner struct{ o *operation }

// Inner finds an operation by its method and the pattern of its path.
func (s *Server) Inner(method, path string) (Inner, bool) {
	for _, o := range s.operations {
		if o.method == method && o.path == path {
			return Inner{o}, true
		}
	}
	return Inner{}, false
}

// Rule says who may call the operation; nil: every signed-in user.
func (i Inner) Rule() Rule { return i.o.rule }

// ServeHTTP runs the operation as it runs for any request: it finds the caller by the
// headers of r, asks the rule and checks names and values. r must have the values of
// the path.
func (i Inner) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := i.o.build()
	h.run(humachi.NewContext(h.op, r, w))
}
