package httpx_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStream(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const csv = "Content-Type: text/csv"

	t.Run("a raw body is handed on as it is", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		require.Equal(t, `"" 3`, b.do("POST", "/api/streams/", "a\x00\xff", csv).ok(http.StatusOK).json()["text"])
		require.Equal(t, `"" 1`, b.do("POST", "/api/streams/", "a", "Content-Type: text/csv; charset=windows-1252").ok(http.StatusOK).json()["text"])
		require.Equal(t, `"" 1`, b.do("POST", "/api/streams/", "a").ok(http.StatusOK).json()["text"], "a client that says nothing of the type")
	})
	t.Run("so is the file of a form", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		require.Equal(t, `"a photo.jpg" 2000000`, b.sendForm("/api/streams/", nil, 2_000_000).ok(http.StatusOK).json()["text"])
	})
	t.Run("a form without the file is refused by field", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		require.Equal(t, []string{"file"}, b.sendForm("/api/streams/", nil, 0).refused(http.StatusBadRequest, "validation_failed").fields())
	})
	t.Run("a part that is not known is refused, before the file and after it", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, parts := range [][]string{{"list"}, {"list", "file"}, {"file", "list"}, {"file", "list", "file"}} {
			body, contentType := parted(t, parts...)
			r := b.do("POST", "/api/streams/", body, "Content-Type: "+contentType).refused(http.StatusBadRequest, "unknown_field")
			require.Equal(t, []string{"list"}, r.fields(), parts)
		}
		body, contentType := parted(t, "fiel")
		r := b.do("POST", "/api/streams/", body, "Content-Type: "+contentType).refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, `is not known here; did you mean "file"?`, r.Errors[0].Message)
		body, contentType = parted(t, "file", "file")
		b.do("POST", "/api/streams/", body, "Content-Type: "+contentType).refused(http.StatusBadRequest, "validation_failed")
	})
	t.Run("what is no form and no such file is refused", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("POST", "/api/streams/", "{}", "Content-Type: application/json").refused(http.StatusUnsupportedMediaType, "unsupported_media_type")
		b.do("POST", "/api/streams/", "xx", "Content-Type: multipart/form-data; boundary=y").refused(http.StatusBadRequest, "validation_failed")
		b.do("POST", "/api/streams/", "xx", "Content-Type: multipart/form-data").refused(http.StatusBadRequest, "validation_failed")
		b.do("POST", "/api/streams/", "a", csv, noToken).refused(http.StatusUnauthorized, "not_authenticated")
	})
	t.Run("a form that breaks off inside the file is refused", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		body, contentType := formOf(t, nil, 1000)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/streams/", io.LimitReader(body, 500))
		b.send(r, "Content-Type: "+contentType).refused(http.StatusBadRequest, "body_incomplete")
	})
	t.Run("too much is refused, at once if it is announced", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("POST", "/api/streams/", strings.Repeat("x", 3<<20+1), csv).refused(http.StatusRequestEntityTooLarge, "body_too_large")
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/streams/", io.LimitReader(endless{}, 10<<20))
		r.ContentLength = -1
		b.send(r, csv).refused(http.StatusRequestEntityTooLarge, "body_too_large")
		b.do("POST", "/api/streams/", strings.Repeat("x", 3<<20), csv).ok(http.StatusOK)
	})
	t.Run("the document tells both ways", func(t *testing.T) {
		t.Parallel()
		o, err := json.Marshal(b.OpenAPI().Paths["/api/streams/"].Post)
		require.NoError(t, err)
		require.Equal(t, []string{"multipart/form-data", "text/csv"}, keys(b.OpenAPI().Paths["/api/streams/"].Post.RequestBody.Content))
		require.Contains(t, string(o), `"413"`)
	})
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// A slow line is no reason to end an upload, as long as something arrives.
func TestStream_outlivesTheReadTimeout(t *testing.T) {
	t.Parallel()
	for _, contentType := range []string{"text/csv", "form"} {
		b := setup(t)
		begun := make(chan struct{})
		b.during = func() { close(begun) }
		server := httptest.NewUnstartedServer(b)
		server.Config.ReadTimeout, server.Config.WriteTimeout = 100*time.Millisecond, 100*time.Millisecond
		server.Start()
		t.Cleanup(server.Close)
		pr, pw := io.Pipe()
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		if contentType == "form" {
			contentType = w.FormDataContentType()
			_, err := w.CreateFormFile("file", "f")
			require.NoError(t, err)
		}
		go func() {
			_, _ = io.WriteString(pw, form.String()+"ab")
			<-begun
			<-time.After(300 * time.Millisecond) // three times what the server allows a request
			_, _ = io.WriteString(pw, "cd")
			if form.Len() > 0 {
				_, _ = io.WriteString(pw, "\r\n--"+w.Boundary()+"--\r\n")
			}
			_ = pw.Close()
		}()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/streams/?pieces=1", pr)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Token "+manager)
		r.Header.Set("Content-Type", contentType)
		res, err := server.Client().Do(r)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusOK, res.StatusCode, string(body))
		require.Contains(t, string(body), ` 4"`)
	}
}

// parted is a form of files with these names.
func parted(t *testing.T, names ...string) (body, contentType string) {
	t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	for _, name := range names {
		part, err := w.CreateFormFile(name, "a.csv")
		require.NoError(t, err)
		_, err = io.WriteString(part, strings.Repeat("x", 10_000))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return buf.String(), w.FormDataContentType()
}
