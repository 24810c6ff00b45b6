package apidoc_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type (
	halfKnown struct {
		Price *thingPrice `json:"price"`
		Size  *string     `json:"size" enum:"small,large"`
		Name  *string     `json:"name"`
		Kind  string      `json:"kind" enum:"a,b"`
	}
	halfKnownRequest struct {
		Body struct {
			Size httpx.Patch[string] `json:"size,omitempty" enum:"small,large"`
		}
	}
	halfKnownResponse struct{ Body halfKnown }
)

func TestDocument_nulls(t *testing.T) {
	t.Parallel()
	b := setup(t)
	httpx.Register(b.Server, httpx.Op{
		Method: http.MethodPut, Path: "/api/half-known/", Tag: "Test", Summary: "Test", Rule: auth.Rule{Public: true},
	}, func(context.Context, *halfKnownRequest) (*halfKnownResponse, error) {
		return &halfKnownResponse{Body: halfKnown{Kind: "a"}}, nil
	})
	b.AddDocs()
	var doc struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]map[string]any }
		}
	}
	require.NoError(t, json.Unmarshal(b.do(t, http.StatusOK, "GET", "/api/openapi.json", "").Body.Bytes(), &doc))

	t.Run("what may be null is described so: an object, one of a few values, a text", func(t *testing.T) {
		t.Parallel()
		shown := doc.Components.Schemas["HalfKnown"].Properties
		require.Equal(t, []any{map[string]any{"$ref": "#/components/schemas/ThingPrice"}, map[string]any{"type": "null"}}, shown["price"]["anyOf"])
		require.Equal(t, []any{"small", "large", nil}, shown["size"]["enum"])
		require.Equal(t, []any{"string", "null"}, shown["name"]["type"])
		require.Equal(t, []any{"a", "b"}, shown["kind"]["enum"])
		require.Equal(t, []any{"small", "large", nil}, doc.Components.Schemas["HalfKnownRequestBody"].Properties["size"]["enum"])
	})
	t.Run("a value that is none of them is refused as before", func(t *testing.T) {
		t.Parallel()
		b.do(t, http.StatusOK, "PUT", "/api/half-known/", `{"size":null}`)
		b.do(t, http.StatusOK, "PUT", "/api/half-known/", `{"size":"large"}`)
		a := b.do(t, http.StatusBadRequest, "PUT", "/api/half-known/", `{"size":"huge"}`)
		require.Contains(t, a.Body.String(), `small, large`)
		require.NotContains(t, a.Body.String(), `nil`)
	})
}
