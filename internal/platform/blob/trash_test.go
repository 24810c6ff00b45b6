package blob_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
)

func (b *bundle) all(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for info, err := range b.All(t.Context()) {
		require.NoError(t, err)
		require.NotContains(t, found, info.Key)
		found[info.Key] = read(t, b.OpenAny, info.Key)
	}
	return found
}

func TestFolder_Delete(t *testing.T) {
	t.Parallel()

	t.Run("takes the blob away from readers but not from a running backup", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "photos/1/a.jpg", "one")
		b.put(t, "photos/1/b.jpg", "two")
		require.NoError(t, b.Delete(t.Context(), "photos/1/a.jpg"))

		_, err := b.Open(t.Context(), "photos/1/a.jpg")
		require.ErrorIs(t, err, blob.ErrNotFound)
		require.Equal(t, []string{"photos/1/b.jpg"}, b.list(t, ""))
		require.Equal(t, map[string]string{"photos/1/a.jpg": "one", "photos/1/b.jpg": "two"}, b.all(t))
	})

	t.Run("may be repeated, and ignores keys without a blob", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "a/b", "one")
		require.NoError(t, b.Delete(t.Context(), "a/b"))
		require.NoError(t, b.Delete(t.Context(), "a/b"))
		require.NoError(t, b.Delete(t.Context(), "never"))
		require.NoError(t, b.Delete(t.Context(), "a"), "a folder is no blob")
		require.Equal(t, map[string]string{"a/b": "one"}, b.all(t))
	})

	t.Run("lets the key be put again, and then knows only the new blob", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "a", "one")
		require.NoError(t, b.Delete(t.Context(), "a"))
		b.put(t, "a", "two")
		require.Equal(t, map[string]string{"a": "two"}, b.all(t))
		require.NoError(t, b.Delete(t.Context(), "a"))
		require.Equal(t, map[string]string{"a": "two"}, b.all(t))
	})

	t.Run("does not mind an older blob in the trash whose key leads to this one", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "a", "one")
		require.NoError(t, b.Delete(t.Context(), "a"))
		b.put(t, "a/b", "two")
		require.NoError(t, b.Delete(t.Context(), "a/b"))
		require.Equal(t, map[string]string{"a": "one", "a/b": "two"}, b.all(t))
	})

	t.Run("refuses a key that is not valid", func(t *testing.T) {
		t.Parallel()
		require.ErrorContains(t, setup(t).Delete(t.Context(), "../secret.key"), "not valid")
	})
}

func TestFolder_Purge(t *testing.T) {
	t.Parallel()

	t.Run("removes what was deleted before the given time, however old the blob was", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		start := b.clock
		b.put(t, "early", "one")
		b.put(t, "late", "two")
		b.put(t, "live", "three")
		require.NoError(t, b.Delete(t.Context(), "early"))
		b.clock = start.Add(2 * time.Hour)
		require.NoError(t, b.Delete(t.Context(), "late"))

		require.NoError(t, b.Purge(t.Context(), start.Add(time.Hour)))
		require.Equal(t, map[string]string{"late": "two", "live": "three"}, b.all(t))
		require.NoError(t, b.Purge(t.Context(), start.Add(3*time.Hour)))
		require.Equal(t, []string{"blobs/live/live"}, b.files(t))
	})

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
		require.Equal(t, []string{"blobs/live/photos/.put-new", "blobs/live/photos/a"}, b.files(t))
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

	t.Run("has nothing to do in a new data folder", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		require.NoError(t, b.Purge(t.Context(), b.clock))
	})
}
