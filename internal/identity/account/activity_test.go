package account_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
)

func TestActivity(t *testing.T) {
	t.Parallel()
	noon := time.Date(2030, 5, 31, 12, 0, 0, 0, time.UTC)
	session := account.Session{ID: 1, UserID: 7, LastSeen: noon}

	t.Run("a sign within a minute is remembered and not due", func(t *testing.T) {
		t.Parallel()
		a := account.NewActivity()
		require.Equal(t, noon, a.Latest(session))
		require.False(t, a.Note(session, noon.Add(59*time.Second)))
		require.Equal(t, noon.Add(59*time.Second), a.Latest(session))
	})

	t.Run("after a minute it is due, and no longer remembered", func(t *testing.T) {
		t.Parallel()
		a := account.NewActivity()
		a.Note(session, noon.Add(30*time.Second))
		require.True(t, a.Note(session, noon.Add(time.Minute)))
		require.Empty(t, a.DrainUses())
	})

	t.Run("what the database knows better is not overruled", func(t *testing.T) {
		t.Parallel()
		a := account.NewActivity()
		a.Note(session, noon.Add(30*time.Second))
		later := session
		later.LastSeen = noon.Add(10 * time.Minute) // another node wrote it
		require.Equal(t, later.LastSeen, a.Latest(later))
	})

	t.Run("what is taken is handed over once", func(t *testing.T) {
		t.Parallel()
		a := account.NewActivity()
		a.Note(session, noon.Add(30*time.Second))
		require.Equal(t, map[int64]time.Time{1: noon.Add(30 * time.Second)}, a.DrainUses())
		require.Empty(t, a.DrainUses())
		require.Equal(t, noon, a.Latest(session))
	})

	t.Run("its memory is bounded: what does not fit is written at once", func(t *testing.T) {
		t.Parallel()
		a := account.NewActivity()
		for id := range int64(account.MaxUnwritten) {
			require.False(t, a.Note(account.Session{ID: id, LastSeen: noon}, noon.Add(time.Second)))
		}
		fresh := account.Session{ID: account.MaxUnwritten, LastSeen: noon}
		require.True(t, a.Note(fresh, noon.Add(time.Second)))
		require.False(t, a.Note(account.Session{ID: 3, LastSeen: noon}, noon.Add(2*time.Second)), "one that has its place keeps it")
		require.Equal(t, account.MaxUnwritten, a.Len())

		fresh.LastSeen = noon.Add(time.Hour)
		require.False(t, a.Note(fresh, noon.Add(time.Hour)), "sessions that have gone quiet make room")
		require.Less(t, a.Len(), account.MaxUnwritten)
	})

	t.Run("requests at once do not disturb each other", func(t *testing.T) {
		t.Parallel()
		a := account.NewActivity()
		var wg sync.WaitGroup
		for worker := range int64(8) {
			wg.Go(func() {
				for i := range int64(200) {
					s := account.Session{ID: i % 10, LastSeen: noon}
					a.Note(s, noon.Add(time.Duration(worker)*time.Second))
					a.Latest(s)
				}
			})
		}
		wg.Wait()
		require.Len(t, a.DrainUses(), 10)
	})
}
