package mailer_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/mailer"
)

type folderBundle struct {
	*mailer.Folder
	dir   string
	clock time.Time
}

func setupFolder(t *testing.T) *folderBundle {
	t.Helper()
	b := &folderBundle{dir: t.TempDir(), clock: sentAt}
	root, err := os.OpenRoot(b.dir)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	b.Folder, err = mailer.NewFolder(root, sender, func() time.Time { return b.clock })
	require.NoError(t, err)
	return b
}

func (b *folderBundle) raw(t *testing.T, id string) string {
	t.Helper()
	file, err := b.Open(id)
	require.NoError(t, err)
	defer file.Close()
	content, err := io.ReadAll(file)
	require.NoError(t, err)
	return string(content)
}

func TestFolder_Send(t *testing.T) {
	t.Parallel()

	t.Run("two databases that number their letters alike lose none", func(t *testing.T) {
		t.Parallel()
		b := setupFolder(t)
		one, other := b.Of("0a1b2c3d4e"), b.Of("f5e6d7c8b9")
		letter := message()
		letter.ID = strings.Repeat("x", 120)
		for range 2 { // a repeated job still keeps one
			require.NoError(t, one.Send(t.Context(), letter))
			letter.Subject = "Another letter"
			require.NoError(t, other.Send(t.Context(), letter))
		}
		kept, total, err := one.List(t.Context(), "", 10, 0)
		require.NoError(t, err)
		require.Equal(t, 2, total)
		require.NotEqual(t, kept[0].Subject, kept[1].Subject)
		for _, k := range kept {
			file, err := b.Open(k.ID)
			require.NoError(t, err, "it is read under the name in the list")
			require.NoError(t, file.Close())
		}
	})

	t.Run("keeps a repeated message once, as it was first", func(t *testing.T) {
		t.Parallel()
		b := setupFolder(t)
		require.NoError(t, b.Send(t.Context(), message()))
		first := b.raw(t, "invoice-12.3")
		b.clock = sentAt.Add(time.Hour)
		require.NoError(t, b.Send(t.Context(), message()))
		require.Equal(t, first, b.raw(t, "invoice-12.3"))
		entries, err := os.ReadDir(filepath.Join(b.dir, "mail"))
		require.NoError(t, err)
		require.Len(t, entries, 1)
		require.Equal(t, "invoice-12.3.eml", entries[0].Name())
	})

	t.Run("keeps one whole file when workers race with the same message", func(t *testing.T) {
		t.Parallel()
		b := setupFolder(t)
		errs := make([]error, 8)
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() { errs[i] = b.Send(t.Context(), message()) })
		}
		wg.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		entries, err := os.ReadDir(filepath.Join(b.dir, "mail"))
		require.NoError(t, err)
		require.Len(t, entries, 1)
	})

	t.Run("hides the mail from other users of the machine", func(t *testing.T) {
		t.Parallel()
		b := setupFolder(t)
		require.NoError(t, b.Send(t.Context(), message()))
		info, err := os.Stat(filepath.Join(b.dir, "mail/invoice-12.3.eml"))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode())
	})

	t.Run("needs a sender address", func(t *testing.T) {
		t.Parallel()
		root, err := os.OpenRoot(t.TempDir())
		require.NoError(t, err)
		defer root.Close()
		_, err = mailer.NewFolder(root, "nobody", clock)
		require.ErrorIs(t, err, mailer.ErrInvalid)
	})
}

func TestFolder_List(t *testing.T) {
	t.Parallel()
	b := setupFolder(t)
	for i := range 5 {
		b.clock = sentAt.Add(time.Duration(i) * time.Minute)
		m := message()
		m.ID, m.To, m.Subject = fmt.Sprintf("m%d", 9-i), fmt.Sprintf("Şef <g%d@example.com>", i), fmt.Sprintf("Γεια %d", i)
		require.NoError(t, b.Send(t.Context(), m))
	}
	require.NoError(t, os.WriteFile(filepath.Join(b.dir, "mail/.new-half"), []byte("x"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(b.dir, "mail/notes.txt"), []byte("x"), 0o600))

	t.Run("shows the newest first, with decoded headers", func(t *testing.T) {
		t.Parallel()
		kept, total, err := b.List(t.Context(), "", 2, 0)
		require.NoError(t, err)
		require.Equal(t, 5, total)
		require.Len(t, kept, 2)
		require.Equal(t, "m5", kept[0].ID)
		require.Equal(t, "Γεια 4", kept[0].Subject)
		require.Contains(t, kept[0].To, "Şef")
		require.Contains(t, kept[0].To, "g4@example.com")
		require.True(t, kept[0].Date.Equal(sentAt.Add(4*time.Minute)))
		require.Equal(t, int64(len(b.raw(t, "m5"))), kept[0].Size)
		require.Equal(t, "m6", kept[1].ID)
	})
	t.Run("pages to the end and not beyond", func(t *testing.T) {
		t.Parallel()
		for offset, want := range map[int]int{-1: 3, 0: 3, 3: 2, 5: 0, 99: 0} {
			kept, total, err := b.List(t.Context(), "", 3, offset)
			require.NoError(t, err)
			require.Equal(t, 5, total)
			require.Len(t, kept, want)
		}
	})
	t.Run("still lists a file that cannot be read as mail", func(t *testing.T) {
		t.Parallel()
		b := setupFolder(t)
		require.NoError(t, os.WriteFile(filepath.Join(b.dir, "mail/broken.eml"), []byte("\x00"), 0o600))
		kept, _, err := b.List(t.Context(), "", 3, 0)
		require.NoError(t, err)
		require.Equal(t, "broken", kept[0].ID)
	})
	t.Run("opens only what it keeps", func(t *testing.T) {
		t.Parallel()
		for _, id := range []string{"none", "", "..", "../secret", ".new-half", "notes.txt"} {
			_, err := b.Open(id)
			require.ErrorIs(t, err, apperr.ErrNotFound, id)
		}
	})
}

func TestFolder_Accounts(t *testing.T) {
	t.Parallel()
	b := setupFolder(t)
	one, other := b.Of("0a1b2c3d4e"), b.Of("f5e6d7c8b9")
	letter := message()
	letter.Accounts = []int64{7, 12}
	require.NoError(t, one.Send(t.Context(), letter))
	id := letter.ID + ".0a1b2c3d4e"
	read, err := one.Read(id)
	require.NoError(t, err)
	require.Equal(t, []int64{7, 12}, read.Accounts)
	read, err = other.Read(id)
	require.NoError(t, err)
	require.Empty(t, read.Accounts, "the ids mean other accounts there")
}
