package httpx_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/blob"
	"allot/internal/platform/httpx"
)

type noInput struct{}

// offer adds a download to a server and returns its address on a real listener.
func offer(t *testing.T, b *bundle, timeout time.Duration, d *httpx.Download, err error) string {
	t.Helper()
	httpx.RegisterDownload(b.Server, httpx.Op{Method: "GET", Path: "/api/file/", Tag: "Test", Summary: "A file"}, "application/zip",
		func(context.Context, *noInput) (*httpx.Download, error) { return d, err })
	s := httptest.NewUnstartedServer(b)
	s.Config.ReadTimeout, s.Config.WriteTimeout = timeout, timeout
	s.Start()
	t.Cleanup(s.Close)
	return s.URL + "/api/file/"
}

func fetch(t *testing.T, method, url string) (*http.Response, string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Token "+manager)
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	return res, string(data), err
}

func TestDownload(t *testing.T) {
	t.Parallel()

	t.Run("a file comes whole, with its name, type and size", func(t *testing.T) {
		t.Parallel()
		content := strings.Repeat("0123456789", 10_000)
		b := setup(t)
		url := offer(t, b, time.Minute, &httpx.Download{Name: "a.zip", Size: int64(len(content)), Write: func(_ context.Context, w io.Writer) error {
			_, err := io.WriteString(w, content)
			return err
		}}, nil)
		res, got, err := fetch(t, "GET", url)
		require.NoError(t, err)
		require.Equal(t, content, got)
		require.Equal(t, "application/zip", res.Header.Get("Content-Type"))
		require.Equal(t, `attachment; filename="a.zip"; filename*=UTF-8''a.zip`, res.Header.Get("Content-Disposition"))
		require.EqualValues(t, len(content), res.ContentLength)
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
		require.Contains(t, b.OpenAPI().Paths["/api/file/"].Get.Responses["200"].Content, "application/zip")
	})

	t.Run("who only asks for the head gets no content made", func(t *testing.T) {
		t.Parallel()
		url := offer(t, setup(t), time.Minute, &httpx.Download{Name: "a.zip", Size: 7, Write: func(context.Context, io.Writer) error {
			t.Error("content was made")
			return nil
		}}, nil)
		res, _, err := fetch(t, "HEAD", url)
		require.NoError(t, err)
		require.EqualValues(t, 7, res.ContentLength)
	})

	t.Run("a refusal before the first byte is a normal error body", func(t *testing.T) {
		t.Parallel()
		url := offer(t, setup(t), time.Minute, nil, apperr.ErrNotFound)
		res, got, err := fetch(t, "GET", url)
		require.NoError(t, err)
		require.Equal(t, http.StatusNotFound, res.StatusCode)
		require.Contains(t, got, `"not_found"`)
		require.Empty(t, res.Header.Get("Content-Disposition"))
	})

	t.Run("a fault on the way cuts the connection and is logged", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		url := offer(t, b, time.Minute, &httpx.Download{Name: "a.zip", Write: func(_ context.Context, w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("x", 100_000))
			return errors.Join(err, errors.New("the disk is gone"))
		}}, nil)
		_, _, err := fetch(t, "GET", url)
		require.Error(t, err, "nobody takes the part for the whole")
		lines := b.log.lines(t, "download broken off")
		require.Len(t, lines, 1)
		require.Contains(t, lines[0]["error"], "the disk is gone")
		require.Equal(t, "error", lines[0]["level"])
	})

	t.Run("what was deleted on the way cuts the connection too, and is no fault", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		url := offer(t, b, time.Minute, &httpx.Download{Name: "a.zip", Write: func(_ context.Context, w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("x", 100_000))
			return errors.Join(err, fmt.Errorf("add photo 7: %w", blob.ErrNotFound))
		}}, nil)
		_, _, err := fetch(t, "GET", url)
		require.Error(t, err)
		lines := b.log.lines(t, "download broken off")
		require.Len(t, lines, 1)
		require.Equal(t, "info", lines[0]["level"])
	})

	t.Run("it may take longer than the server allows a request, as long as it moves", func(t *testing.T) {
		t.Parallel()
		const allowed = 100 * time.Millisecond
		url := offer(t, setup(t), allowed, &httpx.Download{Name: "a.zip", Write: func(ctx context.Context, w io.Writer) error {
			for range 3 {
				if _, err := io.WriteString(w, strings.Repeat("x", 100_000)); err != nil {
					return err
				}
				wait, cancel := context.WithTimeout(ctx, 2*allowed)
				<-wait.Done()
				cancel()
			}
			return ctx.Err()
		}}, nil)
		_, got, err := fetch(t, "GET", url)
		require.NoError(t, err)
		require.Len(t, got, 300_000)
	})
}

func TestAttachment(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Hotel Aurora.zip":           `attachment; filename="Hotel Aurora.zip"; filename*=UTF-8''Hotel%20Aurora.zip`,
		"Hôtel Élysée.pdf":           `attachment; filename="Hotel Elysee.pdf"; filename*=UTF-8''H%C3%B4tel%20%C3%89lys%C3%A9e.pdf`,
		"Αύρα.zip":                   `attachment; filename="download.zip"; filename*=UTF-8''%CE%91%CF%8D%CF%81%CE%B1.zip`,
		`a"; filename=b.exe; x=.zip`: `attachment; filename="a-_ filename_b.exe_ x_.zip"; filename*=UTF-8''a-%3B%20filename%3Db.exe%3B%20x%3D.zip`,
		"../../etc/passwd":           `attachment; filename="-..-etc-passwd"; filename*=UTF-8''-..-etc-passwd`,
		"a\r\nSet-Cookie: x=y.zip":   `attachment; filename="aSet-Cookie- x_y.zip"; filename*=UTF-8''aSet-Cookie-%20x%3Dy.zip`,
		"invoice\u202efdp.exe":       `attachment; filename="invoicefdp.exe"; filename*=UTF-8''invoicefdp.exe`,
		"":                           `attachment; filename="download"; filename*=UTF-8''download`,
		".zip":                       `attachment; filename="zip"; filename*=UTF-8''zip`,
	} {
		require.Equal(t, want, httpx.Attachment(name), name)
	}
}

func FuzzAttachment(f *testing.F) {
	for _, s := range []string{"a.zip", "Αύρα.zip", "\xff\x00\"\\", "a\r\nb: c", strings.Repeat("ä", 500) + ".zip", ". . .", "a.\u202ezip"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		header := httpx.Attachment(name)
		kind, params, err := mime.ParseMediaType(header)
		if err != nil { // it knows only one of two names
			kind, params, err = mime.ParseMediaType(strings.Replace(header, "filename*", "other*", 1))
		}
		require.NoError(t, err, header)
		require.Equal(t, "attachment", kind)
		require.NotEmpty(t, params["filename"])
		require.NotContains(t, params["filename"], "/")
		for _, c := range []byte(header) {
			require.True(t, c >= ' ' && c < 0x7f, "%q in %q", c, header)
		}
		require.Less(t, len(header), 2500)
	})
}
