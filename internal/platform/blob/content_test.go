package blob_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
)

func nothing(context.Context, []string) (map[string]bool, error) { return nil, nil }

func (b *bundle) content(t *testing.T, data string) string {
	t.Helper()
	key, err := blob.PutContent(t.Context(), b, "avatars", ".jpg", []byte(data))
	require.NoError(t, err)
	return key
}

func TestSweep(t *testing.T) {
	t.Parallel()

	t.Run("takes what is old and unused, and leaves what is used, young or elsewhere", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		shown, old := b.content(t, "shown"), b.content(t, "old")
		b.put(t, "logos/a", "elsewhere")
		b.clock = b.clock.Add(48 * time.Hour)
		young := b.content(t, "young")
		require.NoError(t, blob.Sweep(t.Context(), b, "avatars", b.clock.Add(-24*time.Hour),
			func(_ context.Context, keys []string) (map[string]bool, error) {
				require.ElementsMatch(t, []string{shown, old}, keys)
				return map[string]bool{shown: true}, nil
			}))
		require.ElementsMatch(t, []string{shown, young, "logos/a"}, b.list(t, ""))
	})

	t.Run("leaves an old blob that is put again while it asks who uses it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		key := b.content(t, "the same picture")
		b.clock = b.clock.Add(48 * time.Hour)
		require.NoError(t, blob.Sweep(t.Context(), b, "avatars", b.clock.Add(-24*time.Hour),
			func(ctx context.Context, _ []string) (map[string]bool, error) {
				again, err := blob.PutContent(ctx, b, "avatars", ".jpg", []byte("the same picture"))
				require.Equal(t, key, again)
				return nil, err
			}))
		require.Equal(t, []string{key}, b.list(t, ""))
	})

	t.Run("goes by the clock of the service, not by that of the file system", func(t *testing.T) {
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

// A blob that was put before the other one looked must be there afterwards,
// however the two meet.
func TestFolder_DeleteOld_AgainstPut(t *testing.T) {
	t.Parallel()
	b := setup(t)
	long := b.clock.Add(-48 * time.Hour)
	for range 200 {
		b.put(t, "a/b", "one")
		file := filepath.Join(b.dir, "blobs/live/a/b")
		require.NoError(t, os.Chtimes(file, long, long))
		var both sync.WaitGroup
		errs := make([]error, 2)
		both.Go(func() { errs[0] = b.DeleteOld(t.Context(), "a/b", b.clock.Add(-24*time.Hour)) })
		both.Go(func() { _, errs[1] = b.Put(t.Context(), "a/b", strings.NewReader("two")) })
		both.Wait()
		require.NoError(t, errs[0])
		require.NoError(t, errs[1])
		require.Equal(t, "two", read(t, b.Open, "a/b"))
	}
}
