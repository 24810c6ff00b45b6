package allotment_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/testkit/benchtest"
	"allot/internal/testkit/dbtest"
)

const (
	aYear      = 365
	threeYears = 3 * aYear
)

// BenchmarkTargets measures everything that is promised of the speed of
// availability and prints it beside the promise.
func BenchmarkTargets(b *testing.B) {
	t := targets{benchtest.NewScoreboard(b, "Availability on "+string(dbtest.Engine())), dbtest.Engine() == db.SQLite}
	once(b, "cells", t.cells)
	b.Run("grid", t.grid)
	once(b, "after a write", t.afterWrite)
	b.Run("not modified", t.notModified)
	b.Run("growth in days", t.days)
	b.Run("growth in properties", t.properties)
	once(b, "one-day writes", t.writes)
	once(b, "bulk", t.bulk)
	once(b, "largest", t.largest)
}

// once runs a part whose rounds are its own.
func once(b *testing.B, name string, fn func(b *testing.B)) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
		for done := false; b.Loop(); done = true {
			if !done {
				fn(b)
			}
		}
		b.ReportMetric(0, "ns/op") // of a round: it says nothing
	})
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

// cells measures one thread that resolves and writes a grid.
func (t targets) cells(b *testing.B) {
	b.Helper()
	w, c, season := busy(b, aYear)
	g, err := w.Allotments.Grid(w.who.Context(b), w.who.Caller, c.ID, season.From, season.To)
	require.NoError(b, err)
	snap := w.snapshot(b, season)
	calendar, _ := snap.CalendarAt(c.ID)
	perSecond := func(rounds int, fn func()) float64 {
		fn() // warm
		_, cpu := benchtest.Took(func() {
			for range rounds {
				fn()
			}
		})
		return float64(len(snap.Rooms)*season.Days()*rounds) / cpu.Seconds()
	}
	var (
		out rules.Cells
		buf []byte
	)
	t.Note("cascade alone, cells a CPU second", perSecond(5000, func() {
		for room := range snap.Rooms {
			snap.Cells(calendar, room, season, &out)
		}
	})/1e6, "million")
	encoded := perSecond(1000, func() { buf = g.AppendJSON(buf[:0]) })
	marshalled := perSecond(50, func() {
		_, err := json.Marshal(asValues(snap, calendar, season))
		require.NoError(b, err)
	})
	t.AtLeast(b, "cascade and encode, cells a CPU second", encoded/1e6, 10, "million")
	t.AtLeast(b, "cascade and encode, against encoding/json", encoded/marshalled, 8, "times as fast")
}

// grid asks for a year of ten rooms through the whole server, with the answer in
// memory and without, against the same bytes from a bare Go server.
func (t targets) grid(b *testing.B) {
	w, c, season := busy(b, aYear)
	server, path := served(b, w.Env), gridPath(c, season)
	res := w.who.Do(b, http.MethodGet, path, "")
	require.Equal(b, http.StatusOK, res.Code)
	r := benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Bare(b, res.Body.Bytes())},
		benchtest.Target{Name: "warm", URL: benchtest.Serve(b, server) + path, Header: signed(w.who)},
		benchtest.Target{Name: "cold", URL: benchtest.Serve(b, before(server, w.Allotments.DropBodies)) + path, Header: signed(w.who)},
		benchtest.Target{Name: "unread", URL: benchtest.Serve(b, before(server, w.Allotments.DropAll)) + path, Header: signed(w.who)})
	t.AtLeast(b, "warm grid, 10 rooms and a year, signed in", r["warm"].PerSecond/r["bare"].PerSecond, t.pick(0.7, 0.3), "of bare Go bytes")
	t.Note("  the same, of processor time", float64(r["bare"].CPUPerRequest)/float64(r["warm"].CPUPerRequest), "of bare Go bytes")
	t.AtMost(b, "cold grid (to be encoded), CPU", float64(r["cold"].CPUPerRequest)/float64(r["warm"].CPUPerRequest), 8, "times a warm one")
	t.Note("grid with nothing in memory, CPU", float64(r["unread"].CPUPerRequest)/float64(r["warm"].CPUPerRequest), "times a warm one")
}

