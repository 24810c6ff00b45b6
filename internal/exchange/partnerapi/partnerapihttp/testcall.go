package partnerapihttp

import (
	"context"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/identity/auth"
)

// maxProperties is what a test call tells of at most.
const maxProperties = 10

type testCallRequest struct {
	Body struct {
		Endpoint endpointName          `json:"endpoint" doc:"The last part of the path before the token"`
		Params   map[string]paramValue `json:"params,omitempty" doc:"What would stand in the query; a list stands for its entries with commas between them. Names that the operation does not know are refused, as in a query"`
	}
}

// endpointName is one that can be tried out; its schema refuses others.
type endpointName string

// Schema lists the names.
func (endpointName) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, e := range endpoints {
		s.Enum = append(s.Enum, e.name)
	}
	s.PrecomputeMessages()
	return s
}

func testCall(ctx context.Context, req *testCallRequest) (*Trial, error) {
	e := find(req.Body.Endpoint)
	who := auth.From(ctx)
	if err := (auth.Rule{Flag: e.scope.Flag()}).Allow(who); err != nil {
		return nil, err
	}
	query := url.Values{}
	for name, value := range req.Body.Params {
		if value != "" { // as in a query, nothing means the default
			query.Set(name, string(value))
		}
	}
	return &Trial{Path: e.path, Query: query, As: system(who)}, nil
}

func find(name endpointName) endpoint {
	for _, e := range endpoints {
		if e.name == string(name) {
			return e
		}
	}
	panic("an endpoint that the schema has let through is not there: " + name)
}

// system is what a system with a key of the user's account would be, within
// what the user may see.
func system(who auth.Caller) auth.KeyCaller {
	return auth.KeyCaller{
		OwnerID: who.OwnerID, AccountType: who.AccountType, Scopes: auth.KeyScopes, MaxProperties: maxProperties, Properties: who.Scope(),
	}
}
