package httpx_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
)

const pictureKey = "avatars/ab/abcdef.jpg"

// store holds one picture.
func store(t *testing.T) *blob.Folder {
	t.Helper()
	root, err := os.OpenRoot(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	s := blob.NewFolder(root, time.Now)
	for _, key := range []string{pictureKey, "exports/a.jpg", "avatars/page.html"} {
		_, err = s.Put(t.Context(), key, strings.NewReader("0123456789"))
		require.NoError(t, err)
	}
	return s
}

func TestMedia(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.AddMedia(store(t), "avatars", "gallery")

	t.Run("a picture is served for ever", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("GET", "/media/"+pictureKey, "", noToken).ok(http.StatusOK)
		require.Equal(t, "0123456789", a.body)
		require.Equal(t, "image/jpeg", a.Header.Get("Content-Type"))
		require.Equal(t, "public, max-age=31536000, immutable", a.Header.Get("Cache-Control"))
		require.Equal(t, `"abcdef.jpg"`, a.Header.Get("ETag"))
		require.Contains(t, a.Header.Get("Content-Security-Policy"), "sandbox")
	})
	t.Run("who has it is not sent it again", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("GET", "/media/"+pictureKey, "", `If-None-Match: "abcdef.jpg"`).ok(http.StatusNotModified)
		require.Empty(t, a.body)
	})
	t.Run("a part can be asked for", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("GET", "/media/"+pictureKey, "", "Range: bytes=2-4").ok(http.StatusPartialContent)
		require.Equal(t, "234", a.body)
		b.do("GET", "/media/"+pictureKey, "", "Range: bytes=99-").ok(http.StatusRequestedRangeNotSatisfiable)
	})
	t.Run("nothing else is served", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, path := range []string{
			"", "avatars/", "avatars/none.jpg", "avatars/page.html", "exports/a.jpg", "avatars", "x.jpg", ".jpg", "avatars/.jpg",
			"avatars/../exports/a.jpg", "avatars/..%2Fexports/a.jpg", "avatars/%2e%2e/exports/a.jpg", "..%2F..%2Fallot.db.jpg", "avatars//ab/abcdef.jpg",
			"avatars/ab/abcdef.jpg%00.png", "avatars/AB/ABCDEF.JPG", "avatars/ab/abcdef.jpg/x.jpg", "avatars/ab.jpg", "/avatars/ab/abcdef.jpg", "avatars/" + strings.Repeat("x", 300) + ".jpg",
		} {
			b.do("GET", "/media/"+path, "").refused(http.StatusNotFound, "not_found")
		}
	})
	t.Run("pictures cannot be written", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("DELETE", "/media/"+pictureKey, "").refused(http.StatusMethodNotAllowed, "method_not_allowed")
	})
}