// afterWrite is what the first reader pays after a write of one day.
func (t targets) afterWrite(b *testing.B) {
	b.Helper()
	w, c, season := busy(b, aYear)
	w.snapshot(b, season)
	const rounds = 100
	var wall, cpu float64
	for i := range rounds {
		closed := i % 2
		_, err := w.Allotments.SaveDay(w.who.Context(b), w.who.Caller, c.ID, rules.DayInput{RoomID: w.rooms[0], Date: season.From, Setting: rules.Setting{Closed: &closed}})
		require.NoError(b, err)
		took, work := benchtest.Took(func() {
			g, err := w.Allotments.Grid(w.who.Context(b), w.who.Caller, c.ID, season.From, season.To)
			require.NoError(b, err)
			g.JSON()
		})
		wall, cpu = wall+took.Seconds(), cpu+work.Seconds()
	}
	t.Note("grid right after a write of a day", wall/rounds*1e3, "ms")
	t.Note("  the same, of processor time", cpu/rounds*1e3, "ms")
}

// notModified asks for a grid that the client has, beside a handler that answers
// 304 and looks nothing up. On PostgreSQL whoever answers has to ask the database
// each time: there the figure stands beside that of a handler which asks it one
// question and does nothing else.
func (t targets) notModified(b *testing.B) {
	w, c, season := busy(b, aYear)
	server, path := served(b, w.Env), gridPath(c, season)
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Etag"] = []string{`"1"`}
		w.WriteHeader(http.StatusNotModified)
	})
	asked := []benchtest.Target{{Name: "known", URL: benchtest.Serve(b, server) + path, Header: signed(w.who, "If-None-Match", "*")}}
	if !t.sqlite {
		asked = append(asked, benchtest.Target{Name: "question", URL: benchtest.Serve(b, before(bare, func() {
			var version int64
			require.NoError(b, w.DB.SQL().QueryRowContext(b.Context(), "SELECT version FROM allotment_properties WHERE property_id = $1", c.PropertyID).Scan(&version))
		})) + "/"})
	}
	r := benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Serve(b, bare) + "/", Header: signed(w.who, "If-None-Match", "*")}, asked...)
	ratio := r["known"].PerSecond / r["bare"].PerSecond
	if t.sqlite {
		t.AtLeast(b, "304 of a grid, signed in", ratio, 0.5, "of bare Go's 304")
		return
	}
	t.Note("304 of a grid, signed in", ratio, "of bare Go's 304")
	t.Note("  one question to PostgreSQL alone", r["question"].PerSecond/r["bare"].PerSecond, "of bare Go's 304")
}

// days compares a year with three: a cell costs the same.
func (t targets) days(b *testing.B) {
	w, c, season := busy(b, threeYears)
	year := civil.Range{From: season.From, To: season.From.Add(aYear - 1)}
	cold := benchtest.Serve(b, before(served(b, w.Env), w.Allotments.DropBodies))
	r := benchtest.Compare(b, 4, benchtest.Target{Name: "year", URL: cold + gridPath(c, year), Header: signed(w.who)},
		benchtest.Target{Name: "threeyears", URL: cold + gridPath(c, season), Header: signed(w.who)})
	t.AtMost(b, "1,095 days against 365, CPU a cell", float64(r["threeyears"].CPUPerRequest)/float64(r["year"].CPUPerRequest)/3, 1.3, "times")
}

// properties compares the same grid among few and among many.
func (t targets) properties(b *testing.B) {
	season := civil.Range{From: day("2030-06-01"), To: day("2030-06-01").Add(aYear - 1)}
	among := func(accounts, copies int) (warm, unread benchtest.Target) {
		e := apptest.New(b)
		list := estates(b, e, accounts)
		for _, at := range list {
			closed := 1
			_, err := e.Allotments.SaveRange(at.who.Context(b), at.who.Caller, at.master.ID, rules.RangeInput{
				Season: civil.Range{From: season.From, To: season.From + 2}, Setting: rules.Setting{Closed: &closed},
			})
			require.NoError(b, err)
		}
		if copies > 0 {
			dbtest.MultiplyProperties(b, e.DB, copies, account.Content, account.Draft)
		}
		server, path, header := served(b, e), gridPath(list[5].master, season), signed(list[5].who)
		n := accounts * (copies + 1)
		return benchtest.Target{Name: fmt.Sprintf("warm%d", n), URL: benchtest.Serve(b, server) + path, Header: header},
			benchtest.Target{Name: fmt.Sprintf("unread%d", n), URL: benchtest.Serve(b, before(server, e.Allotments.DropAll)) + path, Header: header}
	}
	fewWarm, fewUnread := among(10, 0)
	manyWarm, manyUnread := among(100, 99)
	r := benchtest.Compare(b, 4, fewWarm, fewUnread, manyWarm, manyUnread)
	t.AtMost(b, "grid among 10,000 properties against 10, warm", r["warm10"].PerSecond/r["warm10000"].PerSecond, 1.2, "times as long")
	t.AtMost(b, "  the same with nothing in memory", r["unread10"].PerSecond/r["unread10000"].PerSecond, 1.2, "times as long")
}

