package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo/phototest"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// The program is killed while large photos arrive and are worked on. Two days
// later there is no file without its photo, no photo without its files, and
// nothing half done.
func TestSlow_KilledUploads(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	notRaced(t) // pictures are, in internal/content/photo
	const senders = 4
	s := newSite(t, "ALLOT_DEV=true", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn")
	p := s.start(t)
	token, account := p.register("anna@poseidon.example")
	p.grantGold(account)
	pictures := make([][]byte, senders)
	for i := range pictures {
		// Each has files of its own. Under the race detector they are smaller,
		// but still too large to wait in memory.
		pictures[i] = phototest.CameraJPEG(t, 3800/min(raceFactor, 2)+16*i, 2800/min(raceFactor, 2), 35)
		require.Greater(t, len(pictures[i]), 10_000_000/min(raceFactor, 4))
	}

	var acknowledged atomic.Int64
	var left []string // by kills
	for round := 0; round < sized(3, 6) || len(left) == 0 && round < 60; round++ {
		id := p.property(token, "Poseidon") // its files are none that were stored before
		stop := make(chan struct{})
		var sending sync.WaitGroup
		for _, picture := range pictures {
			sending.Go(func() {
				for stopped := false; !stopped; {
					if p.upload(token, id, "a.jpg", picture).status == http.StatusCreated {
						acknowledged.Add(1)
					}
					select {
					case <-stop:
						stopped = true
					default:
					}
				}
			})
		}
		switch done := acknowledged.Load(); round % 3 {
		case 0: // while bodies arrive
			until(t, func() bool { return len(s.files(t, "tmp")) >= senders/2 })
		case 1: // while the sizes of one are stored, the largest of them last
			stored := len(s.files(t, "blobs/live"))
			until(t, func() bool { return len(s.files(t, "blobs/live")) > stored })
		case 2: // and with some of them done
			until(t, func() bool { return acknowledged.Load() > done })
		}
		close(stop)
		p.kill()
		sending.Wait()
		if round+1 >= sized(3, 6) { // files are written at once: the moment between two is short
			held := s.holdFiles(t)
			left = append(held.orphans, held.unfinished...)
		}
		p = s.start(t)
		require.Empty(t, s.files(t, "tmp"))
	}
	require.Zero(t, p.stop())
	before := s.holdFiles(t)
	t.Logf("%d uploads acknowledged, %d photos, %d files without one, %d unfinished", acknowledged.Load(), before.photos, len(before.orphans), len(before.unfinished))
	require.NotEmpty(t, left, "the kills came at the wrong moments")
	require.Empty(t, before.missing)
	require.GreaterOrEqual(t, before.photos, int(acknowledged.Load()))

	p = s.start(t, "ALLOT_CLOCK_OFFSET=48h")
	until(t, func() bool {
		left := s.files(t, "blobs/live")
		return !slices.ContainsFunc(append(before.orphans, before.unfinished...), func(name string) bool { return slices.Contains(left, name) })
	})
	require.Zero(t, p.stop())
	require.NotContains(t, p.logged(), "level=ERROR")
	after := s.holdFiles(t)
	require.Equal(t, before.photos, after.photos)
	require.Empty(t, after.orphans)
	require.Empty(t, after.unfinished)
	require.Empty(t, after.missing)
	require.Empty(t, s.files(t, "tmp"))
}

// until waits for what is about to happen, looking often.
func until(t *testing.T, happens func() bool) {
	t.Helper()
	require.Eventually(t, happens, time.Hour, 5*time.Millisecond)
}

// grantGold lets an account have as much as it likes.
func (p *program) grantGold(account int64) {
	p.t.Helper()
	staff := p.login("staff@allot.example").token()
	a := p.call(http.MethodPut, "/api/admin/accounts/"+number(account)+"/plan/", staff, object{"plan": "gold"})
	require.Equal(p.t, http.StatusOK, a.status, a.raw)
}

// held is what comes of holding the stored files against the photos.
type held struct {
	photos                       int
	orphans, unfinished, missing []string
}

// holdFiles looks at the folder and the database of a stopped program.
func (s *site) holdFiles(t *testing.T) held {
	t.Helper()
	var rows []struct {
		Key, MediumKey, SmallKey string
		Bytes                    int64
	}
	d := s.database(t)
	require.NoError(t, d.From(t.Context()).NewRaw("SELECT key, medium_key, small_key, bytes FROM photos").Scan(t.Context(), &rows))
	require.NoError(t, d.Close())
	h := held{photos: len(rows)}
	shown := map[string]bool{}
	for _, r := range rows {
		for _, key := range []string{r.Key, r.MediumKey, r.SmallKey} {
			shown[key] = true
			info, err := os.Stat(filepath.Join(s.dir, "blobs", "live", key))
			if err != nil || key == r.Key && info.Size() != r.Bytes {
				h.missing = append(h.missing, key)
			}
		}
	}
	for _, name := range s.files(t, "blobs/live") {
		switch {
		case strings.HasPrefix(filepath.Base(name), "."):
			h.unfinished = append(h.unfinished, name)
		case !shown[name]:
			h.orphans = append(h.orphans, name)
		}
	}
	return h
}
