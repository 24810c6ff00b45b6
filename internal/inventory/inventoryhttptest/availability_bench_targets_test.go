package inventoryhttptest

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi/partnerapihttp"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/availability/availabilityhttp"
	"allot/internal/platform/ban"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
	"allot/internal/testkit/benchtest"
	"allot/internal/testkit/dbtest"
)

const aYear = 365

var year = civil.Range{From: civil.MustParse("2030-06-01"), To: civil.MustParse("2030-06-01").Add(aYear - 1)}

// BenchmarkTargets measures everything that is promised of the speed of the
// export and prints it beside the promise.
func BenchmarkTargets(b *testing.B) {
	t := targets{benchtest.NewScoreboard(b, "Export of availability on "+string(dbtest.Engine())), dbtest.Engine() == db.SQLite}
	b.Run("property", t.property)
	b.Run("portfolio", t.portfolio)
	b.Run("month after a start", t.month)
}

type targets struct {
	*benchtest.Scoreboard
	sqlite bool
}

// pick is the promise for the engine at hand.
func (t targets) pick(sqlite, postgres float64) float64 {
	if t.sqlite {
		return sqlite
	}
	return postgres
}

// houseAvailability is a property of ten rooms with so many calendars besides the Master, and
// with days that differ from each other about as much as in a real one.
func houseAvailability(b *testing.B, e *apptest.Env, calendars int) (*apptest.Who, int64) {
	b.Helper()
	who, p, rooms := e.House(b, 10, 12, 8, 20, 6, 10, 12, 8, 20, 6)
	list := []int64{e.Master(b, who, p).ID}
	for i := range calendars {
		kind, name := rules.KindAllotment, fmt.Sprint("Operator ", i)
		c, err := e.Allotments.CreateCalendar(who.Context(b), who.Caller, rules.CalendarChange{PropertyID: &p.ID, Kind: &kind, Name: &name})
		require.NoError(b, err)
		list = append(list, c.ID)
	}
	for n, id := range list {
		var days []rules.DayInput
		for r, room := range rooms {
			for date := year.From; date <= year.To; date += 3 {
				closed, status := (int(date)/3+r)%2, rules.StatusRequest
				d := rules.DayInput{RoomID: room, Date: date, Setting: rules.Setting{Closed: &closed}}
				if (int(date)/3+r+n)%5 == 0 {
					d.Status = &status
				}
				days = append(days, d)
			}
		}
		for part := range slices.Chunk(days, 300) {
			_, err := e.Allotments.SaveDays(who.Context(b), who.Caller, id, part)
			require.NoError(b, err)
		}
	}
	return who, p.ID
}

// served is the whole server on a port, as the program runs it.
func served(b *testing.B, e *apptest.Env) http.Handler {
	b.Helper()
	log, err := os.Create(filepath.Join(b.TempDir(), "log"))
	require.NoError(b, err)
	b.Cleanup(func() { _ = log.Close() })
	s := httpx.NewServer(httpx.Options{
		DB: e.DB, Now: e.Clock.Now, Logger: logging.New(log, slog.LevelInfo, true, nil), Version: "bench", Bans: ban.NewMemory(ban.Options{}, e.Clock.Now),
		Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Authenticate: httpx.Sessions(e.Accounts.Authenticate), Gate: &partnerapihttp.Gate{Authenticate: e.Keys.Authenticate, Limit: partnerapihttp.NewLimit(math.MaxInt32, e.Clock.Now), Count: e.APIStats.Count},
	})
	availabilityhttp.Register(s, e.Availability)
	return s
}

func exportPath(b *testing.B, e *apptest.Env, who *apptest.Who) string {
	b.Helper()
	token, _ := e.Key(b, who, auth.KeyStopSale)
	return fmt.Sprintf("/api/v1/allotment-stop-sale/%s/?from=%s&to=%s", token, year.From, year.To)
}

// property asks for a year of ten rooms and four calendars with the hotel's key,
// against the same bytes from a bare Go server.
func (t targets) property(b *testing.B) {
	e := apptest.New(b)
	who, _ := houseAvailability(b, e, 3)
	server, path := served(b, e), exportPath(b, e, who)
	zip, known := http.Header{"Accept-Encoding": {"gzip"}}, http.Header{"If-None-Match": {"*"}}
	res := e.Do(b, http.MethodGet, path, "")
	require.Equal(b, http.StatusOK, res.Code)
	zipped := e.Do(b, http.MethodGet, path, "", apptest.Header("Accept-Encoding", "gzip"))
	cold := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.Availability.DropAll()
		server.ServeHTTP(w, r)
	})
	url := benchtest.Serve(b, server)
	r := benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Bare(b, res.Body.Bytes())},
		benchtest.Target{Name: "warm", URL: url + path},
		benchtest.Target{Name: "cold", URL: benchtest.Serve(b, cold) + path},
		benchtest.Target{Name: "barezip", URL: benchtest.Bare(b, zipped.Body.Bytes())},
		benchtest.Target{Name: "zip", URL: url + path, Header: zip},
		benchtest.Target{Name: "known", URL: url + path, Header: known})
	t.Note("export of one property, size", float64(res.Body.Len())/1e6, "MB")
	t.AtLeast(b, "warm export, 10 rooms, 4 calendars and a year, hotel's key", r["warm"].PerSecond/r["bare"].PerSecond, t.pick(0.7, 0.3), "of bare Go bytes")
	t.Note("  the same, of processor time", float64(r["bare"].CPUPerRequest)/float64(r["warm"].CPUPerRequest), "of bare Go bytes")
	t.Note("  the same compressed", r["zip"].PerSecond/r["barezip"].PerSecond, "of bare Go bytes")
	t.Note("  the same to be encoded, CPU", float64(r["cold"].CPUPerRequest)/float64(r["warm"].CPUPerRequest), "times a warm one")
	t.Note("304 of it", r["known"].PerSecond, "a second")
}

