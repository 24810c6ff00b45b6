package httpx_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnknownFields(t *testing.T) {
	t.Parallel()
	b := setupDB(t)
	count := func(t *testing.T) any {
		t.Helper()
		return b.in(t).do("GET", "/api/things/", "").ok(http.StatusOK).json()["count"]
	}
	before := count(t)

	for name, tt := range map[string]struct {
		body   string
		fields []string
	}{
		"a typo":                      {`{"name":"abc","quantityy":1}`, []string{"quantityy"}},
		"several, sorted":             {`{"name":"abc","zz":1,"aa":{"b":1}}`, []string{"aa", "zz"}},
		"inside a list":               {`{"name":"abc","items":[{"quantity":1},{"quantity":1,"nots":"x"}]}`, []string{"items[1].nots"}},
		"with null":                   {`{"name":"abc","typo":null}`, []string{"typo"}},
		"beside other problems":       {`{"typo":1}`, []string{"typo"}},
		"one property in two cases":   {`{"name":"abc","quantity":1,"QUANTITY":-5}`, []string{"QUANTITY"}},
		"two other cases of one":      {`{"name":"abc","Quantity":1,"QUANTITY":-5}`, []string{"QUANTITY", "Quantity"}},
		"a name that breaks a line":   {`{"name":"abc","a\r\nSet-Cookie: x=1":1}`, []string{"a??Set-Cookie: x=1"}},
		"a name that turns text over": {`{"name":"abc","a\u202eb":1}`, []string{"a?b"}},
		"a name in another script":    {`{"name":"abc","größe":1}`, []string{"größe"}},
		"an empty name":               {`{"name":"abc","":1}`, []string{"(unnamed)"}},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			for _, path := range []string{"/api/things/", "/api/items/"} {
				require.Equal(t, tt.fields, b.do("POST", path, tt.body).refused(http.StatusBadRequest, "unknown_field").fields())
			}
		})
	}
	t.Run("a near name is told", func(t *testing.T) {
		t.Parallel()
		r := b.in(t).do("POST", "/api/things/", `{"name":"abc","quantityy":1,"elsewhere":2}`).refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, "is not known here", r.Errors[0].Message)
		require.Equal(t, `is not known here; did you mean "quantity"?`, r.Errors[1].Message)
	})
	t.Run("the refusal is bounded", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		var body strings.Builder
		body.WriteString(`{"name":"abc"`)
		for i := range 900 {
			body.WriteString(`,"` + strconv.Itoa(i) + strings.Repeat("x", 50) + `":1`)
		}
		a := b.do("POST", "/api/things/", body.String()+"}")
		require.Len(t, a.refused(http.StatusBadRequest, "unknown_field").fields(), 20)
		require.Less(t, len(a.body), 5000)
	})
	t.Run("nothing was written", func(t *testing.T) { //nolint:paralleltest // after the others
		require.Equal(t, before, count(t))
	})
}

func TestKnownFields(t *testing.T) {
	t.Parallel()
	b := setupDB(t)
	for name, body := range map[string]string{
		"read-only fields":       `{"name":"abc","id":7,"created_by":1,"token":"x","items":[{"quantity":1,"id":3}]}`,
		"names in another case":  `{"NAME":"abc","ID":7,"Quantity":1}`,
		"names in a free object": `{"name":"abc","free":{"any":{"thing":1}}}`,
	} {
		t.Run(name+" are accepted", func(t *testing.T) {
			t.Parallel()
			b.in(t).do("POST", "/api/things/", body).ok(http.StatusCreated)
		})
	}
	t.Run("an answer can be sent back whole", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		first := b.do("POST", "/api/things/", `{"name":"abc"}`).ok(http.StatusCreated)
		b.do("POST", "/api/things/", strings.Replace(first.body, `"items":null`, `"items":[]`, 1)).ok(http.StatusCreated)
	})
	t.Run("what the GET of a record answers can be sent back too", func(t *testing.T) {
		t.Parallel()
		b.in(t).do("PATCH", "/api/things/7/", `{"name":"abc","text":"thing 7"}`).ok(http.StatusOK)
	})
}

func TestUnknownFields_withoutBody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, body := range []string{"", " ", "{}", "null", `{"text":"in"}`} {
		b.do("POST", "/api/login/", body).ok(http.StatusOK)
	}
	r := b.do("POST", "/api/login/", `{"note":"x"}`).refused(http.StatusBadRequest, "unknown_field")
	require.Equal(t, []string{"note"}, r.fields())
	for _, body := range []string{`[{"dry_run":true}]`, "[]", "1", `"x"`, "true"} {
		b.do("POST", "/api/login/", body).refused(http.StatusBadRequest, "validation_failed")
	}
	b.do("POST", "/api/login/", "note=x", "Content-Type: application/x-www-form-urlencoded").refused(http.StatusUnsupportedMediaType, "unsupported_media_type")
	b.do("POST", "/api/login/", strings.Repeat(" ", 1<<20+1)).refused(http.StatusRequestEntityTooLarge, "body_too_large")
	b.do("GET", "/api/things/7/", `{"note":"x"}`).ok(http.StatusOK)
}

