package blob_test

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
)

func TestFolder_Put(t *testing.T) {
	t.Parallel()

	t.Run("is private to the service", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "photos/12/a.jpg", "picture")
		info, err := os.Stat(filepath.Join(b.dir, "blobs/live/photos/12/a.jpg"))
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), info.Mode())
	})

	t.Run("does not follow a link out of the data folder", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		outside := t.TempDir()
		require.NoError(t, os.MkdirAll(filepath.Join(b.dir, "blobs/live"), 0o700))
		require.NoError(t, os.Symlink(outside, filepath.Join(b.dir, "blobs/live/photos")))
		_, err := b.Put(t.Context(), "photos/a.jpg", strings.NewReader("x"))
		require.Error(t, err)
		entries, err := os.ReadDir(outside)
		require.NoError(t, err)
		require.Empty(t, entries)
	})

	t.Run("has the time of the service, not that of the file system", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		key := b.content(t, "just put")
		info, err := b.Stat(t.Context(), key)
		require.NoError(t, err)
		require.True(t, info.ModTime.Equal(b.clock), info.ModTime)
		require.NoError(t, blob.Sweep(t.Context(), b, "avatars", b.clock.Add(-24*time.Hour), nothing))
		require.Equal(t, []string{key}, b.list(t, ""))
	})
}

func TestFolder_Open(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.put(t, "photos/12/a.jpg", "picture")
	require.NoError(t, os.WriteFile(filepath.Join(b.dir, "blobs/live/photos/.put-x"), []byte("half"), 0o600))
	_, err := b.Open(t.Context(), "photos/.put-x")
	require.ErrorIs(t, err, blob.ErrNotFound, "an unfinished file")
}

// A backup copies what All yields.
func TestFolder_All(t *testing.T) {
	t.Parallel()
	b := setup(t)
	folder := b.Storage.(*blob.Folder)
	b.put(t, "photos/1/a.jpg", "one")
	b.put(t, "photos/1/b.jpg", "two")
	b.put(t, "photos/1/c.jpg", "old")
	require.NoError(t, b.Delete(t.Context(), "photos/1/a.jpg"))
	require.NoError(t, b.Delete(t.Context(), "photos/1/c.jpg"))
	b.put(t, "photos/1/c.jpg", "new")
	found := map[string]string{}
	for info, err := range folder.All(t.Context()) {
		require.NoError(t, err)
		require.NotContains(t, found, info.Key)
		found[info.Key] = read(t, folder.OpenAny, info.Key)
	}
	require.Equal(t, map[string]string{"photos/1/a.jpg": "one", "photos/1/b.jpg": "two", "photos/1/c.jpg": "new"}, found)
	require.Equal(t, b.all(t), found)
}

func TestFolder_Purge(t *testing.T) {
	t.Parallel()

	t.Run("removes what a killed upload left, but not one that is still running", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "photos/a", "one")
		for name, at := range map[string]time.Time{".put-old": b.clock.Add(-48 * time.Hour), ".put-new": b.clock} {
			path := filepath.Join(b.dir, "blobs/live/photos", name)
			require.NoError(t, os.WriteFile(path, []byte("half"), 0o600))
			require.NoError(t, os.Chtimes(path, at, at))
		}
		require.NoError(t, b.Purge(t.Context(), b.clock.Add(-24*time.Hour)))
		require.Equal(t, []string{"live/photos/.put-new", "live/photos/a"}, b.files(t))
	})

	t.Run("leaves alone what this process is writing, whatever the time of the file says", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		arriving, upload := io.Pipe()
		done := make(chan error)
		go func() {
			_, err := b.Put(t.Context(), "photos/a", arriving)
			done <- err
		}()
		_, err := io.WriteString(upload, "half")
		require.NoError(t, err)
		require.Len(t, b.files(t), 1)
		require.NoError(t, b.Purge(t.Context(), b.clock), "the file is years older than the clock says")
		_, err = io.WriteString(upload, " and half")
		require.NoError(t, err)
		require.NoError(t, upload.Close())
		require.NoError(t, <-done)
		require.Equal(t, "half and half", read(t, b.Open, "photos/a"))
	})
}
