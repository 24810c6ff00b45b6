package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/platform/db"
	"allot/internal/platform/outbox"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/mailtest"
)

const crashClients = 8

// guest is one account that a client of the crash test opened, and what it
// knows for certain of it.
type guest struct {
	key     string // idempotency key of the registration
	email   string // as registered
	id      int64  // known once the registration was acknowledged
	token   string
	current string   // e-mail address of the last acknowledged update
	tried   string   // of an update without an answer
	left    []string // addresses that acknowledged updates moved away from
}

// The program is killed again and again while clients register and move: what
// was acknowledged is there, what was rolled back had no effect.
func TestSlow_SurvivesKills(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	s := newSite(t, "ALLOT_LOGIN_MAX_FAILURES=1000000", "ALLOT_LOG_LEVEL=warn")
	var mu sync.RWMutex // clients read which program runs
	p := s.start(t)
	current := func() *program {
		mu.RLock()
		defer mu.RUnlock()
		return p
	}

	stop := make(chan struct{})
	guests := make([][]*guest, crashClients)
	var clients sync.WaitGroup
	for c := range crashClients {
		clients.Go(func() { guests[c] = stay(c, current, stop) })
	}
	for range sized(4, 8) {
		time.Sleep(time.Duration(500+rand.IntN(900)) * time.Millisecond) // a kill comes at any moment
		mu.Lock()
		p.kill()
		p = s.start(t)
		mu.Unlock()
	}
	close(stop)
	clients.Wait()

	var all []*guest
	for _, g := range guests {
		all = append(all, g...)
	}
	settle(t, p, all)
	require.Zero(t, p.stop())
	require.NotContains(t, p.logged(), "level=ERROR")
	inspect(t, s, all)
}

// stay registers and moves until it is told to stop. An unanswered
// registration is repeated with its key, as a careful client would.
func stay(client int, current func() *program, stop chan struct{}) []*guest {
	var all []*guest
	for n := 0; ; n++ {
		g := &guest{key: fmt.Sprintf("key-%d-%d", client, n), email: fmt.Sprintf("g%d-%d@poseidon.example", client, n)}
		all = append(all, g)
		for move := 0; move < 3 || g.id == 0; {
			select {
			case <-stop:
				return all
			default:
			}
			if g.id == 0 {
				g.register(current())
				continue
			}
			g.move(current(), fmt.Sprintf("g%d-%d-m%d@poseidon.example", client, n, move))
			move++
		}
	}
}

func (g *guest) register(p *program) {
	a := p.call(http.MethodPost, "/api/auth/register/", "", registration(g.email), "Idempotency-Key", g.key)
	if a.status != http.StatusCreated {
		if a.status != 0 && a.status != http.StatusServiceUnavailable {
			p.t.Errorf("registration: %d %s", a.status, a.raw)
		}
		return
	}
	g.id, g.current = int64(a.body["user"].(map[string]any)["id"].(float64)), g.email
	g.token = a.token()
	if g.token == "" { // the repeat of an answer that was lost
		g.token = p.login(g.email).token()
	}
}

func (g *guest) move(p *program, email string) {
	a := p.call(http.MethodPut, "/api/auth/profile/update", g.token, object{"email": email, "first_name": "Anna"})
	switch a.status {
	case http.StatusOK:
		from := g.current
		if g.tried != "" { // the update before may have worked: one of the two was left
			from = ""
		}
		if from != "" {
			g.left = append(g.left, from)
		}
		g.current, g.tried = email, ""
	case 0:
		g.tried = email
	case http.StatusUnauthorized: // its log-in was lost with the answer
		g.token = p.login(g.current).token()
	case http.StatusServiceUnavailable:
	default:
		p.t.Errorf("update: %d %s", a.status, a.raw)
	}
}

// settle repeats the registrations that had no answer and waits for the jobs.
func settle(t *testing.T, p *program, all []*guest) {
	t.Helper()
	for _, g := range all {
		for g.id == 0 {
			g.register(p)
		}
	}
	// Jobs are done when the number of kept letters stops growing and none waits.
	d := func() int {
		files, err := filepath.Glob(filepath.Join(p.cmd.Dir, "mail", "*.eml"))
		require.NoError(t, err)
		return len(files)
	}
	last, since := d(), time.Now()
	require.Eventually(t, func() bool {
		if n := d(); n != last {
			last, since = n, time.Now()
		}
		return last >= len(all) && time.Since(since) > 3*time.Second
	}, 90*time.Second, 200*time.Millisecond)
}

