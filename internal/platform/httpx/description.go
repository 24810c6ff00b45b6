package httpx

import (
	"slices"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/httpx/apidoc"
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
	closed  map[route]*huma.Schema // the closed body schema of each operation
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
	for _, o := range s.operations {
		o.register(d.api)
	}
	doc := d.api.OpenAPI()
	d.closed = make(map[route]*huma.Schema, len(ids))
	for o, body := range apidoc.Complete(doc, s.opt.Texts, s.tags, declarationOf) {
		d.closed[route{o.Method, o.Path}] = body
		o.Metadata = nil // it leads to the server, which may end before the description
	}
	doc.OnAddOperation = nil // so does this
}

// declarationOf returns what the document needs to know of an Op.
func declarationOf(o *huma.Operation) apidoc.Declared {
	op, _ := o.Metadata[metadataKey].(*Op)
	return apidoc.Declared{Primary: op.primary, Files: op.Files}
}

// unrouted is an adapter for an API that only describes.
type unrouted struct{ huma.Adapter }

// Handle forgets how the operation is run: each server builds that itself.
func (unrouted) Handle(*huma.Operation, func(huma.Context)) {}
