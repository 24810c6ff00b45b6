package httpx

import (
	"net/http"
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// operation is one operation under one path. Huma builds what runs it when it is
// first called: to build all takes longer than most requests.
type operation struct {
	identity

	rule     Rule
	register func(api huma.API)
	build    func() handler // once
}

// identity is what tells whether two servers have the same operation.
type identity struct {
	route

	in, out reflect.Type
}

// route is where an operation is found.
type route struct{ method, path string }

type handler struct {
	op  *huma.Operation
	run func(huma.Context)
}

// add routes an operation. register adds it to an API: to that of the description,
// and to one that only runs it.
func (s *Server) add(id identity, rule Rule, register func(api huma.API)) {
	o := &operation{identity: id, rule: rule, register: register}
	o.build = sync.OnceValue(func() handler { return s.bind(o) })
	s.operations = append(s.operations, o)
	if id.method == http.MethodGet {
		s.gets[id.path] = o
	}
	s.router.MethodFunc(id.method, id.path, func(w http.ResponseWriter, r *http.Request) {
		h := o.build()
		s.opt.Tracer.Operation(r.Context(), h.op.OperationID)
		h.run(humachi.NewContext(h.op, r, w))
	})
}

// bind builds what runs an operation on this server, by the finished description.
func (s *Server) bind(o *operation) handler {
	d := s.described()
	b := &bound{API: d.api, document: s.documentOperation, middlewares: huma.Middlewares{announce, s.authenticate, s.checkParameters, s.readBody, s.idempotent}}
	o.register(b)
	b.built.op.Metadata[closedKey] = d.closed[o.route]
	return b.built
}

// Get returns the operation of a GET path with its middleware, so that another
// operation can call it.
func (s *Server) Get(path string) (op *huma.Operation, run func(huma.Context), found bool) {
	o, found := s.gets[path]
	if !found {
		return nil, nil, false
	}
	h := o.build()
	return h.op, h.run, true
}

// HasForKeys reports whether a GET path has an operation for systems with an API key.
func (s *Server) HasForKeys(path string) bool {
	o, found := s.gets[path]
	return found && o.rule != nil && o.rule.KeyScope() != ""
}

// bound is the API of a description with the middleware of one server. It takes one
// operation, and leaves the description as it is.
type bound struct {
	huma.API

	document    func(*huma.OpenAPI, *huma.Operation)
	middlewares huma.Middlewares
	built       handler
}

// Middlewares returns those of the server.
func (b *bound) Middlewares() huma.Middlewares { return b.middlewares }

// Adapter returns what takes the operation.
func (b *bound) Adapter() huma.Adapter { return b }

// DocumentOperation completes the operation; huma calls it instead of adding the
// operation to the description, which has it already.
func (b *bound) DocumentOperation(o *huma.Operation) { b.document(nil, o) }

// Handle takes the operation with its middleware.
func (b *bound) Handle(op *huma.Operation, run func(huma.Context)) { b.built = handler{op, run} }

// ServeHTTP is there for huma.Adapter: requests come through the router of the server.
func (b *bound) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }
