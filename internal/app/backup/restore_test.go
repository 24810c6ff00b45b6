package backup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/backup"
	"allot/internal/app/datadir"
)

func TestRestore(t *testing.T) {
	t.Parallel()
	good := create(t, running(t))

	t.Run("refuses a folder that a server has, even by force, and leaves it alone", func(t *testing.T) {
		t.Parallel()
		s := running(t)
		before := tree(t, s.dir.Path())
		for _, force := range []bool{false, true} {
			_, err := restore(t, bytes.NewReader(good), s.dir.Path(), force)
			require.ErrorIs(t, err, datadir.ErrInUse)
		}
		require.Equal(t, before, tree(t, s.dir.Path()))
	})

	t.Run("refuses a folder that is not empty, and by force sets its content aside", func(t *testing.T) {
		t.Parallel()
		target := filepath.Join(t.TempDir(), "data")
		s := startServer(t, target)
		require.NoError(t, s.record(t.Context(), "old", 9))
		s.stop(t)
		before := tree(t, target)
		_, err := restore(t, bytes.NewReader(good), target, false)
		require.ErrorIs(t, err, backup.ErrNotEmpty)
		require.Equal(t, before, tree(t, target))

		res, err := restore(t, bytes.NewReader(good), target, true)
		require.NoError(t, err)
		require.Equal(t, before, tree(t, res.SetAside))
		require.Equal(t, []string{"data", filepath.Base(res.SetAside)}, names(t, filepath.Dir(target)))
		again := startServer(t, target)
		require.Len(t, again.rows(t), 1)
		require.Equal(t, "first", again.rows(t)[0].Action)
		again.stop(t)
		old := startServer(t, res.SetAside)
		require.Equal(t, "old", old.rows(t)[0].Action)
		old.stop(t)
	})

	t.Run("takes an empty folder, a missing one and a link to one", func(t *testing.T) {
		t.Parallel()
		empty := t.TempDir()
		link := filepath.Join(t.TempDir(), "link")
		require.NoError(t, os.Symlink(filepath.Join(t.TempDir()), link))
		for _, target := range []string{empty, filepath.Join(t.TempDir(), "a", "b"), link} {
			_, err := restore(t, bytes.NewReader(good), target, false)
			require.NoError(t, err)
			require.Equal(t, content(1), tree(t, target+"/.")["blobs/live/photos/1/1.jpg"])
		}
		info, err := os.Lstat(link)
		require.NoError(t, err)
		require.Equal(t, os.ModeSymlink, info.Mode().Type(), "the link stays")
	})

	t.Run("refuses a file as target", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
		_, err := restore(t, bytes.NewReader(good), file, true)
		require.ErrorContains(t, err, "is a file")
	})

	t.Run("stops when the caller goes away", func(t *testing.T) {
		t.Parallel()
		target := filepath.Join(t.TempDir(), "data")
		ctx, cancel := context.WithCancel(t.Context())
		_, err := backup.Restore(ctx, bytes.NewReader(good), target, backup.Options{Now: time.Now, Progress: func(backup.Progress) { cancel() }})
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, backup.ErrDamaged)
		require.Empty(t, names(t, filepath.Dir(target)))
	})

	t.Run("reads from a slow pipe as well as from a file", func(t *testing.T) {
		t.Parallel()
		_, err := restore(t, iotest.OneByteReader(bytes.NewReader(good)), filepath.Join(t.TempDir(), "data"), false)
		require.NoError(t, err)
	})
}

