package backup_test

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/backup"
	"allot/internal/app/datadir"
	"allot/internal/platform/audit"
)

func TestCreate(t *testing.T) {
	t.Parallel()

	t.Run("takes everything that a restored server needs, and nothing of the old one's identity", func(t *testing.T) {
		t.Parallel()
		s := running(t)
		var steps []backup.Progress
		var out bytes.Buffer
		require.NoError(t, backup.Create(t.Context(), source(s.dir), &out, func(p backup.Progress) { steps = append(steps, p) }))
		require.Len(t, steps, 5)
		require.Equal(t, "allot.db", steps[0].Name)
		require.Equal(t, 5, steps[4].Files)
		require.Greater(t, steps[4].Bytes, steps[0].Bytes)

		target := filepath.Join(t.TempDir(), "restored")
		res, err := restore(t, &out, target, false)
		require.NoError(t, err)
		current, _, err := s.db.SchemaVersion(t.Context())
		require.NoError(t, err)
		require.Equal(t, "1.2.3", res.Manifest.AllotVersion)
		require.Equal(t, current, res.Manifest.SchemaVersion)
		require.WithinDuration(t, time.Now(), res.Manifest.CreatedAt, time.Minute)
		require.Empty(t, res.SetAside)

		files := tree(t, target)
		delete(files, "allot.db")
		require.Equal(t, map[string]string{
			"secret.key":                "a key\n",
			"mail/invoice-12.eml":       "Subject: hello\r\n",
			"blobs/live/photos/1/1.jpg": content(1),
			"blobs/live/photos/2/2.jpg": content(2), // deleted, but a row may still refer to it
		}, files)
		info, err := os.Stat(target)
		require.NoError(t, err)
		require.Equal(t, fs.ModeDir|0o700, info.Mode())
		info, err = os.Stat(filepath.Join(target, "allot.db"))
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), info.Mode())

		again := startServer(t, target)
		defer again.stop(t)
		require.NotEqual(t, s.dir.NodeID(), again.dir.NodeID())
		require.Equal(t, s.rows(t), again.rows(t))
	})

	t.Run("loses nothing while the server writes and deletes", func(t *testing.T) {
		t.Parallel()
		s := running(t)
		b := &busy{server: s}
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() { b.write(ctx, t) })
		}
		wg.Go(func() { b.deleteAll(ctx, t) })
		require.Eventually(t, func() bool { return b.deleted.Load() >= 5 }, time.Minute, time.Millisecond)

		var archives [3][]byte
		var before [3]int64
		for i := range archives {
			before[i] = b.kept.Load()
			archives[i] = create(t, s)
		}
		cancel()
		wg.Wait()

		for i, a := range archives {
			target := filepath.Join(t.TempDir(), strconv.Itoa(i))
			_, err := restore(t, bytes.NewReader(a), target, false)
			require.NoError(t, err)
			again := startServer(t, target)
			var kept int64
			for _, row := range again.rows(t) {
				n, err := strconv.ParseInt(row.ObjectID, 10, 64)
				require.NoError(t, err)
				_, err = again.blobs.Stat(t.Context(), key(n))
				require.NoError(t, err, "the blob of row %d (%s)", n, row.Action)
				if row.Action == "keep" {
					kept++
				}
			}
			require.GreaterOrEqual(t, kept, before[i], "rows committed before the backup began")
			again.stop(t)
		}
	})

	t.Run("leaves nothing behind in the folder, and sweeps up after one that was killed", func(t *testing.T) {
		t.Parallel()
		s := running(t)
		old, recent := filepath.Join(s.dir.Path(), ".backup-old.db"), filepath.Join(s.dir.Path(), ".backup-recent.db")
		for _, name := range []string{old, recent} {
			require.NoError(t, os.WriteFile(name, []byte("x"), 0o600))
		}
		long := time.Now().AddDate(0, 0, -8)
		require.NoError(t, os.Chtimes(old, long, long))
		want := names(t, s.dir.Path())
		create(t, s)
		require.NoFileExists(t, old)
		require.FileExists(t, recent, "it may belong to a backup under way")
		require.Len(t, names(t, s.dir.Path()), len(want)-1)
	})

	t.Run("stops when the caller goes away or the disk is full, and cleans up", func(t *testing.T) {
		t.Parallel()
		s := running(t)
		want := names(t, s.dir.Path())
		ctx, cancel := context.WithCancel(t.Context())
		err := backup.Create(ctx, source(s.dir), io.Discard, func(backup.Progress) { cancel() })
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorIs(t, backup.Create(t.Context(), source(s.dir), fullDisk{}, nil), errFull)
		require.Equal(t, want, names(t, s.dir.Path()))
	})

	t.Run("says that PostgreSQL has its own tools", func(t *testing.T) {
		t.Parallel()
		d, err := datadir.Open(t.TempDir())
		require.NoError(t, err)
		defer d.Close()
		require.ErrorContains(t, backup.Create(t.Context(), source(d), io.Discard, nil), "PostgreSQL")
		require.NoFileExists(t, d.DatabaseFile())
	})
}

var errFull = fs.ErrInvalid

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// busy is the load on a server: rows with blobs, and rows that go again.
type busy struct {
	*server

	next, kept, deleted atomic.Int64
	victims             sync.Map
}

func (b *busy) write(ctx context.Context, t *testing.T) {
	t.Helper()
	for ctx.Err() == nil {
		n := b.next.Add(1) + 100
		action := "keep"
		if n%2 == 0 {
			action = "victim"
		}
		// A blob is there before the row that refers to it.
		err := b.put(ctx, n)
		if err == nil {
			err = b.record(ctx, action, n)
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			t.Error(err)
			return
		}
		if action == "keep" {
			b.kept.Add(1)
		} else {
			b.victims.Store(n, true)
		}
	}
}

func (b *busy) deleteAll(ctx context.Context, t *testing.T) {
	t.Helper()
	for ctx.Err() == nil {
		b.victims.Range(func(k, _ any) bool {
			n, _ := k.(int64)
			err := b.db.InTx(ctx, func(ctx context.Context) error {
				_, err := b.db.From(ctx).NewDelete().Model((*audit.Entry)(nil)).Where("object_id = ?", strconv.FormatInt(n, 10)).Exec(ctx)
				return err
			})
			if err == nil {
				err = b.blobs.Delete(ctx, key(n))
			}
			if ctx.Err() != nil {
				return false
			}
			if err != nil {
				t.Error(err)
				return false
			}
			b.victims.Delete(n)
			b.deleted.Add(1)
			return true
		})
	}
}
