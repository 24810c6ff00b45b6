package httpx_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

type (
	scannedLine struct {
		Name string   `json:"name,omitempty" maxLength:"50"`
		Tags []string `json:"tags,omitempty" maxItems:"3"`
	}
	scannedRequest struct {
		Body struct {
			Lines []scannedLine     `json:"lines,omitempty" maxItems:"2000"`
			Texts map[string]string `json:"texts,omitempty"`
			Free  map[string]any    `json:"free,omitempty"`
		}
	}
)

// endlessBody repeats a text for ever.
type endlessBody struct {
	text string
	read int
}

func (e *endlessBody) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[e.read%len(e.text)]
		e.read++
	}
	return len(p), nil
}

func scanned(t *testing.T, maxBody int64) *bundle {
	t.Helper()
	b := setup(t)
	httpx.Register(b.Server, httpx.Op{Method: "POST", Path: "/api/scanned/", Tag: "Test", Summary: "Scanned", MaxBody: maxBody, MaxValues: 15_000},
		func(_ context.Context, in *scannedRequest) (*scannedRequest, error) { return in, nil })
	return b
}

func TestScan_bounds(t *testing.T) {
	t.Parallel()
	b := scanned(t, 1<<30)

	for name, tt := range map[string]struct{ start, again, says string }{
		"a list":               {`{"lines":[{}`, `,{}`, `{"field":"lines","code":"too_many","params":{"max":2000},"message":"must have at most 2000 entries"}`},
		"a list in a list":     {`{"lines":[{},{"name":"x","tags":["a"`, `,"b"`, `{"field":"lines[1].tags","code":"too_many","params":{"max":3},"message":"must have at most 3 entries"}`},
		"a list of texts":      {`{"lines":["x"`, `,"x"`, `{"field":"lines","code":"too_many","params":{"max":2000},"message":"must have at most 2000 entries"}`},
		"a free list":          {`{"free":{"a":[1`, `,1`, `{"field":"body","code":"too_many","params":{"max":15000},"message":"must have at most 15000 entries"}`},
		"lists in lists":       {`{"free":{"a":[[],[]`, `,[1,1,1,1,1,1,1,1]`, `{"field":"body","code":"too_many","params":{"max":15000},"message":"must have at most 15000 entries"}`},
		"an object":            {`{"texts":{"x":""`, `,"x":""`, `{"field":"body","code":"too_many","params":{"max":15000},"message":"must have at most 15000 entries"}`},
		"unknown names":        {`{"a":""`, `,"a":""`, `{"field":"body","code":"too_many","params":{"max":1000},"message":"must have at most 1000 entries"}`},
		"a list instead of it": {`[1`, `,1`, `{"field":"body","code":"too_many","params":{"max":15000},"message":"must have at most 15000 entries"}`},
	} {
		t.Run(name+" is bounded while it is read", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			rest := &endlessBody{text: tt.again}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/scanned/", io.MultiReader(strings.NewReader(tt.start), io.LimitReader(rest, 1<<29)))
			r.ContentLength = -1
			a := b.send(undrained(r)).ok(http.StatusBadRequest)
			require.Contains(t, a.body, `"code":"too_many_items"`)
			require.Contains(t, a.body, tt.says)
			require.Less(t, rest.read, 1<<20, "the rest is not read")
		})
	}
	t.Run("what is deep is refused while it is read", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		rest := &endlessBody{text: `{"a":[`}
		r := b.send(undrained(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/scanned/", io.LimitReader(rest, 1<<29)))).refused(http.StatusBadRequest, "validation_failed")
		require.Contains(t, r.Errors[0].Message, "nested too deep")
		require.True(t, strings.HasPrefix(r.Errors[0].Field, "a[0].a[0].a"), r.Errors[0].Field)
		require.Less(t, rest.read, 1<<20)
	})
	t.Run("a number without end is refused while it is read", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		rest := &endlessBody{text: "9"}
		body := io.MultiReader(strings.NewReader(`{"free":{"a":-`), io.LimitReader(rest, 1<<29))
		r := b.send(undrained(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/scanned/", body))).refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, []string{"free.a"}, r.fields())
		require.Less(t, rest.read, 1<<20)
	})
	t.Run("a text without end is refused while it is read", func(t *testing.T) {
		t.Parallel()
		for start, says := range map[string]string{
			`{"lines":[{"name":"`: `{"field":"lines[0].name","code":"too_long","params":{"max":50},"message":"must have at most 50 characters"}`,
			`{"texts":{"a":"`:     `{"field":"texts.a","code":"too_long","params":{"max":10000},"message":"must have at most 10000 characters"}`,
			`"`:                   `{"field":"body","code":"too_long","params":{"max":10000},"message":"must have at most 10000 characters"}`,
			`{"`:                  `"code":"unknown_field"`,
			`{"free":{"`:          `"code":"too_long"`,
		} {
			b := b.in(t)
			rest := &endlessBody{text: `\u00e4`}
			body := io.MultiReader(strings.NewReader(start), io.LimitReader(rest, 1<<29))
			a := b.send(undrained(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/scanned/", body))).ok(http.StatusBadRequest)
			require.Contains(t, a.body, says)
			require.Less(t, rest.read, 1<<20)
		}
		longest := strings.Repeat(`\ud83d\ude00`, 10_000)
		b.in(t).do("POST", "/api/scanned/", `{"texts":{"a":"`+longest+`"}}`).ok(http.StatusOK)
	})
	t.Run("what is within the bounds is taken", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("POST", "/api/scanned/", `{"lines":[{}`+strings.Repeat(`,{"tags":["a","b","c"]}`, 1999)+`]}`).ok(http.StatusOK)
		b.do("POST", "/api/scanned/", `{"free":{"a":[[],{},[[[]]],"[,]","{\"a\":[1,2"]}}`).ok(http.StatusOK)
	})
}

// undrained returns the request with a body that is not read after the answer, as that of
// a client that waits to be asked for it.
func undrained(r *http.Request) *http.Request {
	r.Body = io.NopCloser(&unlessAnswered{Reader: r.Body, most: 1 << 20})
	return r
}

type unlessAnswered struct {
	io.Reader
	most int
}

func (u *unlessAnswered) Read(p []byte) (int, error) {
	if u.most -= len(p); u.most < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return u.Reader.Read(p)
}

// A body that comes a byte at a time is read as one that comes whole.
func TestScan_pieces(t *testing.T) {
	t.Parallel()
	b := scanned(t, 1<<20)
	for name, body := range map[string]string{
		"escapes":             `{"texts":{"\u0041\"\\\/\b":"\u00e4\ud83d\ude00\\"},"free":{"n":[1,-2.5e3,true,null,"é😀"]}}`,
		"an escaped name":     `{"\u006cines":[{"n\u0061me":"x"}]}`,
		"a NUL":               `{"texts":{"a":"x\u0000"}}`,
		"no NUL":              `{"texts":{"a":"x\\u0000\u0001\u1000"}}`,
		"a NUL in a name":     `{"texts":{"a\u0000":"x"}}`,
		"bad UTF-8":           "{\"texts\":{\"a\":\"\xc3\"}}",
		"bad UTF-8, escaped":  "{\"texts\":{\"a\":\"\xe2\x82\\n\"}}",
		"good UTF-8":          "{\"texts\":{\"a\":\"\xe2\x82\xac\"}}",
		"twice":               `{"texts":{"a":"","b":"","a":""}}`,
		"out of range":        `{"free":{"a":1e400}}`,
		"many digits":         `{"free":{"a":` + strings.Repeat("9", 500) + `}}`,
		"unknown":             `{"lines":[{"nam":"x"}],"line":1}`,
		"two cases":           `{"Lines":[],"LINES":[]}`,
		"a name in a text":    `{"texts":{"a":"\"b\":"},"free":{"x":"]}"}}`,
		"a very long name":    `{"free":{"` + strings.Repeat("n", 5000) + `":1}}`,
		"a list in an object": `{"lines":[{"tags":["a",{"b":[1,2]}]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			whole := b.do("POST", "/api/scanned/", body)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/scanned/", iotest.OneByteReader(strings.NewReader(body)))
			pieces := b.send(r)
			require.Equal(t, whole.StatusCode, pieces.StatusCode)
			cut := func(s string) string { s, _, _ = strings.Cut(s, `"request_id"`); return s }
			require.Equal(t, cut(whole.body), cut(pieces.body))
		})
	}
	b.do("POST", "/api/scanned/", "{\"texts\":{\"a\":\"\xe2\x82\xac\"}}").ok(http.StatusOK)
	require.Equal(t, []string{"texts.a"}, b.do("POST", "/api/scanned/", "{\"texts\":{\"a\":\"\xe2\x82\"}}").refused(http.StatusBadRequest, "validation_failed").fields())
	require.Equal(t, []string{"free.a"}, b.do("POST", "/api/scanned/", `{"free":{"a":1e400}}`).refused(http.StatusBadRequest, "validation_failed").fields())
}
