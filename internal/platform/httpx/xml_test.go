package httpx_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

func TestXML_negotiation(t *testing.T) {
	t.Parallel()
	b := setup(t)

	tests := map[string]struct {
		query, accept string
		xml           bool
	}{
		"nothing asked":              {"", "", false},
		"XML asked":                  {"", "application/xml", true},
		"the old name":               {"", "text/xml", true},
		"anything":                   {"", "*/*", false},
		"a browser":                  {"", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false},
		"JSON rather than XML":       {"", "application/xml;q=0.1, application/json", false},
		"XML rather than JSON":       {"", "application/json;q=0.1, application/xml", true},
		"XML rather than the rest":   {"", "*/*;q=0.5, Application/XML ; Q=0.6", true},
		"equals: first is XML":       {"", "application/xml, application/json", true},
		"equals: first is JSON":      {"", "application/json, application/xml", false},
		"XML not wanted":             {"", "application/xml;q=0", false},
		"a q without sense":          {"", "application/xml;q=much", true},
		"something unknown":          {"", "image/png", false},
		"format over Accept":         {"?format=xml", "application/json", true},
		"format over Accept, back":   {"?format=json", "application/xml", false},
		"an empty format":            {"?format=", "application/xml", true},
		"a parameter that ends so":   {"?_xformat=xml", "", false},
		"a format among other names": {"?_a=b&format=xml&_c", "", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			a := b.do("GET", "/api/v1/export/tok/"+tt.query, "", "Accept: "+tt.accept).ok(http.StatusOK)
			want := "application/json"
			if tt.xml {
				want = "application/xml"
			}
			require.Equal(t, want, a.Header.Get("Content-Type"))
			require.Contains(t, a.Header.Values("Vary"), "Accept")
		})
	}
	t.Run("the document tells of it", func(t *testing.T) {
		t.Parallel()
		o := b.OpenAPI().Paths["/api/v1/export/{token}/"].Get
		require.Equal(t, "format", o.Parameters[len(o.Parameters)-1].Name)
		for status, res := range o.Responses {
			require.Contains(t, res.Content, "application/xml", status)
		}
		other := b.OpenAPI().Paths["/api/things/{id}/"].Get
		require.NotContains(t, other.Responses["200"].Content, "application/xml")
	})
	t.Run("an unknown format is refused", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, f := range []string{"csv", "XML", "xml%20", "json,xml"} {
			r := b.do("GET", "/api/v1/export/tok/?format="+f, "").refused(http.StatusBadRequest, "validation_failed")
			require.Equal(t, []string{"format"}, r.fields())
		}
	})
	t.Run("elsewhere there is no XML", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("GET", "/api/things/7/", "", "Accept: application/xml").ok(http.StatusOK)
		require.Equal(t, "application/json", a.Header.Get("Content-Type"))
		bad := b.do("GET", "/api/things/7/?format=xml", "").refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, []string{"format"}, bad.fields())
	})
}

func TestXML_answers(t *testing.T) {
	t.Parallel()
	b := setup(t)

	t.Run("the same names, lists of single elements, exact numbers", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("GET", "/api/v1/export/tok/?format=xml", "").ok(http.StatusOK)
		require.Equal(t, xml.Header+"<response><days><day><date>2030-05-31</date><free>3</free></day>"+
			"<day><date>2030-06-01</date><free>0</free></day></days><empty></empty><large>9007199254740993</large></response>", a.body)
	})
	t.Run("errors are XML too", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for path, status := range map[string]int{"/api/v1/nothing/": 404, "/api/v1/export//?format=xml": 404, "/api/v1/export/%00/": 404} {
			a := b.do("GET", path, "", "Accept: application/xml", "X-Request-Id: r1").ok(status)
			require.Equal(t, "application/xml", a.Header.Get("Content-Type"), path)
			require.Contains(t, a.body, "<code>not_found</code><request_id>r1</request_id></response>")
		}
		a := b.do("POST", "/api/v1/export/tok/", "", "Accept: application/xml").ok(http.StatusMethodNotAllowed)
		require.Contains(t, a.body, "<code>method_not_allowed</code>")
		banned := setup(t)
		banned.bans.ban("192.0.2.1")
		a = banned.do("GET", "/api/v1/export/tok/", "", "Accept: application/xml").ok(http.StatusTooManyRequests)
		require.Contains(t, a.body, "<code>too_many_failed_logins</code>")
	})
}

func TestJSONToXML(t *testing.T) {
	t.Parallel()

	tests := map[string]string{
		`{"a":null,"b":true,"c":"x<&>"}`:                  "<a></a><b>true</b><c>x&lt;&amp;&gt;</c>",
		`{"properties":[{"id":1}],"boxes":[],"news":[1]}`: "<properties><property><id>1</id></property></properties><boxes></boxes><news><new>1</new></news>",
		`{"address":["x"],"s":["x"],"data":[[1],[2]]}`:    "<address><item>x</item></address><s><item>x</item></s><data><item><item>1</item></item><item><item>2</item></item></data>",
		`{"2030-05-31":1,"a b":2,"":3,"<x>":4,"a:b":5}`:   "<_2030-05-31>1</_2030-05-31><a_b>2</a_b><_>3</_><_x_>4</_x_><a_b>5</a_b>",
		`{"n":1e2,"m":0.10,"l":123456789012345678901234}`: "<n>1e2</n><m>0.10</m><l>123456789012345678901234</l>",
		`{"x":"\u0000\u0001\t\ufffe"}`:                    "<x>\uFFFD\uFFFD&#x9;\uFFFD</x>",
		`"text"`:                                          "text",
		`[1,2]`:                                           "<item>1</item><item>2</item>",
	}
	for in, want := range tests {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, httpx.JSONToXML(&out, strings.NewReader(in)))
			require.Equal(t, xml.Header+"<response>"+want+"</response>", out.String())
		})
	}
	t.Run("what is no JSON is refused", func(t *testing.T) {
		t.Parallel()
		for _, in := range []string{"", "{", `{"a"`, `{"a":}`, "nope", `{"a":1`, `[1,`} {
			require.Error(t, httpx.JSONToXML(io.Discard, strings.NewReader(in)), in)
		}
	})
}

func FuzzJSONToXML(f *testing.F) {
	for _, s := range []string{`{"days":[{"a":1}]}`, `{"\u0000<":"\ud800"}`, `[[[]]]`, `null`, `{"é:":"\u000b"}`, `{"a":`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		err := httpx.JSONToXML(&out, bytes.NewReader(in))
		if !json.Valid(in) {
			return
		}
		require.NoError(t, err)
		dec := xml.NewDecoder(&out)
		for {
			_, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, "from %q", in)
		}
	})
}
