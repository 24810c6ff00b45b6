package contenttest

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/content/property"
	"allot/internal/identity/plan"
	"allot/internal/platform/blob"
	"allot/internal/platform/page"
)

func TestService_Order(t *testing.T) {
	t.Parallel()

	t.Run("photos that are not named follow in their old order", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		var ids []int64
		for range 4 {
			ids = append(ids, b.add(t, photo.Change{}).ID)
		}
		order := func(want ...int64) []int64 {
			got, err := b.Photos.Order(b.hotel.Context(t), b.hotel.Caller, b.property, want)
			require.NoError(t, err)
			return got
		}
		want := []int64{ids[3], ids[1], ids[0], ids[2]}
		require.Equal(t, want, order(ids[3], ids[1]))
		got, cover := b.gallery(t)
		require.Equal(t, want, got)
		require.Equal(t, ids[0], cover, "the cover stays")
		require.Equal(t, want, order(), "no wish, no change")
		require.Equal(t, []string{"order"}, b.actions(t, "gallery", b.property))
		last := b.add(t, photo.Change{})
		got, _ = b.gallery(t)
		require.Equal(t, append(want, last.ID), got)
	})

	t.Run("strange and repeated ids are named by their place", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		p := b.add(t, photo.Change{})
		other := b.Manager(t)
		foreign := b.Add(t, other, b.Property(t, other, "Elsewhere").ID, photo.Change{})
		_, err := b.Photos.Order(b.hotel.Context(t), b.hotel.Caller, b.property, []int64{foreign.ID, p.ID, p.ID, -1})
		require.Equal(t, map[string]string{
			"photos[0]": "is no photo of this gallery", "photos[2]": "is in the list twice", "photos[3]": "is no photo of this gallery",
		}, fields(t, err))
	})

	t.Run("an endless list of strange ids is answered briefly", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		_, err := b.Photos.Order(b.hotel.Context(t), b.hotel.Caller, b.property, make([]int64, 100_000))
		require.Len(t, fields(t, err), 20)
	})
}

func TestService_Gallery(t *testing.T) {
	t.Parallel()
	b := setup(t)
	room := b.Room(t, b.hotel, b.property, "Double room", "DBL", 12)
	first := b.add(t, photo.Change{Category: ptr(photo.CategoryPool)})
	second := b.add(t, photo.Change{Room: ptr(&room)})
	third := b.add(t, photo.Change{Category: ptr(photo.CategoryPool), Room: ptr(&room)})
	for name, c := range map[string]struct {
		filter photo.Filter
		req    page.Request
		want   []int64
		count  int
	}{
		"everything":        {photo.Filter{}, page.Request{}, []int64{first.ID, second.ID, third.ID}, 3},
		"second page":       {photo.Filter{}, page.Request{Page: 2, Size: 2}, []int64{third.ID}, 3},
		"one category":      {photo.Filter{Category: photo.CategoryPool}, page.Request{}, []int64{first.ID, third.ID}, 2},
		"one room":          {photo.Filter{Room: room}, page.Request{}, []int64{second.ID, third.ID}, 2},
		"room and category": {photo.Filter{Room: room, Category: photo.CategoryPool}, page.Request{}, []int64{third.ID}, 1},
		"nothing":           {photo.Filter{Room: room + 1}, page.Request{}, []int64{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			photos, count, err := b.Photos.Gallery(b.hotel.Context(t), b.hotel.Caller, b.property, c.filter, c.req)
			require.NoError(t, err)
			got := []int64{}
			for _, p := range photos {
				got = append(got, p.ID)
			}
			require.Equal(t, c.want, got)
			require.Equal(t, c.count, count)
		})
	}
}

func TestService_Archive(t *testing.T) {
	t.Parallel()

	t.Run("every program can open it and finds the pictures in order", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		second := b.add(t, photo.Change{Caption: ptr("The Öld mill / by night!"), Category: ptr(photo.CategoryExterior)})
		third := b.add(t, photo.Change{Caption: ptr("Θέα στη θάλασσα")})
		first := b.add(t, photo.Change{Category: ptr(photo.CategoryPool)})
		_, err := b.Photos.Order(b.hotel.Context(t), b.hotel.Caller, b.property, []int64{first.ID})
		require.NoError(t, err)
		a, err := b.Photos.Archive(b.hotel.Context(t), b.hotel.Caller, b.property)
		require.NoError(t, err)
		require.Equal(t, "Hotel Aurora photos.zip", a.Name)
		var out bytes.Buffer
		require.NoError(t, a.Write(t.Context(), &out))
		require.EqualValues(t, out.Len(), a.Size)

		z, err := zip.NewReader(bytes.NewReader(out.Bytes()), a.Size)
		require.NoError(t, err)
		names := []string{}
		for i, f := range z.File {
			names = append(names, f.Name)
			r, err := f.Open()
			require.NoError(t, err)
			got, err := io.ReadAll(r) // checks the sum
			require.NoError(t, err)
			require.Equal(t, content(t, b, []photo.Photo{first, second, third}[i].Key), got)
			require.Equal(t, zip.Store, f.Method)
			require.Zero(t, f.Flags&8, "the size stands in front of the file")
			require.True(t, f.Modified.Equal(first.CreatedAt), f.Modified)
		}
		require.Equal(t, []string{"01-pool.jpg", "02-exterior-the-old-mill-by-night.jpg", "03-other-θεα-στη-θαλασσα.jpg"}, names)
		requireUnzip(t, out.Bytes())
	})

	t.Run("an empty gallery has none", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		_, err := b.Photos.Archive(b.hotel.Context(t), b.hotel.Caller, b.property)
		require.ErrorIs(t, err, photo.ErrGalleryEmpty)
	})

	t.Run("a missing file is found before the first byte", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		p := b.add(t, photo.Change{})
		require.NoError(t, b.Blobs.Delete(t.Context(), p.Key))
		_, err := b.Photos.Archive(b.hotel.Context(t), b.hotel.Caller, b.property)
		require.ErrorContains(t, err, p.Key)
	})

	t.Run("a client that hangs up ends it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.add(t, photo.Change{})
		a, err := b.Photos.Archive(b.hotel.Context(t), b.hotel.Caller, b.property)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, a.Write(ctx, io.Discard), context.Canceled)
		require.ErrorIs(t, a.Write(t.Context(), brokenPipe{}), errBrokenPipe)
	})
}

