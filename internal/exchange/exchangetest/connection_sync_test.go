package exchangetest

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/connection"
	"allot/internal/identity/notify"
	"allot/internal/platform/outbound"
)

const (
	patience = time.Minute
	tick     = 5 * time.Millisecond
)

// connectionPms is a system with scripted answers.
type connectionPms struct {
	*httptest.Server
	fail   atomic.Bool
	hold   chan struct{} // nil: answers at once
	pushed atomic.Value
}

func startPMS(t *testing.T, body func() string) (*connectionPms, apptest.Option) {
	t.Helper()
	s := &connectionPms{}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.hold != nil {
			<-s.hold
		}
		user, password, _ := r.BasicAuth()
		switch {
		case s.fail.Load():
			w.WriteHeader(http.StatusInternalServerError)
		case r.Method == http.MethodPost:
			all, _ := io.ReadAll(r.Body)
			s.pushed.Store(r.Header.Get("X-Key") + string(all))
		case r.Header.Get("X-Key") != "k-1" && user+password != "usersecret":
			w.WriteHeader(http.StatusUnauthorized)
		default:
			_, _ = io.WriteString(w, body())
		}
	}))
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s, apptest.With(func(p *outbound.Policy) {
		p.Roots, p.Allow = roots, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	})
}

func (b *connectionBundle) lastLog(t *testing.T, id int64) connection.SyncLog {
	t.Helper()
	res := b.who.Do(t, http.MethodGet, fmt.Sprint(connectionAt, id, "/sync-logs/"), "")
	list := apptest.Decode[struct{ Results []connection.SyncLog }](t, res, http.StatusOK).Results
	require.NotEmpty(t, list)
	return list[0]
}

func (b *connectionBundle) finished(t *testing.T, id int64) connection.SyncLog {
	t.Helper()
	require.Eventually(t, func() bool { return b.lastLog(t, id).Status != connection.LogRunning }, patience, tick)
	return b.lastLog(t, id)
}

func TestSync(t *testing.T) {
	t.Parallel()
	var body atomic.Value
	body.Store("")
	s, option := startPMS(t, func() string { return body.Load().(string) })
	s.hold = make(chan struct{})
	b := setupConnection(t, option)
	b.Start(t)
	c := b.create(t, "csv_url", fmt.Sprintf(`{"url":%q}`, s.URL), `{"username":"user","password":"secret"}`)
	path := fmt.Sprint(connectionAt, c.ID, "/")
	body.Store(fmt.Sprintf("room,date,reserved\n%d,2030-06-01,2\nNOPE,2030-06-01,2\n", b.rooms[0]))

	res := b.who.Do(t, http.MethodPost, path+"sync/", "")
	require.Equal(t, http.StatusAccepted, res.Code, res.Body)
	require.Contains(t, res.Body.String(), `"status":"running"`)
	require.Equal(t, http.StatusConflict, b.who.Do(t, http.MethodPost, path+"sync/", "").Code)
	close(s.hold)
	log := b.finished(t, c.ID)
	require.Equal(t, connection.LogPartial, log.Status)
	require.Equal(t, 1, log.ItemsOK)
	require.Equal(t, 1, log.ItemsFailed)
	require.Contains(t, log.Message, "line 3: room \"NOPE\"")
	require.Equal(t, []string{"rows_taken", "at_line"}, []string{log.Problems[0].Code, log.Problems[1].Code})
	require.EqualValues(t, 3, log.Problems[1].Params["line"])
	require.Equal(t, 2, b.external(t, b.rooms[0], june))

	// The interval cannot be below that of the plan, nor below five minutes.
	for _, interval := range []string{"4", "99999999"} {
		res := b.who.Do(t, http.MethodPatch, path, `{"sync_interval":`+interval+`}`)
		apptest.RequireInvalid(t, res, "sync_interval", "must be 0 for none, or 5 to 10080 minutes")
	}
	require.Equal(t, http.StatusOK, b.who.Do(t, http.MethodPatch, path, `{"sync_interval":60}`).Code)

	// An automatic sync is due an hour after the last.
	body.Store(fmt.Sprintf("room,date,reserved\n%d,2030-06-01,3\n", b.rooms[0]))
	advance := func(d time.Duration) {
		b.Clock.Advance(d)
		b.login(t)
		require.NoError(t, b.Connections.StartDue(t.Context()))
		b.Settle(t)
	}
	advance(59 * time.Minute)
	require.Equal(t, 2, b.external(t, b.rooms[0], june))
	advance(2 * time.Minute)
	b.finished(t, c.ID)
	require.Equal(t, 3, b.external(t, b.rooms[0], june))

	// Failures are in words, pauses grow, and after five days the syncs end.
	s.fail.Store(true)
	failures := 0
	for range 40 {
		advance(6 * time.Hour)
		now := apptest.Decode[connection.Connection](t, b.who.Do(t, http.MethodGet, path, ""), http.StatusOK)
		failures = now.Failures
		if now.Status == connection.StatusError {
			require.Nil(t, now.NextSyncAt)
			break
		}
	}
	require.Less(t, failures, 12, "the pauses grow")
	failed := b.lastLog(t, c.ID)
	require.Contains(t, failed.Message, "answered 500 Internal Server Error")
	require.Equal(t, "call_status", failed.Problems[0].Code)
	require.EqualValues(t, 500, failed.Problems[0].Params["status"])
	require.Equal(t, connection.StatusError, apptest.Decode[connection.Connection](t, b.who.Do(t, http.MethodGet, path, ""), http.StatusOK).Status)
	told := b.Told(t, b.who)
	require.Equal(t, notify.ConnectionFailed, told[0].Kind)
	require.Contains(t, told[0].Title, "Front desk")
	german := b.who.Do(t, http.MethodGet, "/api/notification/notification/?page_size=1&lang=de", "").Body.String()
	require.Contains(t, german, "Letzter Grund: ")
	require.NotContains(t, german, "answered 500", "the reason is in the language of the reader, too")

	// A sync by hand that works starts it again.
	s.fail.Store(false)
	body.Store(fmt.Sprintf("room,date,reserved\n%d,%s,3\n", b.rooms[0], b.Clock.Now().Format(time.DateOnly)))
	require.Equal(t, http.StatusAccepted, b.who.Do(t, http.MethodPost, path+"sync/", "").Code)
	b.finished(t, c.ID)
	again := apptest.Decode[connection.Connection](t, b.who.Do(t, http.MethodGet, path, ""), http.StatusOK)
	require.Equal(t, connection.StatusActive, again.Status)
	require.NotNil(t, again.NextSyncAt)

	// Generic REST fetches rows and sends the availability.
	body.Store(fmt.Sprintf(`{"rows":[{"room":%d,"date":%q,"out_of_order":1}]}`, b.rooms[1], b.Clock.Now().Format(time.DateOnly)))
	g := b.create(t, "generic_rest", fmt.Sprintf(`{"pull_url":%q,"push_url":%q}`, s.URL+"/rows", s.URL+"/push"), `{"header":"X-Key","value":"k-1"}`)
	require.Equal(t, http.StatusAccepted, b.who.Do(t, http.MethodPost, fmt.Sprint(connectionAt, g.ID, "/sync/"), "").Code)
	b.Settle(t)
	log = b.finished(t, g.ID)
	require.Equal(t, connection.LogSuccess, log.Status, log.Message)
	require.Equal(t, connection.DirectionPush, log.Direction)
	sent := s.pushed.Load().(string)
	require.True(t, strings.HasPrefix(sent, "k-1{"), sent[:20])
	require.Contains(t, sent, fmt.Sprintf(`"property_id":%d`, b.p.ID))
	require.Equal(t, 1, b.external(t, b.rooms[1], b.Clock.Now().Format(time.DateOnly)))
}

