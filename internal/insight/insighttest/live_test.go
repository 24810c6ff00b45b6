package insighttest

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/insight/live"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// raise changes stamps, as a write of what they cover does.
func (b *liveBundle) raise(t *testing.T, kind stamp.Kind, ids ...int64) {
	t.Helper()
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		b.DB.Raise(ctx, kind, ids...)
		return nil
	}))
}

func days(id int64) string { return fmt.Sprintf(`availability {"property":%d}`, id) }

func TestWatch(t *testing.T) {
	t.Parallel()

	t.Run("an operator hears of the hotel's stop, and a stranger of nothing", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		stranger := b.Operator(t)
		other, elsewhere := b.Hotel(t, "Elsewhere")
		hotel := b.listen(t, b.url, b.hotel, of(b.property.ID), "")
		operator := b.listen(t, b.url, b.operator, of(b.property.ID), "")
		apart := b.listen(t, b.url, other, of(elsewhere.ID), "")
		b.stop(t, "2030-06-01")
		require.Empty(t, version.FindString(operator.takes(t, days(b.property.ID)).data), "which is the hotel's own")
		latest, err := b.Allotments.Version(t.Context(), b.hotel.User.OwnerID, b.property.ID)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf(`,"version":%d`, latest), version.FindString(hotel.takes(t, days(b.property.ID)).data))
		b.stop(t, "2030-06-02")
		operator.takes(t, days(b.property.ID))
		apart.quiet(t)
		for _, who := range []*apptest.Who{stranger, other, b.Staff()} {
			apptest.RequireNotFound(t, who.Do(t, get, livePath+of(b.property.ID), ""))
		}
		apptest.RequireNotFound(t, b.hotel.Do(t, get, livePath+of(b.property.ID)+",999999", ""))
		apptest.RequireNotSignedIn(t, b.Do(t, get, livePath, ""))
	})

	t.Run("a contract that does not open the days makes no events, and ends the stream when it does", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		b.SetFlags(t, b.contract, contract.Flags{contract.RightStopSale: contract.No})
		b.settle(t, b.operator)
		l := b.listen(t, b.url, b.operator, of(b.property.ID), "")
		b.stop(t, "2030-06-01")
		list, _ := poll(t, b.operator, of(b.property.ID)+"&", l.last)
		require.Equal(t, []string{`hello {"resumed":true}`}, list)
		b.SetFlags(t, b.contract, contract.Flags{contract.RightStopSale: contract.Yes})
		l.takes(t, `bye {"reason":"access"}`)
		l.ends(t)
		again := b.listen(t, b.url, b.operator, of(b.property.ID), l.last)
		again.takes(t, days(b.property.ID))
		again.takes(t, "content {}")
		b.SetStatus(t, b.contract, contract.StatusCancelled)
		again.takes(t, `bye {"reason":"access"}`)
		again.ends(t)
		apptest.RequireNotFound(t, b.operator.Do(t, get, livePath+of(b.property.ID), "", apptest.Header("Last-Event-ID", again.last)))
	})

	t.Run("what else changes in the account is told to those who may read it", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		clerk := b.SubUser(t, b.hotel, auth.Rooming)
		manager := b.listen(t, b.url, b.hotel, "", "")
		colleague := b.listen(t, b.url, clerk, "", "")
		operator := b.listen(t, b.url, b.operator, "", "")
		b.Mark(t, b.hotel, b.rooms[0], "2030-06-01", stopsale.Stop)
		manager.takes(t, "stop_sale {}")
		b.Room(t, b.hotel, b.property.ID, "Suite", "S", 2)
		manager.takes(t, "content {}")
		colleague.takes(t, "content {}")
		b.SetStatus(t, b.contract, contract.StatusCancelled)
		manager.takes(t, "content {}")
		colleague.takes(t, "content {}")
		operator.takes(t, "content {}")
		operator.quiet(t)
		b.raise(t, account.Rooming, b.hotel.User.ID)
		manager.takes(t, "rooming {}")
		colleague.takes(t, "rooming {}")
		b.raise(t, account.Invoices, b.hotel.User.ID)
		manager.takes(t, "invoices {}")
		b.raise(t, account.Rooming, b.hotel.User.ID)
		colleague.takes(t, "rooming {}")
	})

	t.Run("notifications are told to their user, and announcements to all", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		clerk := b.SubUser(t, b.hotel)
		first, second := b.listen(t, b.url, b.hotel, "", ""), b.listen(t, b.url, b.hotel, "", "")
		colleague, staff := b.listen(t, b.url, clerk, "", ""), b.listen(t, b.url, b.Staff(), "", "")
		both := func() {
			t.Helper()
			first.takes(t, "notifications {}")
			second.takes(t, "notifications {}")
		}
		require.NoError(t, b.Notify.Send(apptest.Context(t), notify.Notice{
			Kind: notify.PublicationApproved, To: notify.User(b.hotel.User.ID), Params: map[string]string{"property": "Aurora"},
		}))
		both()
		id := b.Told(t, b.hotel)[0].ID
		b.ok(t, b.hotel, http.MethodPatch, "/api/notification/notification/edit/", fmt.Sprintf(`{"id":%d}`, id))
		both()
		b.ok(t, b.hotel, http.MethodDelete, "/api/notification/notification/delete/", fmt.Sprintf(`{"ids":[%d]}`, id))
		both()
		b.ok(t, b.Staff(), post, "/api/notification/announce-app/create/", `{"title":{"en":"News"},"body":{"en":"Text"}}`)
		for _, l := range []*listener{first, second, colleague, staff} {
			l.takes(t, "announcements {}")
		}
	})

	t.Run("a sub-user watches the properties in its scope, if it may read days", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		other := b.Property(t, b.hotel, "Borealis")
		clerk := b.Scoped(t, b.hotel, []auth.Flag{auth.StopSales}, b.property.ID)
		apptest.RequireError(t, clerk.Do(t, get, livePath+of(other.ID), ""), http.StatusForbidden, "forbidden", auth.ErrScope.Message)
		apptest.RequireNotFound(t, clerk.Do(t, get, livePath+"?property=999999", ""))
		l := b.listen(t, b.url, clerk, of(b.property.ID), "")
		b.stop(t, "2030-06-01")
		l.takes(t, days(b.property.ID))
		p, err := b.Accounts.PermissionOf(b.hotel.Context(t), b.hotel.Caller, clerk.User.ID)
		require.NoError(t, err)
		_, err = b.Accounts.UpdatePermission(b.hotel.Context(t), b.hotel.Caller, p.ID, account.PermissionChange{Flags: map[auth.Flag]bool{auth.StopSales: false}})
		require.NoError(t, err)
		l.takes(t, `bye {"reason":"access"}`)
		l.ends(t)
		res := clerk.Do(t, get, livePath+of(b.property.ID), "")
		require.Equal(t, http.StatusForbidden, res.Code, res.Body.String())
	})

	t.Run("what is asked wrongly is refused", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		ids := make([]string, live.MaxProperties+1)
		for i := range ids {
			ids[i] = fmt.Sprint(i + 1)
		}
		apptest.RequireInvalid(t, b.hotel.Do(t, get, livePath+"?property="+strings.Join(ids, ","), ""),
			"property", "must be at most 100 ids, separated by commas; there are 101")
		apptest.RequireInvalid(t, b.hotel.Do(t, get, livePath+"?property=x", ""), "property", `must be ids, separated by commas; "x" is none`)
		apptest.RequireUnknown(t, b.hotel.Do(t, get, livePath+"?properties=1", ""), "properties", `is not known here; did you mean "property"?`)
	})
}