func TestRestore_damaged(t *testing.T) {
	t.Parallel()
	good := create(t, running(t))
	plain := unzip(t, good)
	whole := filepath.Join(t.TempDir(), "whole")
	_, err := restore(t, bytes.NewReader(good), whole, false)
	require.NoError(t, err)
	want := tree(t, whole)

	// refused expects that an archive is refused without a trace, or that the
	// damage was of no account and everything is as it was.
	refused := func(t *testing.T, archive []byte, what int) bool {
		t.Helper()
		parent := t.TempDir()
		target := filepath.Join(parent, "data")
		_, err := restore(t, bytes.NewReader(archive), target, false)
		if err == nil {
			require.Equal(t, want, tree(t, target), "byte %d", what)
			return false
		}
		require.ErrorIs(t, err, backup.ErrDamaged, "byte %d", what)
		require.Empty(t, names(t, parent), "byte %d", what)
		return true
	}

	t.Run("an archive that was cut off anywhere is refused", func(t *testing.T) {
		t.Parallel()
		for at := 0; at < len(good); at += max(1, len(good)/30) {
			require.True(t, refused(t, good[:at], at), "cut at %d", at)
		}
		for at := 1; at <= 12; at++ {
			require.True(t, refused(t, good[:len(good)-at], at), "cut %d before the end", at)
		}
		for at := 0; at < len(plain); at += max(1, len(plain)/30) {
			require.True(t, refused(t, zip(t, plain[:at]), at), "cut at %d", at)
		}
	})

	t.Run("a changed byte anywhere is noticed", func(t *testing.T) {
		t.Parallel()
		for at := 0; at < len(good); at += max(1, len(good)/50) {
			refused(t, flipped(good, at), at)
		}
		// Inside the compression too, whose checksum then fits.
		for at := 0; at < len(plain); at += max(1, len(plain)/90) {
			refused(t, zip(t, flipped(plain, at)), at)
		}
	})

	t.Run("what follows the end is noticed", func(t *testing.T) {
		t.Parallel()
		require.True(t, refused(t, append(bytes.Clone(good), 0), len(good)))
		require.True(t, refused(t, append(bytes.Clone(good), good...), len(good)))
	})

	t.Run("something else is refused", func(t *testing.T) {
		t.Parallel()
		for _, archive := range [][]byte{nil, []byte("hello"), zip(t, nil), zip(t, []byte("hello")), zip(t, make([]byte, 1024))} {
			require.True(t, refused(t, archive, 0))
		}
	})
}

