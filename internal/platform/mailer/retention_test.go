package mailer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/mailer"
	"allot/internal/testkit/clocktest"
)

// keeper is a folder of kept mail with a clock that the test moves.
func keeper(t *testing.T) (*mailer.Folder, *clocktest.Clock, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	clock := clocktest.New()
	f, err := mailer.NewFolder(root, "Allot <allot@allot.example>", clock.Now)
	require.NoError(t, err)
	return f, clock, dir
}

func keep(t *testing.T, f *mailer.Folder, id string, attached int) {
	t.Helper()
	m := mailer.Message{ID: id, To: "a@b.example", Subject: id, Text: "Hello"}
	if attached > 0 {
		m.Attachments = []mailer.Attachment{{Name: "a.pdf", ContentType: "application/pdf", Data: []byte(strings.Repeat("x", attached))}}
	}
	require.NoError(t, f.Send(t.Context(), m))
}

func keptIDs(t *testing.T, f *mailer.Folder) []string {
	t.Helper()
	list, _, err := f.List(t.Context(), "", 1000, 0)
	require.NoError(t, err)
	ids := []string{}
	for _, k := range list {
		ids = append(ids, k.ID)
	}
	return ids
}

func TestFolder_Purge(t *testing.T) {
	t.Parallel()
	f, clock, dir := keeper(t)
	keep(t, f, "old", 0)
	abandoned := filepath.Join(dir, "mail", ".new-abandoned")
	require.NoError(t, os.WriteFile(abandoned, []byte("half"), 0o600))
	require.NoError(t, os.Chtimes(abandoned, clock.Now(), clock.Now()))
	clock.Advance(29 * 24 * time.Hour)
	keep(t, f, "young", 0)
	clock.Advance(24*time.Hour + time.Second)
	require.NoError(t, f.Purge(t.Context(), time.Time{}))
	require.Equal(t, []string{"young", "old"}, keptIDs(t, f), "no time, nothing removed")
	require.NoError(t, f.Purge(t.Context(), clock.Now().AddDate(0, 0, -30)))
	require.Equal(t, []string{"young"}, keptIDs(t, f))
	require.NoFileExists(t, abandoned, "what a killed process left goes too")
}

func TestFolder_Bound(t *testing.T) {
	t.Parallel()

	t.Run("a flood of documents removes the oldest of them and no plain letter", func(t *testing.T) {
		t.Parallel()
		f, clock, dir := keeper(t)
		const bound = 2 << 20
		f.Bound(bound)
		keep(t, f, "reset", 0)
		for i := range 40 {
			clock.Advance(time.Second)
			keep(t, f, fmt.Sprintf("sheet-%d", i), 100<<10)
			require.LessOrEqual(t, folderSize(t, dir), int64(bound), "after letter %d", i)
		}
		ids := keptIDs(t, f)
		require.Contains(t, ids, "reset")
		require.Contains(t, ids, "sheet-39")
		require.NotContains(t, ids, "sheet-0")
		require.Greater(t, len(ids), 10)
	})

	t.Run("counts what was there before the start", func(t *testing.T) {
		t.Parallel()
		f, _, dir := keeper(t)
		for i := range 10 {
			keep(t, f, fmt.Sprintf("sheet-%d", i), 100<<10)
		}
		f.Bound(512 << 10)
		keep(t, f, "reset", 0)
		require.LessOrEqual(t, folderSize(t, dir), int64(512<<10))
		require.Contains(t, keptIDs(t, f), "reset")
	})

	t.Run("holds for many at once", func(t *testing.T) {
		t.Parallel()
		f, _, dir := keeper(t)
		f.Bound(1 << 20)
		var wg sync.WaitGroup
		for n := range 8 {
			wg.Go(func() {
				for i := range 10 {
					keep(t, f, fmt.Sprintf("sheet-%d-%d", n, i), 100<<10)
				}
			})
		}
		wg.Wait()
		require.LessOrEqual(t, folderSize(t, dir), int64(1<<20))
	})
}

func folderSize(t *testing.T, dir string) int64 {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "mail"))
	require.NoError(t, err)
	var size int64
	for _, e := range entries {
		info, err := e.Info()
		require.NoError(t, err)
		size += info.Size()
	}
	return size
}

func TestFormerFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	require.NoError(t, mailer.FormerFolder(root).Purge(t.Context(), time.Now()))
	require.NoDirExists(t, filepath.Join(dir, "mail"), "it is not made")
}
