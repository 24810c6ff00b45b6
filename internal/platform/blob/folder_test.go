package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/blob"
)

type bundle struct {
	*blob.Folder
	dir   string
	clock time.Time
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{dir: t.TempDir(), clock: time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)}
	root, err := os.OpenRoot(b.dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	b.Folder = blob.NewFolder(root, func() time.Time { return b.clock })
	return b
}

func (b *bundle) put(t *testing.T, key, content string) {
	t.Helper()
	size, err := b.Put(t.Context(), key, strings.NewReader(content))
	require.NoError(t, err)
	require.Equal(t, int64(len(content)), size)
}

func read(t *testing.T, open func(context.Context, string) (*blob.Object, error), key string) string {
	t.Helper()
	o, err := open(t.Context(), key)
	require.NoError(t, err)
	defer o.Close()
	content, err := io.ReadAll(o)
	require.NoError(t, err)
	require.Equal(t, int64(len(content)), o.Size)
	require.Equal(t, key, o.Key)
	return string(content)
}

// files lists every file below the data folder, by its path in it.
func (b *bundle) files(t *testing.T) []string {
	t.Helper()
	names := []string{}
	require.NoError(t, filepath.WalkDir(b.dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			short, _ := filepath.Rel(b.dir, name)
			names = append(names, filepath.ToSlash(short))
		}
		return err
	}))
	return names
}

func (b *bundle) list(t *testing.T, prefix string) []string {
	t.Helper()
	keys := []string{}
	for info, err := range b.List(t.Context(), prefix) {
		require.NoError(t, err)
		keys = append(keys, info.Key)
	}
	slices.Sort(keys)
	return keys
}

func TestFolder_Put(t *testing.T) {
	t.Parallel()

	t.Run("keeps what it was given, private to the service", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "photos/12/a.jpg", "picture")
		b.put(t, "empty", "")
		require.Equal(t, "picture", read(t, b.Open, "photos/12/a.jpg"))
		require.Empty(t, read(t, b.Open, "empty"))
		info, err := os.Stat(filepath.Join(b.dir, "blobs/live/photos/12/a.jpg"))
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), info.Mode())
	})

	t.Run("replaces a blob while an open one stays readable", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "logo.png", "old")
		o, err := b.Open(t.Context(), "logo.png")
		require.NoError(t, err)
		defer o.Close()
		b.put(t, "logo.png", "newer")
		content, err := io.ReadAll(o)
		require.NoError(t, err)
		require.Equal(t, "old", string(content))
		require.Equal(t, "newer", read(t, b.Open, "logo.png"))
	})

	t.Run("leaves the old blob and no other file when the upload breaks off", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "a/logo.png", "old")
		broken := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(errors.New("line cut")))
		_, err := b.Put(t.Context(), "a/logo.png", broken)
		require.ErrorContains(t, err, "line cut")
		require.Equal(t, "old", read(t, b.Open, "a/logo.png"))
		require.Equal(t, []string{"blobs/live/a/logo.png"}, b.files(t))
	})

	t.Run("leaves nothing when the caller goes away in the middle", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		ctx, cancel := context.WithCancel(t.Context())
		_, err := b.Put(ctx, "a/logo.png", io.MultiReader(strings.NewReader("half"), cancelReader(cancel)))
		require.ErrorIs(t, err, context.Canceled)
		require.Empty(t, b.files(t))
		_, err = b.Stat(t.Context(), "a/logo.png")
		require.ErrorIs(t, err, blob.ErrNotFound)
	})

	t.Run("gives readers one whole blob while many write the same key", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		want := map[string]bool{}
		var wg sync.WaitGroup
		errs := make(chan error, 20)
		for i := range 10 {
			content := strings.Repeat(fmt.Sprint(i), 50_000+i)
			want[content] = true
			wg.Go(func() {
				_, err := b.Put(t.Context(), "x/y/same", strings.NewReader(content))
				errs <- err
			})
			wg.Go(func() { errs <- b.Delete(t.Context(), "x/y/same") })
		}
		wg.Wait()
		close(errs)
		for err := range errs {
			require.NoError(t, err)
		}
		require.True(t, want[read(t, b.OpenAny, "x/y/same")])
		for _, name := range b.files(t) {
			require.NotContains(t, name, ".put-")
		}
	})

	t.Run("refuses a key that is not valid and writes nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		_, err := b.Put(t.Context(), "../outside", strings.NewReader("x"))
		require.ErrorContains(t, err, "not valid")
		require.Empty(t, b.files(t))
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
}

