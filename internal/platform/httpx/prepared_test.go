package httpx_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

func unzip(t *testing.T, body string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(body))
	require.NoError(t, err)
	b, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(b)
}

func TestPrepared(t *testing.T) {
	t.Parallel()
	b := setup(t)

	t.Run("the bytes go out as they are, to be asked for again", func(t *testing.T) {
		t.Parallel()
		a := b.in(t).do("GET", "/api/ready/", "").ok(http.StatusOK)
		require.Equal(t, string(readyBytes), a.body)
		require.Equal(t, "application/json", a.Header.Get("Content-Type"))
		require.EqualValues(t, len(readyBytes), a.ContentLength)
		require.Equal(t, "private, no-cache", a.Header.Get("Cache-Control"))
		require.Regexp(t, `^W/"v\.[0-9a-z]+\.u1"$`, a.Header.Get("ETag"))
		require.Equal(t, []string{"Accept-Encoding"}, a.Header.Values("Vary"))
		require.Empty(t, a.Header.Get("Content-Encoding"))
	})

	t.Run("who has them already gets 304 and no bytes", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		etag := b.do("GET", "/api/ready/?tag=7", "").Header.Get("ETag")
		for _, known := range []string{etag, strings.TrimPrefix(etag, "W/"), `"a,b", ` + etag, etag + `,"x"`, "*", ` ,, "x" ,` + etag} {
			// Nothing is asked for the bytes, which would fail.
			a := b.do("GET", "/api/ready/?tag=7&mode=fail", "", "If-None-Match: "+known).ok(http.StatusNotModified)
			require.Empty(t, a.body)
			require.Equal(t, etag, a.Header.Get("ETag"))
			require.Equal(t, "private, no-cache", a.Header.Get("Cache-Control"))
			require.Equal(t, "Accept-Encoding", a.Header.Get("Vary"))
			require.Empty(t, a.Header.Get("Content-Type"))
			require.Empty(t, a.Header.Get("Content-Length"))
		}
		for _, known := range []string{`"x"`, "v7", `W/"v8.` + etag[7:], `"` + etag, etag[:len(etag)-1], "nonsense " + etag} {
			b.do("GET", "/api/ready/?tag=7", "", "If-None-Match: "+known).ok(http.StatusOK)
		}
	})

	t.Run("several lines of If-None-Match count as one", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/ready/", nil)
		r.Header["If-None-Match"] = []string{`"x"`, b.do("GET", "/api/ready/", "").Header.Get("ETag")}
		b.send(r).ok(http.StatusNotModified)
	})

	t.Run("another user, release or state is another answer", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		tags := map[string]bool{}
		for _, a := range []*answer{
			b.do("GET", "/api/ready/", ""), b.do("GET", "/api/ready/?tag=8", ""), b.do("GET", "/api/ready/", "", "Authorization: Token "+subUser),
			b.do("GET", "/api/v1/ready/", ""), b.do("GET", "/api/v1/ready/?format=xml", ""),
			setup(t, func(o *httpx.Options) { o.Version = "1.2.4-test" }).do("GET", "/api/ready/", ""),
		} {
			tags[a.ok(http.StatusOK).Header.Get("ETag")] = true
		}
		require.Len(t, tags, 6)
	})

	t.Run("compressed bytes go to those who take them", func(t *testing.T) {
		t.Parallel()
		tests := map[string]bool{
			"gzip": true, "GZIP": true, "x-gzip": true, "gzip;q=0.1": true, "br, gzip": true, "zstd, gzip": true, "*": true, "gzip, identity;q=0.5": true,
			"deflate, gzip;q=1.0, *;q=0.5": true,
			"":                             false, "identity": false, "gzip;q=0": false, "gzip;q=0, *": false, "br": false, "*;q=0": false,
		}
		for accepted, zipped := range tests {
			a := b.in(t).do("GET", "/api/ready/", "", "Accept-Encoding: "+accepted).ok(http.StatusOK)
			require.Equal(t, []string{"Accept-Encoding"}, a.Header.Values("Vary"), accepted)
			if !zipped {
				require.Empty(t, a.Header.Get("Content-Encoding"), accepted)
				require.Equal(t, string(readyBytes), a.body, accepted)
				continue
			}
			require.Equal(t, "gzip", a.Header.Get("Content-Encoding"), accepted)
			require.EqualValues(t, len(readyZipped), a.ContentLength, accepted)
			require.Equal(t, string(readyZipped), a.body, "they are sent as they are kept")
		}
	})

	t.Run("what is not kept compressed is compressed on its way", func(t *testing.T) {
		t.Parallel()
		a := b.in(t).do("GET", "/api/ready/?mode=plain", "", "Accept-Encoding: gzip").ok(http.StatusOK)
		require.Equal(t, "gzip", a.Header.Get("Content-Encoding"))
		require.Equal(t, string(readyBytes), unzip(t, a.body))
		require.Empty(t, a.Header.Get("Content-Length"))
	})

	t.Run("HEAD tells everything but the bytes", func(t *testing.T) {
		t.Parallel()
		for accepted, size := range map[string]int{"": len(readyBytes), "gzip": len(readyZipped)} {
			a := b.in(t).do("HEAD", "/api/ready/", "", "Accept-Encoding: "+accepted).ok(http.StatusOK)
			require.Empty(t, a.body)
			require.EqualValues(t, size, a.ContentLength)
			require.NotEmpty(t, a.Header.Get("ETag"))
		}
		b.in(t).do("HEAD", "/api/ready/", "", "If-None-Match: *").ok(http.StatusNotModified)
		a := b.in(t).do("HEAD", "/api/v1/ready/?format=xml", "").ok(http.StatusOK)
		require.Empty(t, a.body)
		require.Equal(t, "application/xml", a.Header.Get("Content-Type"))
	})

	t.Run("partners may have them as XML", func(t *testing.T) {
		t.Parallel()
		var want bytes.Buffer
		require.NoError(t, httpx.JSONToXML(&want, bytes.NewReader(readyBytes)))
		for _, accepted := range []string{"", "gzip"} {
			a := b.in(t).do("GET", "/api/v1/ready/", "", "Accept: application/xml", "Accept-Encoding: "+accepted).ok(http.StatusOK)
			require.Equal(t, "application/xml", a.Header.Get("Content-Type"))
			require.Regexp(t, `\.xml"$`, a.Header.Get("ETag"))
			require.Equal(t, accepted, a.Header.Get("Content-Encoding"))
			got := a.body
			if accepted != "" {
				got = unzip(t, a.body)
			}
			require.Equal(t, want.String(), got)
			b.in(t).do("GET", "/api/v1/ready/", "", "Accept: application/xml", "If-None-Match: "+a.Header.Get("ETag")).ok(http.StatusNotModified)
			b.in(t).do("GET", "/api/v1/ready/", "", "If-None-Match: "+a.Header.Get("ETag")).ok(http.StatusOK)
		}
	})

	t.Run("a refusal, a late refusal and a fault look as they do elsewhere", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, accepted := range []string{"", "gzip"} {
			b.do("GET", "/api/ready/?mode=refuse", "", "Accept-Encoding: "+accepted).refused(http.StatusNotFound, "not_found")
			a := b.do("GET", "/api/ready/?mode=late+refusal", "", "Accept-Encoding: "+accepted)
			a.refused(http.StatusNotFound, "not_found")
			require.Empty(t, a.Header.Get("ETag"))
			require.Empty(t, a.Header.Get("Content-Encoding"))
			a = b.do("GET", "/api/ready/?mode=fail", "", "Accept-Encoding: "+accepted)
			a.refused(http.StatusInternalServerError, "internal_error")
			require.NotContains(t, a.body, "SECRET-CAUSE")
		}
		failed := b.log.lines(t, "request failed")
		require.Len(t, failed, 2)
		require.Equal(t, "get-api-ready-", failed[0]["operation"])
		b.do("GET", "/api/ready/", "", noToken).refused(http.StatusUnauthorized, "not_authenticated")
	})

	t.Run("the document tells of it", func(t *testing.T) {
		t.Parallel()
		o := b.OpenAPI().Paths["/api/v1/ready/"].Get
		require.Contains(t, o.Responses, "304")
		require.Contains(t, o.Responses["200"].Headers, "ETag")
		require.Equal(t, "#/components/schemas/ExportDay", o.Responses["200"].Content["application/json"].Schema.Ref)
		require.Contains(t, o.Responses["200"].Content, "application/xml")
		names := []string{}
		for _, p := range o.Parameters {
			names = append(names, p.Name)
		}
		require.ElementsMatch(t, []string{"tag", "mode", "If-None-Match", "format"}, names)
	})
}