// login opens a session again: the old one ends while the clock moves.
func (b *connectionBundle) login(t *testing.T) {
	t.Helper()
	b.who = b.Login(t, b.who.User.Email)
}

func TestSync_CallsNothingInside(t *testing.T) {
	t.Parallel()
	b := setupConnection(t)
	b.Start(t)
	for _, address := range []string{"https://127.0.0.1:1/", "https://[::1]/x", "https://169.254.169.254/latest/"} {
		c := b.create(t, "csv_url", fmt.Sprintf(`{"url":%q}`, address), `null`)
		require.Equal(t, http.StatusAccepted, b.who.Do(t, http.MethodPost, fmt.Sprint(connectionAt, c.ID, "/sync/"), "").Code)
		log := b.finished(t, c.ID)
		require.Equal(t, connection.LogFailed, log.Status)
		require.Contains(t, log.Message, "must not be called")
	}
}

// Systems that do not answer hold up neither other accounts nor other jobs.
func TestSync_atOnce(t *testing.T) {
	t.Parallel()
	s, option := startPMS(t, func() string { return "room,date,reserved\n" })
	s.hold = make(chan struct{})
	release := sync.OnceFunc(func() { close(s.hold) })
	defer release() // if it fails, too: the server waits for what it holds
	b := setupConnection(t, option)
	b.Start(t)
	var paths []string
	for range 3 {
		c := b.create(t, "csv_url", fmt.Sprintf(`{"url":%q}`, s.URL), `{"username":"user","password":"secret"}`)
		paths = append(paths, fmt.Sprint(connectionAt, c.ID, "/sync/"))
	}
	for i, want := range []int{http.StatusAccepted, http.StatusAccepted, http.StatusConflict} {
		require.Equal(t, want, b.who.Do(t, http.MethodPost, paths[i], "").Code, "sync %d", i)
	}
	release()
	require.Eventually(t, func() bool { return b.who.Do(t, http.MethodPost, paths[2], "").Code == http.StatusAccepted }, patience, tick)
}

// Two syncs of an account run at a time, however many requests and schedulers of several
// nodes start them at the same moment.
func TestSync_countsUnderConcurrency(t *testing.T) {
	t.Parallel()
	b := setupConnection(t) // without workers: what was started goes on running
	const connections = 12
	var ids []int64
	for range connections {
		c := b.create(t, "csv_url", `{"url":"https://pms.example/"}`, `null`)
		require.Equal(t, http.StatusOK, b.who.Do(t, http.MethodPatch, fmt.Sprint(connectionAt, c.ID, "/"), `{"sync_interval":60}`).Code)
		ids = append(ids, c.ID)
	}
	var together sync.WaitGroup
	gate := make(chan struct{})
	failed := make(chan error, connections+2)
	for _, id := range ids {
		together.Go(func() {
			<-gate
			_, err := b.Connections.Sync(t.Context(), b.who.Caller, id)
			if err != nil && !errors.Is(err, connection.ErrSyncsRun) && !errors.Is(err, connection.ErrSyncRuns) {
				failed <- err
			}
		})
	}
	for range 2 {
		together.Go(func() {
			<-gate
			if err := b.Connections.StartDue(t.Context()); err != nil {
				failed <- err
			}
		})
	}
	close(gate)
	together.Wait()
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
	running, err := b.DB.From(t.Context()).NewSelect().TableExpr("connections").Where("syncing_since IS NOT NULL").Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, int(running))
	logs, err := b.DB.From(t.Context()).NewSelect().TableExpr("connection_logs").Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, int(logs))
}