func TestRestore_names(t *testing.T) {
	t.Parallel()

	t.Run("an entry that Create would not write is refused, wherever it leads", func(t *testing.T) {
		t.Parallel()
		for _, h := range []tar.Header{
			{Name: "../evil", Typeflag: tar.TypeReg},
			{Name: "/etc/evil", Typeflag: tar.TypeReg},
			{Name: "blobs/../../evil", Typeflag: tar.TypeReg},
			{Name: "blobs//evil", Typeflag: tar.TypeReg},
			{Name: "mail/../evil.eml", Typeflag: tar.TypeReg},
			{Name: "mail/.eml", Typeflag: tar.TypeReg},
			{Name: "mail/sub/evil.eml", Typeflag: tar.TypeReg},
			{Name: "./allot.db", Typeflag: tar.TypeReg},
			{Name: "allot.db-wal", Typeflag: tar.TypeReg},
			{Name: "unpacked.jsonl", Typeflag: tar.TypeReg},
			{Name: "node.id", Typeflag: tar.TypeReg},
			{Name: "allot.db", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
			{Name: "allot.db", Typeflag: tar.TypeLink, Linkname: "secret.key"},
			{Name: "blobs/a", Typeflag: tar.TypeFifo},
			{Name: "mail/", Typeflag: tar.TypeDir},
			{Name: "blobs/a", Typeflag: tar.TypeReg, PAXRecords: map[string]string{"comment": "x"}},
		} {
			var plain bytes.Buffer
			w := tar.NewWriter(&plain)
			require.NoError(t, w.WriteHeader(&h))
			require.NoError(t, w.Close())
			parent := t.TempDir()
			_, err := restore(t, bytes.NewReader(zip(t, plain.Bytes())), filepath.Join(parent, "data"), false)
			require.ErrorIs(t, err, backup.ErrDamaged, h.Name)
			require.Empty(t, names(t, parent), h.Name)
		}
	})

	t.Run("the manifest must fit what is there", func(t *testing.T) {
		t.Parallel()
		const head = `{"format":1,"engine":"sqlite","schema_version":3,"files":[`
		db := `{"name":"allot.db","size":1,"sha256":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}`
		for why, manifest := range map[string]string{
			"it is not JSON":              "hello",
			"it is of a newer format":     `{"format":2,"engine":"sqlite","files":[` + db + `]}`,
			"it has no format":            `{"engine":"sqlite","files":[` + db + `]}`,
			"it is of another engine":     `{"format":1,"engine":"postgres","files":[` + db + `]}`,
			"it does not name a file":     head + `]}`,
			"it names one too many":       head + db + `,` + db + `]}`,
			"a checksum is wrong":         head + strings.Replace(db, "2d71", "2d72", 1) + `]}`,
			"a size is wrong":             head + strings.Replace(db, `"size":1`, `"size":2`, 1) + `]}`,
			"the database is none":        head + db + `]}`,
			"its list is not a list":      `{"format":1,"engine":"sqlite","files":{}}`,
			"its members are misshapen":   `{"format":"1","files":[` + db + `]}`,
			"it is nothing but a bracket": `{`,
		} {
			var plain bytes.Buffer
			w := tar.NewWriter(&plain)
			writeEntry(t, w, "allot.db", "x")
			writeEntry(t, w, "manifest.json", manifest)
			require.NoError(t, w.Close())
			parent := t.TempDir()
			_, err := restore(t, bytes.NewReader(zip(t, plain.Bytes())), filepath.Join(parent, "data"), false)
			require.Error(t, err, why)
			if why == "it is of a newer format" {
				require.ErrorIs(t, err, backup.ErrNewer)
			} else {
				require.ErrorIs(t, err, backup.ErrDamaged, why)
			}
			require.Empty(t, names(t, parent), why)
		}
	})
}

// FuzzRestore feeds archives whose compression is sound, so that it gets to what
// lies below. Small ones: a database would slow it down a thousandfold.
func FuzzRestore(f *testing.F) {
	var small bytes.Buffer
	w := tar.NewWriter(&small)
	list := ""
	for _, name := range []string{"allot.db", "secret.key", "mail/a.eml", "blobs/a/b.jpg"} {
		writeEntry(f, w, name, "x")
		list += `,{"name":"` + name + `","size":1,"sha256":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}`
	}
	writeEntry(f, w, "manifest.json", `{"format":1,"engine":"sqlite","schema_version":3,"files":[`+list[1:]+`]}`)
	require.NoError(f, w.Close())
	f.Add(small.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, plain []byte) {
		parent := t.TempDir()
		_, err := restore(t, bytes.NewReader(zip(t, plain)), filepath.Join(parent, "data"), false)
		if err != nil {
			require.Empty(t, names(t, parent))
			return
		}
		require.Equal(t, []string{"data"}, names(t, parent))
		require.FileExists(t, filepath.Join(parent, "data", "allot.db"))
	})
}

func writeEntry(tb testing.TB, w *tar.Writer, name, text string) {
	tb.Helper()
	require.NoError(tb, w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(text)), Mode: 0o600}))
	_, err := io.WriteString(w, text)
	require.NoError(tb, err)
}

func flipped(data []byte, at int) []byte {
	c := bytes.Clone(data)
	c[at] ^= 0x55
	return c
}

func zip(tb testing.TB, plain []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.NoCompression)
	require.NoError(tb, err)
	_, err = w.Write(plain)
	require.NoError(tb, err)
	require.NoError(tb, w.Close())
	return out.Bytes()
}

func unzip(tb testing.TB, data []byte) []byte {
	tb.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(tb, err)
	plain, err := io.ReadAll(r)
	require.NoError(tb, err)
	return plain
}
