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
	"allot/internal/testkit/s3test"
)

// bundle is a store with a look behind it.
type bundle struct {
	blob.Storage
	// beside is the store as another node has it.
	beside blob.Storage
	dir    string // of the folder, else empty
	bucket *s3test.Bucket
	clock  time.Time // of the folder, else zero
	// inside is the folder of the objects within what files lists.
	inside string
}

// setup returns a store in a folder.
func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{dir: t.TempDir(), clock: time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC), inside: "blobs/"}
	root, err := os.OpenRoot(b.dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	b.Storage = blob.NewFolder(root, func() time.Time { return b.clock })
	b.beside = b.Storage // it has one program
	return b
}

// setupS3 returns a store in a bucket.
func setupS3(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{bucket: s3test.NewBucket(t), inside: "allot/files/"}
	b.Storage, b.beside = b.open(t, ""), b.open(t, "")
	return b
}

// open returns the store as a node has it that reaches the server at an endpoint.
func (b *bundle) open(t *testing.T, endpoint string) *blob.S3 {
	t.Helper()
	bucket := *b.bucket
	if endpoint != "" {
		bucket.Endpoint = endpoint
	}
	s, err := blob.NewS3(blob.S3Options{URL: bucket.URL("allot/files"), AccessKey: s3test.AccessKey, SecretKey: s3test.SecretKey})
	require.NoError(t, err)
	return s
}

// onEach runs a test on a store of each kind.
func onEach(t *testing.T, test func(t *testing.T, b *bundle)) {
	t.Helper()
	for name, setup := range map[string]func(*testing.T) *bundle{"folder": setup, "S3": setupS3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, setup(t))
		})
	}
}

// now is the time by the store's clock.
func (b *bundle) now() time.Time {
	if b.bucket != nil {
		return b.bucket.Now()
	}
	return b.clock
}

// pass lets time pass for everything in the store.
func (b *bundle) pass(t *testing.T, d time.Duration) {
	t.Helper()
	if b.bucket != nil {
		b.bucket.Age(t, d)
		return
	}
	b.clock = b.clock.Add(d)
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

// files lists everything that is stored, as live/key and trash/key~.
func (b *bundle) files(t *testing.T) []string {
	t.Helper()
	names := []string{}
	if b.bucket != nil {
		names = b.bucket.Names(t)
	} else {
		require.NoError(t, filepath.WalkDir(b.dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				short, _ := filepath.Rel(b.dir, name)
				names = append(names, filepath.ToSlash(short))
			}
			return err
		}))
	}
	for i, name := range names {
		short, ours := strings.CutPrefix(name, b.inside)
		require.True(t, ours, name)
		names[i] = short
	}
	slices.Sort(names)
	return names
}

// all returns what is stored under live keys and, where there is none, in the trash.
func (b *bundle) all(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range b.files(t) {
		folder, key, _ := strings.Cut(name, "/")
		key = strings.TrimSuffix(key, "~")
		if _, live := found[key]; live && folder == "trash" {
			continue
		}
		if b.bucket != nil {
			found[key] = b.bucket.Content(t, b.inside+name)
			continue
		}
		content, err := os.ReadFile(filepath.Join(b.dir, filepath.FromSlash(b.inside+name)))
		require.NoError(t, err)
		found[key] = string(content)
	}
	return found
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

func TestStore_Put(t *testing.T) {
	t.Parallel()

	t.Run("keeps what it was given", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "photos/12/a.jpg", "picture")
			b.put(t, "empty", "")
			require.Equal(t, "picture", read(t, b.Open, "photos/12/a.jpg"))
			require.Empty(t, read(t, b.Open, "empty"))
			require.Equal(t, "picture", read(t, b.beside.Open, "photos/12/a.jpg"))
		})
	})

	t.Run("takes what was not read yet of a buffer, a file or anything else", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			f, err := os.CreateTemp(t.TempDir(), "")
			require.NoError(t, err)
			_, err = f.WriteString("xxrest")
			require.NoError(t, err)
			_, err = f.Seek(0, io.SeekStart)
			require.NoError(t, err)
			for i, r := range []io.Reader{bytes.NewBufferString("xxrest"), strings.NewReader("xxrest"), f, iotest.OneByteReader(strings.NewReader("xxrest"))} {
				_, err := io.ReadFull(r, make([]byte, 2))
				require.NoError(t, err)
				size, err := b.Put(t.Context(), fmt.Sprint("of/", i), r)
				require.NoError(t, err)
				require.EqualValues(t, 4, size)
				require.Equal(t, "rest", read(t, b.Open, fmt.Sprint("of/", i)))
			}
			_, err = f.Seek(0, io.SeekStart)
			require.NoError(t, err, "it is the caller who closes the file")
			require.NoError(t, f.Close())
		})
	})

	t.Run("replaces a blob while an open one stays readable", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
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
	})

	t.Run("leaves the old blob and no other file when the upload breaks off", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "a/logo.png", "old")
			for _, half := range []string{"half", strings.Repeat("half", 1<<20)} {
				broken := io.MultiReader(strings.NewReader(half), iotest.ErrReader(errors.New("line cut")))
				_, err := b.Put(t.Context(), "a/logo.png", broken)
				require.ErrorContains(t, err, "line cut")
			}
			require.Equal(t, "old", read(t, b.Open, "a/logo.png"))
			require.Equal(t, []string{"live/a/logo.png"}, b.files(t))
		})
	})

	t.Run("leaves nothing when the caller goes away in the middle", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			ctx, cancel := context.WithCancel(t.Context())
			_, err := b.Put(ctx, "a/logo.png", io.MultiReader(strings.NewReader("half"), cancelReader(cancel)))
			require.ErrorIs(t, err, context.Canceled)
			require.Empty(t, b.files(t))
			_, err = b.Stat(t.Context(), "a/logo.png")
			require.ErrorIs(t, err, blob.ErrNotFound)
		})
	})

	t.Run("gives readers one whole blob while many write the same key", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
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
				wg.Go(func() { errs <- b.beside.Delete(t.Context(), "x/y/same") })
			}
			wg.Wait()
			close(errs)
			for err := range errs {
				require.NoError(t, err)
			}
			require.True(t, want[b.all(t)["x/y/same"]])
			for _, name := range b.files(t) {
				require.Contains(t, []string{"live/x/y/same", "trash/x/y/same~"}, name)
			}
		})
	})

	t.Run("refuses a key that is not valid and writes nothing", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			_, err := b.Put(t.Context(), "../outside", strings.NewReader("x"))
			require.ErrorContains(t, err, "not valid")
			require.Empty(t, b.files(t))
		})
	})

	t.Run("streams a blob of some megabytes", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			content := bytes.Repeat([]byte("0123456789abcdef"), 300_000)
			size, err := b.Put(t.Context(), "big", iotest.HalfReader(bytes.NewReader(content)))
			require.NoError(t, err)
			require.Equal(t, int64(len(content)), size)
			same := string(content) == read(t, b.Open, "big")
			require.True(t, same) // a difference would fill the screen
		})
	})
}

