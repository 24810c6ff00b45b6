package httpx

import (
	"slices"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// Description is what the operations of a server take and return: the schemas that
// requests are checked with, and the OpenAPI document. It takes some forty times as
// long to make as to read, and follows from the Go types alone. So the servers of one
// process share one if they have the same operations. It does not change once it
// is made.
type Description struct {
	once    sync.Once
	version string
	of      []identity
	api     huma.API
	closed  map[identity]*huma.Schema // the closed body schema of each operation
}

// describe returns the description of all operations registered so far: that of
// the options if it is of the same operations, else one of the server's own.
func (s *Server) describe() *Description {
	ids := make([]identity, len(s.operations))
	for i, o := range s.operations {
		ids[i] = o.identity
	}
	if d := s.opt.Description; d != nil {
		d.once.Do(func() { s.fill(d, ids) })
		if d.version == s.opt.Version && slices.Equal(d.of, ids) {
			return d
		}
	}
	d := &Description{}
	s.fill(d, ids)
	return d
}

func (s *Server) fill(d *Description, ids []identity) {
	d.version, d.of = s.opt.Version, ids
	d.api = huma.NewAPI(s.humaConfig(), unrouted{})
	d.api.OpenAPI().Tags = s.documentTags()
	d.api.OpenAPI().Components.Schemas.Map()[xmlSchema] = xmlText
	for _, o := range s.operations {
		o.register(d.api)
	}
	doc := d.api.OpenAPI()
	documentNulls(doc)
	describeMembers(doc, s.opt.Glossary)
	closeRequests(doc)
	d.closed = make(map[identity]*huma.Schema, len(ids))
	for _, id := range ids {
		o := operationOf(doc, id)
		d.closed[id], _ = o.Metadata[closedKey].(*huma.Schema)
		documentExample(o, s.opt.Examples)
		o.Metadata = nil // it leads to the server, which may end before the description
	}
	doc.OnAddOperation = nil // so does this
}

// operationOf finds an operation in the document.
func operationOf(doc *huma.OpenAPI, id identity) *huma.Operation {
	for _, o := range operationsOf(doc.Paths[id.path]) {
		if o.Method == id.method {
			return o
		}
	}
	return nil
}

// unrouted is an adapter for an API that only describes.
type unrouted struct{ huma.Adapter }

// Handle forgets how the operation is run: each server builds that itself.
func (unrouted) Handle(*huma.Operation, func(huma.Context)) {}