// cancelReader ends the caller's context on the first read and then never ends.
type cancelReader context.CancelFunc

func (c cancelReader) Read(p []byte) (int, error) {
	c()
	return copy(p, "more"), nil
}

func TestFolder_Open(t *testing.T) {
	t.Parallel()

	t.Run("has no blob for unknown keys, folders, unfinished files and nonsense", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "photos/12/a.jpg", "picture")
		require.NoError(t, os.WriteFile(filepath.Join(b.dir, "blobs/live/photos/.put-x"), []byte("half"), 0o600))
		for _, key := range []string{
			"photos/12/b.jpg", "other/a.jpg", "photos/12", "photos", "photos/12/a.jpg/b",
			"", "/", "..", "../secret.key", "photos/../photos/12/a.jpg", "photos/.put-x", "a\x00b",
		} {
			_, err := b.Open(t.Context(), key)
			require.ErrorIs(t, err, blob.ErrNotFound, key)
			_, err = b.Stat(t.Context(), key)
			require.ErrorIs(t, err, blob.ErrNotFound, key)
		}
	})

	t.Run("can be read from any place, with its size and time", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.put(t, "a", "0123456789")
		o, err := b.Open(t.Context(), "a")
		require.NoError(t, err)
		defer o.Close()
		_, err = o.Seek(7, io.SeekStart)
		require.NoError(t, err)
		rest, err := io.ReadAll(o)
		require.NoError(t, err)
		require.Equal(t, "789", string(rest))

		info, err := b.Stat(t.Context(), "a")
		require.NoError(t, err)
		require.Equal(t, o.Info, info)
		require.Equal(t, int64(10), info.Size)
		require.False(t, info.ModTime.IsZero())
	})
}

func TestFolder_List(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, key := range []string{"a", "ab/c", "photos/1/x", "photos/12/x", "photos/12/y", "photos-old/x"} {
		b.put(t, key, "content")
	}
	require.NoError(t, os.WriteFile(filepath.Join(b.dir, "blobs/live/photos/.put-x"), nil, 0o600))
	for prefix, want := range map[string][]string{
		"":            {"a", "ab/c", "photos-old/x", "photos/1/x", "photos/12/x", "photos/12/y"},
		"photos/":     {"photos/1/x", "photos/12/x", "photos/12/y"},
		"photos":      {"photos-old/x", "photos/1/x", "photos/12/x", "photos/12/y"},
		"photos/1":    {"photos/1/x", "photos/12/x", "photos/12/y"},
		"photos/1/":   {"photos/1/x"},
		"photos/12/y": {"photos/12/y"},
		"nothing/":    {},
		"a/":          {},
	} {
		t.Run("yields the blobs whose key starts with "+prefix, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, want, b.list(t, prefix))
		})
	}
	t.Run("is empty in a new data folder", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, setup(t).list(t, ""))
	})
	t.Run("stops when the caller has seen enough or is gone", func(t *testing.T) {
		t.Parallel()
		seen := 0
		for _, err := range b.List(t.Context(), "") {
			require.NoError(t, err)
			seen++
			break
		}
		require.Equal(t, 1, seen)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, err := range b.List(ctx, "") {
			require.ErrorIs(t, err, context.Canceled)
		}
	})
	t.Run("refuses a prefix that no key has", func(t *testing.T) {
		t.Parallel()
		for _, prefix := range []string{"../", "/", "A", "a//", strings.Repeat("a", 201)} {
			for _, err := range b.List(t.Context(), prefix) {
				require.ErrorContains(t, err, "not valid")
			}
		}
	})
}

func TestFolder_Put_large(t *testing.T) {
	t.Parallel()
	t.Run("streams a blob of some megabytes", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		content := bytes.Repeat([]byte("0123456789abcdef"), 300_000)
		size, err := b.Put(t.Context(), "big", iotest.HalfReader(bytes.NewReader(content)))
		require.NoError(t, err)
		require.Equal(t, int64(len(content)), size)
		require.Equal(t, string(content), read(t, b.Open, "big"))
	})
}