// writes sets single days of 100 properties from 8 clients.
func (t targets) writes(b *testing.B) {
	b.Helper()
	const clients, rounds = 8, 6000
	e := apptest.New(b)
	list := estates(b, e, 100)
	first := day("2030-07-01")
	pick := func(i int) (estate, int64, civil.Date, int) {
		at := list[i%len(list)]
		return at, at.rooms[i*7%len(at.rooms)], first + civil.Date(i*13%aYear), 1 + i%40
	}
	save := func(i int) error {
		at, room, date, closed := pick(i)
		_, err := e.Allotments.SaveDay(at.who.Context(b), at.who.Caller, at.master.ID, rules.DayInput{RoomID: room, Date: date, Setting: rules.Setting{Closed: &closed}})
		return err
	}
	benchtest.Clients(b, clients, 200, save) // every property once, and everything parsed
	r := benchtest.Clients(b, clients, rounds, func(i int) error { return save(i + 200) })
	t.AtLeast(b, "one-day writes, 8 clients", r.PerSecond, t.pick(3000, 700), "a second")
	t.Note("  processor time of each", float64(r.CPUPerRequest.Microseconds()), "µs")

	url := benchtest.Serve(b, served(b, e))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	defer client.CloseIdleConnections()
	r = benchtest.Clients(b, clients, rounds/2, func(i int) error {
		at, room, date, closed := pick(i + 200 + rounds)
		return post(b, client, fmt.Sprintf("%s/api/allotment/calendars/%d/daily/", url, at.master.ID), signed(at.who, "Content-Type", "application/json"),
			fmt.Sprintf(`{"room":%d,"date":%q,"closed":%d}`, room, date, closed))
	})
	t.Note("  the same over HTTP", r.PerSecond, "a second")
}

func post(b *testing.B, client *http.Client, url string, header http.Header, body string) error {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header = header
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s: %s", res.Status, text)
	}
	return err
}

// bulk sets two years of 50 rooms in one go: new days, then other values for all
// of them.
func (t targets) bulk(b *testing.B) {
	b.Helper()
	e := apptest.New(b)
	at := estateOf(b, e, 50)
	season := civil.Range{From: day("2030-06-01"), To: day("2030-06-01") + 729}
	stop, reason, note := rules.StatusStop, rules.ReasonRenovation, "The west wing is being painted"
	for i, name := range []string{"50 rooms x 730 days in one write, new", "  the same again, all different"} {
		closed := i + 1
		wall, cpu := benchtest.Took(func() {
			saved, err := e.Allotments.SaveRange(at.who.Context(b), at.who.Caller, at.master.ID, rules.RangeInput{
				Season: season, Setting: rules.Setting{Closed: &closed, Status: &stop, Reason: &reason, Note: &note},
			})
			require.NoError(b, err)
			require.Equal(b, 50*730, saved.Saved)
		})
		if t.sqlite {
			t.AtMost(b, name, wall.Seconds(), 2, "s")
		} else {
			t.Note(name, wall.Seconds(), "s")
		}
		t.Note("  processor time of it", cpu.Seconds(), "s")
	}
}

// largest is the grid of 50 rooms and three years.
func (t targets) largest(b *testing.B) {
	b.Helper()
	e := apptest.New(b)
	at := estateOf(b, e, 50)
	season := civil.Range{From: day("2030-06-01"), To: day("2030-06-01").Add(threeYears - 1)}
	e.Allotments.DropAll()
	for _, name := range []string{"grid of 50 rooms x 1,095 days, nothing in memory", "  the same again"} {
		wall, _ := benchtest.Took(func() {
			require.Equal(b, http.StatusOK, at.who.Do(b, http.MethodGet, gridPath(at.master, season), "").Code)
		})
		t.Note(name, wall.Seconds()*1e3, "ms")
	}
}