// inspect reads the database and the kept letters of the stopped program.
func inspect(t *testing.T, s *site, all []*guest) {
	t.Helper()
	d := s.database(t)
	ctx := t.Context()
	if d.Engine() == db.SQLite {
		var verdict string
		require.NoError(t, d.From(ctx).NewRaw("PRAGMA integrity_check").Scan(ctx, &verdict))
		require.Equal(t, "ok", verdict)
	}
	counts := func(sql string, args ...any) (n int) {
		require.NoError(t, d.From(ctx).NewRaw(sql, args...).Scan(ctx, &n))
		return n
	}
	require.Zero(t, counts("SELECT count(*) FROM outbox_events WHERE relayed_at IS NULL"), "events left behind")
	require.Zero(t, counts("SELECT count(*) FROM river_job WHERE state IN ('running', 'discarded', 'cancelled', 'retryable')"), "jobs left behind")
	require.Equal(t, len(all), counts("SELECT count(*) FROM account_users"), "each key made one account")
	require.Equal(t, len(all), counts("SELECT count(*) FROM settings_companies"))
	require.Equal(t, counts("SELECT count(*) FROM audit_entries WHERE action IN ('register', 'update') AND object_type = 'user'"),
		counts("SELECT count(*) FROM outbox_events WHERE kind IN ('account.registered', 'account.profile_updated')"), "each change has its event")

	for _, g := range all {
		var email string
		require.NoError(t, d.From(ctx).NewRaw("SELECT email FROM account_users WHERE id = ?", g.id).Scan(ctx, &email))
		require.Contains(t, []string{g.current, g.tried}, email, "an acknowledged update of user %d is missing", g.id)
	}
	letters := keptLetters(t, s.dir)
	wanted, left := wantedLetters(t, d)
	require.Equal(t, wanted, letters, "each committed change has its letter, and no letter is without its change")
	moves := 0
	for _, g := range all {
		for _, old := range g.left {
			moves++
			require.True(t, left[old], "the event of an acknowledged update is missing")
		}
	}
	t.Logf("%d accounts, %d acknowledged moves, %d letters", len(all), moves, len(letters))
}

// wantedLetters names the letters that the stored events call for, and the
// addresses that users have left.
func wantedLetters(t *testing.T, d *db.DB) (letters []string, left map[string]bool) {
	t.Helper()
	left = map[string]bool{}
	var events []outbox.Stored
	require.NoError(t, d.From(t.Context()).NewSelect().Model(&events).Scan(t.Context()))
	for _, ev := range events {
		var moved account.ProfileUpdated
		switch ev.Kind {
		case account.Registered{}.EventKind():
			letters = append(letters, fmt.Sprintf("account-welcome-%d.eml", ev.ID))
		case moved.EventKind():
			require.NoError(t, ev.Decode(&moved))
			if moved.PreviousEmail != "" {
				left[moved.PreviousEmail] = true
				letters = append(letters, changedLetter)
			}
		}
	}
	slices.Sort(letters)
	return letters, left
}

// database opens the site's database while no program runs.
func (s *site) database(t *testing.T) *db.DB {
	t.Helper()
	url := ""
	for _, pair := range s.env {
		if v, ok := strings.CutPrefix(pair, "ALLOT_DATABASE_URL="); ok {
			url = v
		}
	}
	d, err := db.Open(context.WithoutCancel(t.Context()), url, filepath.Join(s.dir, "allot.db"), 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// database names the database in the name of a letter.
var database = regexp.MustCompile(`\.[0-9a-f]{10}\.eml$`)

const changedLetter = "account-email_changed.eml"

// keptLetters lists the letters that were written, each whole.
func keptLetters(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "mail", "*.eml"))
	require.NoError(t, err)
	letters := []string{}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		require.NoError(t, err)
		require.NotEmpty(t, mailtest.Parse(t, raw).Text)
		name := database.ReplaceAllString(filepath.Base(f), ".eml")
		if strings.HasPrefix(name, "account-email_changed-") {
			name = changedLetter // it is named by its job, one for each event
		}
		letters = append(letters, name)
	}
	slices.Sort(letters)
	return letters
}
