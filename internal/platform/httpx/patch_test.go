package httpx_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

func TestPatch(t *testing.T) {
	t.Parallel()

	decode := func(t *testing.T, body string) httpx.Patch[string] {
		t.Helper()
		var v struct {
			Name httpx.Patch[string] `json:"name"`
		}
		require.NoError(t, json.Unmarshal([]byte(body), &v))
		return v.Name
	}
	t.Run("a missing field leaves the value", func(t *testing.T) {
		t.Parallel()
		p := decode(t, `{}`)
		require.False(t, p.Set)
		require.Nil(t, p.Pointer())
	})
	t.Run("null clears it", func(t *testing.T) {
		t.Parallel()
		p := decode(t, `{"name":null}`)
		require.True(t, p.Null)
		require.Empty(t, *p.Pointer())
	})
	t.Run("a value replaces it", func(t *testing.T) {
		t.Parallel()
		p := decode(t, `{"name":"new"}`)
		require.Equal(t, "new", *p.Pointer())
		require.False(t, p.Null)
	})
}

func TestPatch_inOperations(t *testing.T) {
	t.Parallel()
	b := setup(t)

	t.Run("missing, null and value arrive apart", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("PATCH", "/api/things/1/", `{"name":null,"ids":[1,2],"day":"2030-05-31","price":{"amount":3}}`).ok(http.StatusOK)
		require.Equal(t, "{Name:{Set:true Null:true Value:} Size:{Set:false Null:false Value:0} Day:{Set:true Null:false Value:2030-05-31} "+
			"IDs:{Set:true Null:false Value:[1 2]} Price:{Set:true Null:false Value:{Amount:3}} Amount:{Set:false Null:false Value:0.00}}", a.json()["text"])
	})
	t.Run("every field takes null", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("PATCH", "/api/things/1/", `{"name":null,"size":null,"day":null,"ids":null,"price":null,"amount":null}`).ok(http.StatusOK)
	})

	bad := map[string]string{
		`{"name":1}`: "name", `{"name":"123456789012345678901"}`: "name", `{"size":"1"}`: "size", `{"size":0}`: "size",
		`{"day":"2030-02-30"}`: "day", `{"day":7}`: "day", `{"ids":[1,"2"]}`: "ids[1]", `{"ids":7}`: "ids",
		`{"ids":[null]}`: "ids[0]", `{"price":7}`: "price", `{"price":{}}`: "price.amount", `{"price":{"amount":0}}`: "price.amount", `{"amount":true}`: "amount",
	}
	for body, field := range bad {
		t.Run(body+" names its field", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			r := b.do("PATCH", "/api/things/1/", body).refused(http.StatusBadRequest, "validation_failed")
			require.Contains(t, r.fields(), field)
		})
	}
	t.Run("a list that is too long names its field and its limit", func(t *testing.T) {
		t.Parallel()
		a := b.in(t).do("PATCH", "/api/things/1/", `{"ids":[1,2,3,4]}`).ok(http.StatusBadRequest)
		require.Contains(t, a.body, `"code":"too_many_items"`)
		require.Contains(t, a.body, `{"field":"ids","code":"too_many","params":{"max":3},"message":"must have at most 3 entries"}`)
		require.Contains(t, a.body, `"limit":3`)
	})
	t.Run("unknown members of a nested object are named", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		r := b.do("PATCH", "/api/things/1/", `{"price":{"amount":1,"amnt":2}}`).refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, []string{"price.amnt"}, r.fields())
	})
}

func TestPatch_Schema(t *testing.T) {
	t.Parallel()
	doc, err := setup(t).Document()
	require.NoError(t, err)
	var v struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string                  `json:"required"`
				Properties map[string]map[string]any `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	require.NoError(t, json.Unmarshal(doc, &v))
	schema := v.Components.Schemas["PatchedThing"]
	require.Empty(t, schema.Required)
	for name, kind := range map[string]string{"name": "string", "size": "integer", "day": "string", "ids": "array", "price": "object"} {
		p := schema.Properties[name]
		require.Equal(t, []any{kind, "null"}, p["type"], name)
		require.NotContains(t, p, "$ref", name)
	}
	require.InEpsilon(t, 20.0, schema.Properties["name"]["maxLength"], 0)
	require.Equal(t, "date", schema.Properties["day"]["format"])
	require.Contains(t, schema.Properties["price"]["properties"], "amount")

	amount := schema.Properties["amount"]
	require.NotContains(t, amount, "type")
	branch, _ := amount["anyOf"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"string", "null"}, branch["type"])
}