// cancelReader ends the caller's context on the first read and then never ends.
type cancelReader context.CancelFunc

func (c cancelReader) Read(p []byte) (int, error) {
	c()
	return copy(p, "more"), nil
}

func TestStore_Open(t *testing.T) {
	t.Parallel()

	t.Run("has no blob for unknown keys, folders and nonsense", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "photos/12/a.jpg", "picture")
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
	})

	t.Run("can be read from any place, with its size and time", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "a", "0123456789")
			o, err := b.Open(t.Context(), "a")
			require.NoError(t, err)
			defer o.Close()
			for _, from := range []int64{7, 0, 10, 3} {
				_, err = o.Seek(from, io.SeekStart)
				require.NoError(t, err)
				rest, err := io.ReadAll(o)
				require.NoError(t, err)
				require.Equal(t, "0123456789"[from:], string(rest))
			}
			end, err := o.Seek(0, io.SeekEnd)
			require.NoError(t, err)
			require.EqualValues(t, 10, end)
			_, err = o.Seek(-1, io.SeekStart)
			require.Error(t, err)

			info, err := b.Stat(t.Context(), "a")
			require.NoError(t, err)
			require.Equal(t, o.Info, info)
			require.Equal(t, int64(10), info.Size)
			require.WithinDuration(t, b.now(), info.ModTime, time.Minute)
		})
	})
}

func TestStore_List(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, b *bundle) {
		t.Helper()
		require.Empty(t, b.list(t, ""))
		for _, key := range []string{"a", "ab/c", "photos/1/x", "photos/12/x", "photos/12/y", "photos-old/x"} {
			b.put(t, key, "content")
		}
		if b.dir != "" {
			require.NoError(t, os.WriteFile(filepath.Join(b.dir, "blobs/live/photos/.put-x"), nil, 0o600))
		}
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
			require.Equal(t, want, b.list(t, prefix), prefix)
		}
		// It stops when the caller has seen enough or is gone.
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
		for _, prefix := range []string{"../", "/", "A", "a//", strings.Repeat("a", 201)} {
			for _, err := range b.List(t.Context(), prefix) {
				require.ErrorContains(t, err, "not valid")
			}
		}
	})
}

