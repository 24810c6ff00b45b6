package httpx_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIgnoredFields(t *testing.T) {
	t.Parallel()
	b := setupDB(t)

	tests := map[string]struct{ body, header string }{
		"none":                      {`{"name":"abc"}`, ""},
		"a typo":                    {`{"name":"abc","quantityy":1}`, "quantityy"},
		"several, sorted":           {`{"name":"abc","zz":1,"aa":{"b":1}}`, "aa, zz"},
		"inside a list":             {`{"name":"abc","items":[{"quantity":1},{"quantity":1,"nots":"x"}]}`, "items[1].nots"},
		"read-only fields":          {`{"name":"abc","id":7,"created_by":1,"token":"x","items":[{"quantity":1,"id":3}]}`, ""},
		"names in another case":     {`{"NAME":"abc","ID":7,"Quantity":1}`, ""},
		"names in a free object":    {`{"name":"abc","free":{"any":{"thing":1}}}`, ""},
		"a name that breaks a line": {`{"name":"abc","a\r\nSet-Cookie: x=1":1}`, "a??Set-Cookie??x?1"},
		"a name in another script":  {`{"name":"abc","größe":1}`, "gr??e"},
		"an empty name":             {`{"name":"abc","":1}`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			a := b.do("POST", "/api/things/", tt.body).ok(http.StatusCreated)
			require.Equal(t, tt.header, a.Header.Get("X-Ignored-Fields"))
			require.Len(t, a.Header.Values("Set-Cookie"), 1)
		})
	}
	t.Run("the list is bounded", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		var body strings.Builder
		body.WriteString(`{"name":"abc"`)
		for i := range 5000 {
			body.WriteString(`,"` + strings.Repeat("x", 100) + strconv.Itoa(i) + `":1`)
		}
		a := b.do("POST", "/api/things/", body.String()+"}").ok(http.StatusCreated)
		require.LessOrEqual(t, len(a.Header.Get("X-Ignored-Fields")), 20*66)
	})
	t.Run("an answer can be sent back whole", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		first := b.do("POST", "/api/things/", `{"name":"abc"}`).ok(http.StatusCreated)
		again := strings.Replace(first.body, `"items":null`, `"items":[]`, 1)
		require.Empty(t, b.do("POST", "/api/things/", again).ok(http.StatusCreated).Header.Get("X-Ignored-Fields"))
	})
}