func TestWatch_session(t *testing.T) {
	t.Parallel()

	t.Run("a log-out ends the streams of its session only", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		other := b.Login(t, b.hotel.User.Email)
		mine, theirs := b.listen(t, b.url, b.hotel, of(b.property.ID), ""), b.listen(t, b.url, other, of(b.property.ID), "")
		b.ok(t, b.hotel, post, "/api/auth/logout/", "")
		mine.takes(t, `bye {"reason":"access"}`)
		mine.ends(t)
		b.hotel = other
		b.stop(t, "2030-06-01")
		theirs.takes(t, days(b.property.ID))
	})

	t.Run("a suspension ends the streams of all users", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		clerk := b.listen(t, b.url, b.SubUser(t, b.hotel), "", "")
		b.ok(t, b.Staff(), post, fmt.Sprintf("/api/admin/accounts/%d/suspend/", b.hotel.User.ID), "")
		clerk.takes(t, `bye {"reason":"access"}`)
		clerk.ends(t)
	})

	t.Run("listening is no activity", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		lazy := b.Operator(t)
		const idle = 30 * time.Minute
		for range 3 {
			b.Clock.Advance(idle/3 - time.Second)
			list, _ := poll(t, lazy, "?", "")
			require.Equal(t, []string{`hello {"resumed":false}`}, list)
		}
		b.Clock.Advance(time.Minute)
		apptest.RequireNotSignedIn(t, lazy.Do(t, get, livePath, ""))
		require.False(t, lazy.Alive(t))
	})
}

