package httpx_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	t.Parallel()
	b := setup(t)

	bodies := map[string]struct {
		body   string
		fields []string
	}{
		"NUL in a value":            {`{"name":"a\u0000b"}`, []string{"name"}},
		"NUL in a list":             {`{"name":"abc","items":[{"quantity":1},{"quantity":1,"note":"\u0000"}]}`, []string{"items[1].note"}},
		"NUL in a free object":      {`{"name":"abc","free":{"a":[["\u0000"]]}}`, []string{"free.a[0][0]"}},
		"NUL in a name":             {`{"name":"abc","free":{"a\u0000b":1}}`, []string{"free.a?b"}},
		"bytes that are no UTF-8":   {"{\"name\":\"a\xffb\"}", []string{"name"}},
		"a cut UTF-8 sequence":      {"{\"name\":\"a\xe2\x82\"}", []string{"name"}},
		"bad bytes in a name":       {"{\"name\":\"abc\",\"free\":{\"\xff\":1}}", []string{"free.?"}},
		"several at once":           {"{\"name\":\"\xff\",\"mode\":\"\\u0000\",\"password\":\"\xfe\"}", []string{"mode", "name", "password"}},
		"an unknown field":          {`{"name":"abc","x":"\u0000"}`, []string{"x"}},
		"an escaped backslash":      {"{\"name\":\"abc\",\"mode\":\"\\\xff\"}", nil},
		"a bare text for the body":  {`"\u0000"`, []string{"body"}},
		"an empty name with a NUL":  {`{"name":"abc","":"\u0000"}`, []string{"(unnamed)"}},
		"a text beside a bad field": {"{\"name\":\"ok\",\"mode\":\"\xff\"}", []string{"mode"}},
	}
	for name, tt := range bodies {
		t.Run(name+" is refused", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			r := b.do("POST", "/api/things/", tt.body).refused(http.StatusBadRequest, "validation_failed")
			require.Equal(t, tt.fields, r.fields())
		})
	}
	t.Run("an escape that only looks like NUL is text", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("PATCH", "/api/things/1/", `{"name":"\\u0000"}`).ok(http.StatusOK)
		require.Contains(t, a.body, `\\u0000`)
	})

	queries := map[string]string{
		"name=a%00b": "name", "name=%FF": "name", "other=%00": "other", "name=a%00;b": "name", "name=%zz": "name",
		"%00=1": "?", "a;name=%00": "a;name", "=%00": "(unnamed)", "name=ok&day=%C3%28": "day", "na%FFme": "na?me",
	}
	for query, field := range queries {
		t.Run("query "+query+" is refused", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			r := b.do("GET", "/api/things/?"+query, "").refused(http.StatusBadRequest, "validation_failed")
			require.Equal(t, []string{field}, r.fields())
		})
	}
	t.Run("many bad query values are named up to a bound", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		query := ""
		for _, c := range "abcdefghijklmnopqrstuvwxyz" {
			query += string(c) + "=%00&"
		}
		r := b.do("GET", "/api/things/?"+query, "").refused(http.StatusBadRequest, "validation_failed")
		require.Len(t, r.Errors, 20)
	})
	t.Run("letters of every language are welcome", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("GET", "/api/things/?name="+url.QueryEscape("Köln 東京 🏨"), "").ok(http.StatusOK)
		b.do("GET", "/api/names/"+url.PathEscape("Köln/東京")+"/", "").ok(http.StatusOK)
		raw := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/things/", nil)
		raw.URL.RawQuery = "name=Köln"
		b.send(raw).ok(http.StatusOK)
	})
	t.Run("a path with NUL or bad bytes leads nowhere", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, path := range []string{"/api/names/a%00b/", "/api/names/%FF/", "/api/names/%C3%28/", "/api/names/a%2Fb%00/", "/%00", "/media/avatars/%00.jpg"} {
			b.do("GET", path, "").refused(http.StatusNotFound, "not_found")
		}
	})
}