func TestRepeatedFields(t *testing.T) {
	t.Parallel()
	b := setupDB(t)
	for body, field := range map[string]string{
		`{"name":"abc","quantity":1,"quantity":-5}`:                               "quantity",
		`{"name":"abc","items":[{"quantity":1}],"items":[{"quantity":2}]}`:        "items",
		`{"name":"abc","items":[{"quantity":1},{"quantity":1, "quantity" :1}]}`:   "items[1].quantity",
		`{"name":"abc","n\u0061me":"abd"}`:                                        "name",
		`{"name":"a\"b\\","free":{"any":[[1,2],[{"x":[],"y":{"x":1},"x":"x"}]]}}`: "free.any[1][0].x",
		`{"name":"abc","items":[],"unknown":1,"unknown":2}`:                       "unknown",
		`{"name":"abc","` + strings.Repeat("é", 200) + `":{"a":1,"a":2}}`:         strings.Repeat("é", 100),
	} {
		require.Equal(t, []string{field}, b.do("POST", "/api/things/", body).refused(http.StatusBadRequest, "validation_failed").fields(), body)
	}
	b.do("POST", "/api/login/", `{"text":"in","text":"in"}`).refused(http.StatusBadRequest, "validation_failed")
	for _, body := range []string{
		`{"name":"name","free":{"name":"name","a":{"b":1},"c":{"b":1},"d":["x","x",{"b":1},{"b":1}],"":"","e\\":"\\","e\\\"":"\"e\\"}}`,
		`{"name":"abc","items":[{"quantity":1},{"quantity":1}]}`,
	} {
		b.do("POST", "/api/things/", body).ok(http.StatusCreated)
	}
}

func TestUnknownParameters(t *testing.T) {
	t.Parallel()
	b := setupDB(t)
	for query, fields := range map[string][]string{
		"?nam=x": {"nam"}, "?NAME=x": {"NAME"}, "?name=x&dry_run=1&zz": {"dry_run", "zz"}, "?=x": {"(unnamed)"}, "?a%0ab=1": {"a?b"}, "?%6eam=1": {"nam"},
	} {
		require.Equal(t, fields, b.do("GET", "/api/things/"+query, "").refused(http.StatusBadRequest, "unknown_field").fields(), query)
	}
	for _, query := range []string{"", "?", "?name=x", "?n%61me=x", "?lang=de", "?_=1&_x", "?&name=x&", "?page=1&name=x&lang=de-AT", "?lang="} {
		b.do("GET", "/api/things/"+query, "").ok(http.StatusOK)
	}
	r := b.do("GET", "/api/things/?page_siez=1", "").refused(http.StatusBadRequest, "unknown_field")
	require.Equal(t, `is not known here; did you mean "page_size"?`, r.Errors[0].Message)
	require.Equal(t, []string{"name"}, b.do("GET", "/api/things/?name&page=1", "").refused(http.StatusBadRequest, "validation_failed").fields(),
		"a bare name would not be read there")

	b.do("POST", "/api/things/?dry_run=1", `{"name":"abc"}`).refused(http.StatusBadRequest, "unknown_field")
	b.do("GET", "/api/things/7/?name=x", "").refused(http.StatusBadRequest, "unknown_field")
	b.do("GET", "/api/things/7/?lang=tr", "").ok(http.StatusOK)
	for _, query := range []string{"?lang=xx", "?lang=fr", "?lang=x", "?lang=de,en", "?lang=de&lang=xx", "?l%61ng=%78x"} {
		refused := b.do("GET", "/api/things/7/"+query, "").refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, []string{"lang"}, refused.fields(), "an operation without translated texts refuses it too: %s", query)
		require.Equal(t, "must be one of en, de, tr, el", refused.Errors[0].Message)
	}
	b.do("GET", "/api/things/7/?name=x", "", noToken).refused(http.StatusUnauthorized, "not_authenticated")

	a := b.do("GET", "/api/v1/export/tok/?propertyid=3", "", "Accept: application/xml").ok(http.StatusBadRequest)
	require.Contains(t, a.body, "<code>unknown_field</code><errors><error><field>propertyid</field>")
}

// The document says what is refused, so that a typed client finds it first.
func TestDocument_requestsAreClosed(t *testing.T) {
	t.Parallel()
	raw, err := setupDB(t).Document()
	require.NoError(t, err)
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				AdditionalProperties any `json:"additionalProperties"`
				Properties           map[string]struct {
					ReadOnly bool `json:"readOnly"`
				} `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	request := doc.Components.Schemas["CreateThingRequestBody"]
	require.Equal(t, false, request.AdditionalProperties)
	require.False(t, request.Properties["name"].ReadOnly)
	require.True(t, request.Properties["created_by"].ReadOnly)
	item := doc.Components.Schemas["ThingItem"]
	require.Equal(t, false, item.AdditionalProperties)
	require.True(t, item.Properties["id"].ReadOnly)
	require.NotEqual(t, false, doc.Components.Schemas["ThingBody"].AdditionalProperties, "answers may grow")
}