var errBrokenPipe = errors.New("broken pipe")

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errBrokenPipe }

func content(t *testing.T, b *bundle, key string) []byte {
	t.Helper()
	f, err := b.Blobs.Open(t.Context(), key)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(f)
	require.NoError(t, err)
	return data
}

// requireUnzip asks another program's opinion.
func requireUnzip(t *testing.T, file []byte) {
	t.Helper()
	unzip, err := exec.LookPath("unzip")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("unzip is missing: scripts/check installs it")
		}
		t.Skip("unzip is missing: the archive was read by Go only")
	}
	name := filepath.Join(t.TempDir(), "a.zip")
	require.NoError(t, os.WriteFile(name, file, 0o600))
	out, err := exec.CommandContext(t.Context(), unzip, "-t", name).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "No errors detected")
}

// A gallery of 500 photos goes out piece by piece: what is in memory at once
// does not grow with it.
func TestService_Archive_large(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Grant(t, b.hotel, plan.Gold)
	p := b.add(t, photo.Change{Caption: ptr("again and again")})
	const more, size = 499, 256 << 10
	p.Key = blob.ContentKey(property.Folder(b.property)+"/photos", [32]byte{1}, ".jpg")
	p.Bytes, p.IsCover = size, false
	_, err := b.Blobs.Put(t.Context(), p.Key, bytes.NewReader(make([]byte, size)))
	require.NoError(t, err)
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		for i := range more {
			p.ID, p.Position = 0, i+1
			if err := b.PhotoStore.InsertPhoto(ctx, &p); err != nil {
				return err
			}
		}
		return nil
	}))
	a, err := b.Photos.Archive(b.hotel.Context(t), b.hotel.Caller, b.property)
	require.NoError(t, err)
	w := &watcher{}
	require.NoError(t, a.Write(t.Context(), w))
	require.Equal(t, w.total, a.Size)
	require.Greater(t, w.total, int64(more*size))
	require.LessOrEqual(t, w.largest, 64<<10)
	require.Contains(t, w.tail(), "500-other-again-and-again.jpg")
}

// watcher sees how large the pieces are, and keeps the last ones.
type watcher struct {
	total   int64
	largest int
	end     []byte
}

func (w *watcher) Write(b []byte) (int, error) {
	w.total += int64(len(b))
	w.largest = max(w.largest, len(b))
	if w.end = append(w.end, b...); len(w.end) > 1<<20 {
		w.end = slices.Clone(w.end[len(w.end)-100_000:])
	}
	return len(b), nil
}

func (w *watcher) tail() string { return string(w.end) }

func TestService_sweep(t *testing.T) {
	t.Parallel()
	b := setup(t)
	kept, gone := b.add(t, photo.Change{}), b.add(t, photo.Change{})
	twice := phototest.JPEG(t, 64, 48)
	var shared [2]photo.Photo
	for i := range shared {
		var err error
		shared[i], err = b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{File: bytes.NewReader(twice)})
		require.NoError(t, err)
	}
	ctx, who := b.hotel.Context(t), b.hotel.Caller
	require.NoError(t, b.Photos.Delete(ctx, who, b.property, gone.ID))
	require.NoError(t, b.Photos.Delete(ctx, who, b.property, shared[0].ID))
	// What an upload leaves that was killed before its record was written.
	orphan := blob.ContentKey(property.Folder(b.property)+"/photos", [32]byte{7}, ".jpg")
	_, err := b.Blobs.Put(t.Context(), orphan, strings.NewReader("x"))
	require.NoError(t, err)
	all := b.Files(t, b.property)
	require.Len(t, all, 3*2+1, "main and thumbnails of pictures this small: two files each")
	for i, key := range all {
		at := b.Clock.Now().Add(-48 * time.Hour)
		if key == orphan {
			at = b.Clock.Now().Add(-25 * time.Hour)
		}
		require.NoError(t, os.Chtimes(filepath.Join(b.DataDir, "blobs", "live", filepath.FromSlash(key)), at, at), i)
	}
	young := blob.ContentKey(property.Folder(b.property)+"/photos", [32]byte{8}, ".jpg")
	_, err = b.Blobs.Put(t.Context(), young, strings.NewReader("x"))
	require.NoError(t, err)
	at := b.Clock.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(b.DataDir, "blobs", "live", filepath.FromSlash(young)), at, at))

	b.Start(t) // the job runs at start
	want := []string{kept.Key, kept.SmallKey, shared[1].Key, shared[1].SmallKey, young}
	slices.Sort(want)
	require.Eventually(t, func() bool {
		got := b.Files(t, b.property)
		slices.Sort(got)
		return slices.Equal(want, got)
	}, 2*time.Minute, 5*time.Millisecond)
	b.Settle(t)
	require.Len(t, b.Files(t, b.property), len(want))
}