func TestWatch_stream(t *testing.T) {
	t.Parallel()

	t.Run("it is not compressed, cached or buffered, and HEAD has no body", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		res, _ := b.connect(t, b.url, b.hotel, "", "")
		require.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
		require.Equal(t, "no", res.Header.Get("X-Accel-Buffering"))
		require.Empty(t, res.Header.Get("Content-Encoding"))
		require.Empty(t, res.Header.Get("Content-Length"))
		first := make([]byte, 200)
		n, err := res.Body.Read(first)
		require.NoError(t, err)
		require.Regexp(t, `^retry: 1000\nid: [\w-]{20}\nevent: hello\ndata: \{"resumed":false\}\n\n$`, string(first[:n]))

		head := b.hotel.Do(t, http.MethodHead, livePath, "")
		require.Equal(t, http.StatusOK, head.Code)
		require.Equal(t, "text/event-stream", head.Header().Get("Content-Type"))
		require.Empty(t, head.Body.String())
		require.Equal(t, 1, b.Live.Open())
		require.Equal(t, http.StatusNotFound, b.hotel.Do(t, http.MethodHead, livePath+"?property=999999", "").Code)
	})

	t.Run("the eleventh ends the oldest", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		oldest := b.listen(t, b.url, b.hotel, "", "")
		for range 10 {
			b.listen(t, b.url, b.hotel, "", "")
		}
		require.Equal(t, 60_000, oldest.takes(t, `bye {"reason":"replaced"}`).retry)
		oldest.ends(t)
		require.Equal(t, 10, b.Live.Open())
	})

	t.Run("a client that leaves is forgotten, and leaves no trace in the log", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		l := b.listen(t, b.url, b.hotel, "", "")
		l.leave()
		require.Eventually(t, func() bool { return b.Live.Open() == 0 }, patience, time.Millisecond)
	})

	t.Run("a stop ends it at once, and a late one too", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		l := b.listen(t, b.url, b.hotel, "", "")
		b.Live.Close()
		l.takes(t, `bye {"reason":"stopping"}`)
		l.ends(t)
		late := b.listen(t, b.url, b.hotel, "", "")
		late.takes(t, `bye {"reason":"stopping"}`)
		late.ends(t)
	})
}

func TestWatch_resume(t *testing.T) {
	t.Parallel()

	t.Run("a client that was cut off is told what it has missed, and that alone", func(t *testing.T) {
		t.Parallel()
		b := setupLive(t)
		other := b.Property(t, b.hotel, "Borealis")
		b.settle(t, b.hotel)
		l := b.listen(t, b.url, b.hotel, fmt.Sprintf("?property=%d,%d", b.property.ID, other.ID), "")
		l.leave()
		b.stop(t, "2030-06-01")
		again := b.listen(t, b.url, b.hotel, fmt.Sprintf("?property=%d,%d", b.property.ID, other.ID), l.last)
		again.takes(t, days(b.property.ID))
		again.quiet(t)
		again.leave()
		list, _ := poll(t, b.hotel, of(b.property.ID)+"&last_event_id="+l.last+"&", "")
		require.Equal(t, []string{`hello {"resumed":true}`, days(b.property.ID)}, list, "another list of properties, by the query")
		b.settle(t, b.hotel)
		_, newest := poll(t, b.hotel, of(b.property.ID)+"&", "")
		list, _ = poll(t, b.hotel, of(b.property.ID)+"&last_event_id="+l.last+"&", newest)
		require.Equal(t, []string{`hello {"resumed":true}`}, list, "the header wins: it is newer")
	})

	t.Run("an id that is of no use is as good as none", func(t *testing.T) {
		t.Parallel()
		b, foreign := setupLive(t), apptest.New(t)
		_, other := poll(t, foreign.Manager(t), "?", "")
		for _, id := range []string{other, "nonsense", "%7B%7D", strings.Repeat("x", 900)} {
			if id == other && b.DB.Epoch() == foreign.DB.Epoch() {
				continue
			}
			list, _ := poll(t, b.hotel, of(b.property.ID)+"&last_event_id="+id+"&", "")
			require.Equal(t, []string{`hello {"resumed":false}`}, list, id)
		}
		list, _ := poll(t, b.hotel, of(b.property.ID)+"&", strings.Repeat("x", 5000))
		require.Equal(t, []string{`hello {"resumed":false}`}, list, "a header of any length")
	})
}