// On a real connection: what a recorder does not show.
func TestPrepared_onTheWire(t *testing.T) {
	t.Parallel()
	b := setup(t)
	large := bytes.Repeat([]byte(`[1234567890,"abcdefghi"],`), 100_000) // 2.5 MB
	httpx.RegisterPrepared[struct{}, exportDay](b.Server, httpx.Op{Method: http.MethodGet, Path: "/api/large/", Tag: "Test", Summary: "Large", Rule: auth.Rule{}},
		func(context.Context, *struct{}) (*httpx.Prepared, error) {
			return &httpx.Prepared{Tag: "1", Body: httpx.Bytes(large), Gzip: httpx.Bytes(zip(large))}, nil
		})
	srv := httptest.NewServer(b)
	defer srv.Close()
	for _, accepted := range []string{"identity", "gzip"} {
		for range 3 { // on one connection: nothing of an answer runs into the next
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL+"/api/large/", nil)
			require.NoError(t, err)
			r.Header.Set("Authorization", "Token "+manager)
			r.Header.Set("Accept-Encoding", accepted)
			res, err := srv.Client().Do(r)
			require.NoError(t, err)
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			require.Empty(t, res.TransferEncoding, "the length is known")
			require.EqualValues(t, len(body), res.ContentLength)
			got := string(body)
			if accepted == "gzip" {
				got = unzip(t, got)
			}
			require.Equal(t, string(large), got)
		}
	}
	for _, line := range b.log.lines(t, "request") {
		require.Greater(t, line["bytes"], 1000.0, "the access log counts them")
	}
}