// manyProperties makes properties that an operator sees, copies of a house with so many calendars.
func manyProperties(b *testing.B, properties, calendars int) (e *apptest.Env, operator *apptest.Who) {
	b.Helper()
	e = apptest.New(b)
	hotel, id := houseAvailability(b, e, calendars)
	p, err := e.Properties.Get(b.Context(), hotel.User.OwnerID, id)
	require.NoError(b, err)
	e.Publish(b, hotel, e.Admin(b), p)
	operator = e.Operator(b)
	e.Accepted(b, hotel, operator)
	dbtest.MultiplyProperties(b, e.DB, properties-1, account.Content, account.Draft)
	return e, operator
}

// portfolio streams a thousand properties with nothing in memory.
func (t targets) portfolio(b *testing.B) {
	const properties = 1000
	e, operator := manyProperties(b, properties, 0)
	path := exportPath(b, e, operator)
	server := served(b, e)
	for round := 0; b.Loop(); round++ {
		if round > 0 {
			continue
		}
		for _, encoding := range []string{"", "gzip"} {
			name := "portfolio of 1,000 properties"
			if encoding != "" {
				name += ", compressed"
			}
			e.Availability.DropAll()
			for _, state := range []string{"cold", "again"} {
				m := newMeter(b)
				r := httpRequest(b, path, encoding)
				wall, cpu := benchtest.Took(func() { server.ServeHTTP(m, r) })
				require.Equal(b, http.StatusOK, m.status)
				t.Note(name+", "+state+", size", float64(m.bytes)/1e6, "MB")
				t.Note("  time", wall.Seconds(), "s")
				t.Note("  processor time", cpu.Seconds(), "s")
				t.AtMost(b, "  first byte", m.first.Seconds()*1e3, 100, "ms")
				t.AtMost(b, "  most memory above idle", float64(m.peak-m.idle)/1e6, 300, "MB")
			}
		}
	}
}

// month asks for a month of many properties on a node that has just started, and again.
func (t targets) month(b *testing.B) {
	const properties, rounds = 505, 20
	e, operator := manyProperties(b, properties, 3)
	token, _ := e.Key(b, operator, auth.KeyStopSale)
	path := fmt.Sprintf("/api/v1/allotment-stop-sale/%s/?from=%s&to=%s", token, year.From, year.From.Add(30))
	server := served(b, e)
	url := benchtest.Serve(b, server) + path
	ask := func(int) error {
		res, err := http.Get(url)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, res.Body)
		return errors.Join(err, res.Body.Close())
	}
	for done := false; b.Loop(); done = true {
		if done {
			continue
		}
		forget(e)
		m := newMeter(b)
		server.ServeHTTP(m, httpRequest(b, path, ""))
		require.Equal(b, http.StatusOK, m.status)
		forget(e)
		started := benchtest.Clients(b, 1, 1, ask)
		again := benchtest.Clients(b, 1, rounds, ask)
		t.Note("month of 505 properties, size", float64(m.bytes)/1e6, "MB")
		t.Note("  time after a start", 1e3/started.PerSecond, "ms")
		t.Note("  time again", 1e3/again.PerSecond, "ms")
		t.AtMost(b, "  first byte after a start", m.first.Seconds()*1e3, 300, "ms")
		t.AtMost(b, "  processor time after a start", float64(started.CPUPerRequest)/float64(again.CPUPerRequest), 40, "times as much as again")
	}
}

func httpRequest(b *testing.B, path, encoding string) *http.Request {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "http://localhost"+path, nil)
	require.NoError(b, err)
	r.RequestURI, r.RemoteAddr = path, "127.0.0.1:1"
	r.Header.Set("Accept-Encoding", encoding)
	return r
}

// meter takes an answer and keeps nothing but how much and when.
type meter struct {
	header       http.Header
	status       int
	bytes, calls int
	began        time.Time
	first        time.Duration
	idle, peak   uint64
}

func newMeter(b *testing.B) *meter {
	b.Helper()
	runtime.GC()
	m := &meter{header: http.Header{}, began: wallClock(), idle: memory()}
	m.peak = m.idle
	return m
}

// wallClock is the machine's: what is measured takes its time.
func wallClock() time.Time { return time.Now() }

func (m *meter) Header() http.Header    { return m.header }
func (m *meter) WriteHeader(status int) { m.status = status }
func (m *meter) Write(p []byte) (int, error) {
	if m.calls == 0 {
		m.first = wallClock().Sub(m.began)
	}
	if m.status == 0 {
		m.status = http.StatusOK
	}
	m.bytes += len(p)
	m.calls++
	if m.calls%8 == 0 {
		m.peak = max(m.peak, memory())
	}
	return len(p), nil
}

// memory is what the process has of the system.
func memory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