// Whoever reads again when it is told to has read what is there, however often the
// connection breaks while others write.
func TestWatch_losesNothing(t *testing.T) {
	t.Parallel()
	const writers, writes, readers = 3, 20, 3
	b := setupLive(t)
	grid := func() string {
		res := b.hotel.Do(t, get, fmt.Sprintf("/api/allotment/calendars/%d/grid/?from=2030-06-01&to=2030-08-29", b.master), "")
		require.Equal(t, http.StatusOK, res.Code)
		return res.Body.String()
	}
	var writing, listening sync.WaitGroup
	done := make(chan struct{})
	for range readers {
		listening.Go(func() {
			known, last := "", ""
			take := func(e event) {
				if last = e.id; e.name == "availability" || e.data == `{"resumed":false}` {
					known = grid()
				}
			}
			for writesOn := true; writesOn; {
				l := b.open(t, b.url, b.operator, of(b.property.ID), last)
				for range 1 + rand.IntN(4) { // then the connection breaks
					select {
					case <-done:
						writesOn = false
					case e := <-l.events:
						take(e)
					}
				}
				l.leave()
			}
			for e := range b.open(t, b.url, b.operator, of(b.property.ID)+"&once=true", last).events {
				take(e)
			}
			if known != grid() {
				t.Error("a reader has not been told of a write")
			}
		})
	}
	for i := range writers {
		writing.Go(func() {
			for j := range writes {
				b.stop(t, civil.MustParse("2030-06-01").Add(i*writes+j).String())
			}
		})
	}
	writing.Wait()
	close(done)
	listening.Wait()
}

func TestWatch_otherNode(t *testing.T) {
	t.Parallel()
	b := setupLive(t)
	url := b.url
	if other := b.Beside(t, quick); other != b.Env { // on SQLite there is one node
		url = b.serve(t, other)
	}
	l := b.listen(t, url, b.operator, of(b.property.ID), "")
	b.stop(t, "2030-06-01")
	l.takes(t, days(b.property.ID))
	list, _ := poll(t, b.operator, of(b.property.ID)+"&", l.last)
	require.Equal(t, `hello {"resumed":true}`, list[0], "an id of one node is good at another")
	b.settle(t, b.operator)
	_, last := poll(t, b.operator, of(b.property.ID)+"&", "")
	here := b.listen(t, b.url, b.operator, of(b.property.ID), last)
	here.quiet(t)
	b.stop(t, "2030-06-02")
	here.takes(t, days(b.property.ID))
}

// A client that reads nothing gets full buffers. Others do not notice, nothing piles up,
// and the program can stop.
func TestWatch_stalled(t *testing.T) {
	t.Parallel()
	b := setupLive(t)
	var ids []int64
	query := "?property="
	for i := range 60 {
		ids = append(ids, b.Property(t, b.hotel, fmt.Sprintf("House %d", i)).ID)
		query += fmt.Sprintf("%d,", ids[i])
	}
	server := httptest.NewUnstartedServer(b.Server())
	to := &small{Listener: server.Listener}
	server.Listener = to
	server.Start()
	defer server.Close()
	stalled, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer func() { _ = stalled.Close() }()
	require.NoError(t, stalled.(*net.TCPConn).SetReadBuffer(buffer))
	_, err = fmt.Fprintf(stalled, "GET %s%s HTTP/1.1\r\nHost: x\r\nAuthorization: Token %s\r\n\r\n", livePath, query, b.hotel.Token)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return b.Live.Open() == 1 }, patience, time.Millisecond)
	l := b.listen(t, b.url, b.hotel, of(ids[0]), "")
	for end := time.Now().Add(patience); !to.stalled(); {
		require.Less(t, time.Now(), end, "the buffers are not full yet")
		b.raise(t, reading.Availability, ids...)
		l.takes(t, days(ids[0]))
	}
	b.Live.Close()
	l.takes(t, `bye {"reason":"stopping"}`)
	require.Eventually(t, func() bool { return b.Live.Open() == 0 }, patience, time.Millisecond)
	require.NoError(t, stalled.SetReadDeadline(time.Now().Add(patience)))
	rest, _ := io.ReadAll(stalled) // the end is that of a broken connection
	require.Contains(t, string(rest), "hello")
	require.NotContains(t, string(rest), "bye", "it was not stalled, so the test shows nothing")
}

const buffer = 4 << 10

// small is a listener whose connections have small buffers. It counts what is written to them.
type small struct {
	net.Listener

	begun, done  atomic.Int64 // writes
	last, rounds int64
}

func (s *small) Accept() (net.Conn, error) {
	c, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return counted{c, s}, c.(*net.TCPConn).SetWriteBuffer(buffer)
}

type counted struct {
	net.Conn
	by *small
}

func (c counted) Write(p []byte) (int, error) {
	c.by.begun.Add(1)
	defer c.by.done.Add(1)
	return c.Conn.Write(p)
}

// stalled reports whether one write was under way each of the last times that it was asked.
func (s *small) stalled() bool {
	done := s.done.Load()
	if s.begun.Load() == done || done != s.last {
		s.last, s.rounds = done, 0
	}
	s.rounds++
	return s.rounds > 20
}

func (b *liveBundle) ok(t *testing.T, who *apptest.Who, method, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	res := who.Do(t, method, path, body)
	require.Less(t, res.Code, http.StatusMultipleChoices, res.Body.String())
	_, err := io.Copy(io.Discard, res.Result().Body)
	require.NoError(t, err)
	return res
}