// A stream that is compressed already goes out as it is, to those who take it.
func TestPrepared_StreamGzip(t *testing.T) {
	t.Parallel()
	b := setup(t)
	text := bytes.Repeat([]byte(`[1234567890,"abcdefghi"],`), 10_000)
	text = append(append([]byte("["), text...), "1]"...)
	write := func(body []byte) httpx.JSONStream {
		return func(_ context.Context, w io.Writer) error {
			_, err := w.Write(body)
			return err
		}
	}
	httpx.RegisterPrepared[struct{}, []int](b.Server, httpx.Op{Method: http.MethodGet, Path: "/api/v1/streamed/", Tag: "Test", Summary: "Streamed", Rule: auth.Rule{Public: true}},
		func(context.Context, *struct{}) (*httpx.Prepared, error) {
			return &httpx.Prepared{Tag: "1", Stream: write(text), StreamGzip: write(zip(text))}, nil
		})
	a := b.in(t).do("GET", "/api/v1/streamed/", "", "Accept-Encoding: gzip").ok(http.StatusOK)
	require.Equal(t, "gzip", a.Header.Get("Content-Encoding"))
	require.Equal(t, "application/json", a.Header.Get("Content-Type"))
	require.Equal(t, string(zip(text)), a.body, "it is not compressed again")
	a = b.in(t).do("GET", "/api/v1/streamed/", "").ok(http.StatusOK)
	require.Empty(t, a.Header.Get("Content-Encoding"))
	require.Equal(t, string(text), a.body)
	a = b.in(t).do("GET", "/api/v1/streamed/?format=xml", "", "Accept-Encoding: gzip").ok(http.StatusOK)
	require.Equal(t, "gzip", a.Header.Get("Content-Encoding"))
	require.Contains(t, unzip(t, a.body), "<response>")
	require.Empty(t, b.in(t).do("HEAD", "/api/v1/streamed/", "", "Accept-Encoding: gzip").ok(http.StatusOK).body)
}

func FuzzTagMatches(f *testing.F) {
	for _, s := range []string{`"a"`, `W/"a"`, `"a", "b,c"`, "*", `,, W/"`, `"`, `W/`, "a", `"a"b"c"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, etag := range []string{`"a"`, `W/"a"`} {
			found := httpx.TagMatches([]string{line}, etag)
			if found {
				require.True(t, strings.Contains(line, `"a"`) || strings.Contains(line, "*"))
			}
			require.True(t, httpx.TagMatches([]string{line, `"a"`}, etag), "a line that is not understood does not hide the next")
			require.Equal(t, found, httpx.TagMatches([]string{`"b", ` + line}, etag))
		}
	})
}