func TestStore_Delete(t *testing.T) {
	t.Parallel()

	t.Run("takes the blob away from readers but not from the trash", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "photos/1/a.jpg", "one")
			b.put(t, "photos/1/b.jpg", "two")
			require.NoError(t, b.Delete(t.Context(), "photos/1/a.jpg"))

			_, err := b.Open(t.Context(), "photos/1/a.jpg")
			require.ErrorIs(t, err, blob.ErrNotFound)
			require.Equal(t, []string{"photos/1/b.jpg"}, b.list(t, ""))
			require.Equal(t, map[string]string{"photos/1/a.jpg": "one", "photos/1/b.jpg": "two"}, b.all(t))
		})
	})

	t.Run("may be repeated, and ignores keys without a blob", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "a/b", "one")
			require.NoError(t, b.Delete(t.Context(), "a/b"))
			require.NoError(t, b.Delete(t.Context(), "a/b"))
			require.NoError(t, b.Delete(t.Context(), "never"))
			require.NoError(t, b.Delete(t.Context(), "a"), "a folder is no blob")
			require.Equal(t, map[string]string{"a/b": "one"}, b.all(t))
		})
	})

	t.Run("lets the key be put again, and then knows only the new blob", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "a", "one")
			require.NoError(t, b.Delete(t.Context(), "a"))
			b.put(t, "a", "two")
			require.Equal(t, map[string]string{"a": "two"}, b.all(t))
			require.NoError(t, b.Delete(t.Context(), "a"))
			require.Equal(t, map[string]string{"a": "two"}, b.all(t))
		})
	})

	t.Run("does not mind an older blob in the trash whose key leads to this one", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "a", "one")
			require.NoError(t, b.Delete(t.Context(), "a"))
			b.put(t, "a/b", "two")
			require.NoError(t, b.Delete(t.Context(), "a/b"))
			require.Equal(t, map[string]string{"a": "one", "a/b": "two"}, b.all(t))
		})
	})

	t.Run("refuses a key that is not valid", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			require.ErrorContains(t, b.Delete(t.Context(), "../secret.key"), "not valid")
			require.ErrorContains(t, b.DeleteOld(t.Context(), "../secret.key", b.now()), "not valid")
		})
	})
}

func TestStore_Purge(t *testing.T) {
	t.Parallel()

	t.Run("removes what was deleted before the given time, however old the blob was", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.put(t, "early", "one")
			b.put(t, "late", "two")
			b.put(t, "live", "three")
			b.pass(t, 48*time.Hour)
			require.NoError(t, b.Delete(t.Context(), "early"))
			b.pass(t, 2*time.Hour)
			require.NoError(t, b.Delete(t.Context(), "late"))

			require.NoError(t, b.Purge(t.Context(), b.now().Add(-time.Hour)))
			require.Equal(t, map[string]string{"late": "two", "live": "three"}, b.all(t))
			b.pass(t, 2*time.Hour)
			require.NoError(t, b.Purge(t.Context(), b.now().Add(-time.Hour)))
			require.Equal(t, []string{"live/live"}, b.files(t))
		})
	})

	t.Run("has nothing to do in a new store", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			require.NoError(t, b.Purge(t.Context(), b.now()))
			require.NoError(t, b.Reachable(t.Context()))
		})
	})
}

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
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			shown, old := b.content(t, "shown"), b.content(t, "old")
			b.put(t, "logos/a", "elsewhere")
			b.pass(t, 48*time.Hour)
			young := b.content(t, "young")
			require.NoError(t, blob.Sweep(t.Context(), b, "avatars", b.now().Add(-24*time.Hour),
				func(_ context.Context, keys []string) (map[string]bool, error) {
					require.ElementsMatch(t, []string{shown, old}, keys)
					return map[string]bool{shown: true}, nil
				}))
			require.ElementsMatch(t, []string{shown, young, "logos/a"}, b.list(t, ""))
			require.Equal(t, "old", b.all(t)[old], "it is in the trash")
		})
	})

	t.Run("leaves an old blob that is put again while it asks who uses it", func(t *testing.T) {
		t.Parallel()
		onEach(t, func(t *testing.T, b *bundle) {
			t.Helper()
			key := b.content(t, "the same picture")
			b.pass(t, 48*time.Hour)
			require.NoError(t, blob.Sweep(t.Context(), b, "avatars", b.now().Add(-24*time.Hour),
				func(ctx context.Context, _ []string) (map[string]bool, error) {
					again, err := blob.PutContent(ctx, b, "avatars", ".jpg", []byte("the same picture"))
					require.Equal(t, key, again)
					return nil, err
				}))
			require.Equal(t, []string{"live/" + key}, b.files(t))
		})
	})
}

// A blob that was put before the other one looked must be there afterwards,
// however the two meet, also on two nodes and if it is the same content.
func TestStore_DeleteOld_AgainstPut(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, b *bundle) {
		t.Helper()
		times := 200
		if b.bucket != nil {
			times = 20
		}
		for i := range times {
			b.put(t, "a/b", "one")
			b.pass(t, 48*time.Hour)
			content := []string{"two", "one"}[i%2]
			var all sync.WaitGroup
			errs := make([]error, 3)
			all.Go(func() { errs[0] = b.DeleteOld(t.Context(), "a/b", b.now().Add(-24*time.Hour)) })
			all.Go(func() { errs[1] = b.beside.DeleteOld(t.Context(), "a/b", b.now().Add(-24*time.Hour)) })
			all.Go(func() { _, errs[2] = b.beside.Put(t.Context(), "a/b", strings.NewReader(content)) })
			all.Wait()
			require.NoError(t, errors.Join(errs...))
			require.Equal(t, content, read(t, b.Open, "a/b"))
			require.Subset(t, []string{"live/a/b", "trash/a/b~"}, b.files(t))
		}
	})
}
