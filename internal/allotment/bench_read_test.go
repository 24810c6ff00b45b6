package allotment_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/allotment"
	"allot/internal/platform/benchtest"
	"allot/internal/platform/civil"
)

// busy is a property of ten rooms in which days differ from each other about as
// much as in a real one: a booking or a status every few days.
func busy(b *testing.B) (*world, allotment.Calendar, civil.Range) {
	b.Helper()
	w := newWorld(b, 10, 12, 8, 20, 6, 10, 12, 8, 20, 6)
	c := w.calendar(b, allotment.KindAllotment, "Aurinko")
	year := civil.Range{From: day("2030-06-01"), To: day("2031-05-31")}
	for i, room := range w.rooms {
		w.block(b, c, room, year, 5, i)
		var days []allotment.Day
		for date := year.From; date <= year.To; date++ {
			d := allotment.Day{RoomID: room, Date: date, Closed: (int(date)/3 + i) % 3, Confirmed: (int(date)/2 + i) % 4}
			if (int(date)/4+i)%5 == 0 {
				d.Status, d.Reason = allotment.StatusRequest, allotment.ReasonHotelEvent
			}
			days = append(days, d)
		}
		require.NoError(b, w.save(b, c, days...))
	}
	return w, c, year
}

// BenchmarkCells measures one thread: cells a second of the cascade alone, with
// the encoder, and through encoding/json.
func BenchmarkCells(b *testing.B) {
	w, c, year := busy(b)
	g, err := w.Allotments.Grid(w.who.Context(b), w.who.Caller, c.ID, year.From, year.To)
	require.NoError(b, err)
	snap := w.snapshot(b, year)
	calendar, _ := snap.CalendarAt(c.ID)
	cells := len(snap.Rooms) * year.Days()
	rate := func(b *testing.B) float64 {
		b.Helper()
		perSecond := float64(cells) * float64(b.N) / b.Elapsed().Seconds()
		b.ReportMetric(perSecond/1e6, "Mcells/s")
		return perSecond
	}
	var encoded, marshalled float64
	b.Run("cascade", func(b *testing.B) {
		var out allotment.Cells
		for b.Loop() {
			for room := range snap.Rooms {
				snap.Cells(calendar, room, year, &out)
			}
		}
		rate(b)
	})
	b.Run("cascade and encode", func(b *testing.B) {
		var buf []byte
		for b.Loop() {
			buf = g.AppendJSON(buf[:0])
		}
		encoded = rate(b)
	})
	b.Run("encoding/json", func(b *testing.B) {
		for b.Loop() {
			_, err := json.Marshal(asValues(snap, calendar, year))
			require.NoError(b, err)
		}
		marshalled = rate(b)
		b.ReportMetric(encoded/marshalled, "x_slower")
		if encoded > 0 && encoded/marshalled < 8 {
			b.Errorf("the encoder is %.1f times as fast as encoding/json, not 8", encoded/marshalled)
		}
	})
}

// asValues is the grid as anybody would write it first.
func asValues(snap *allotment.Snapshot, calendar int, s civil.Range) allotment.GridBody {
	body := allotment.GridBody{CalendarID: snap.Calendars[calendar].ID, Kind: snap.Calendars[calendar].Kind, From: s.From, To: s.To}
	var cells allotment.Cells
	for i, r := range snap.Rooms {
		room := allotment.GridRoom{RoomID: r.ID, RoomName: r.Name, TotalUnits: r.Units, Days: make(map[string]allotment.GridDay, s.Days())}
		row, external := snap.Row(calendar, i, s), snap.External(i, s)
		allotment.Cascade(row, &cells)
		for n := range external {
			d := allotment.GridDay{
				State: cells.State[n].String(), OwnAvailable: int(cells.OwnAvailable[n]), Base: int(row.Allotted[n]), Closed: int(row.Closed[n]),
				Confirmed: int(row.Confirmed[n]), External: int(external[n]), PhysicalRemaining: int(row.Remaining[n]),
			}
			if status := cells.StatusAt(n); status != "" {
				d.Status = &status
			}
			room.Days[(s.From + civil.Date(n)).String()] = d //nolint:gosec // a day of the season
		}
		body.Rooms = append(body.Rooms, room)
	}
	return body
}

// BenchmarkRefresh measures what a reader pays after a write of one day.
func BenchmarkRefresh(b *testing.B) {
	w, c, year := busy(b)
	w.snapshot(b, year)
	i := 0
	for b.Loop() {
		b.StopTimer()
		i++
		require.NoError(b, w.save(b, c, allotment.Day{RoomID: w.rooms[0], Date: year.From, Closed: i % 2}))
		b.StartTimer()
		w.snapshot(b, year)
	}
}

// BenchmarkGrid asks for a year of ten rooms through the whole server, with the
// answer in memory and without, against the same bytes from a bare Go server.
func BenchmarkGrid(b *testing.B) {
	w, c, year := busy(b)
	path := fmt.Sprintf("/api/allotment/calendars/%d/grid/?from=%s&to=%s", c.ID, year.From, year.To)
	res := w.who.Do(b, http.MethodGet, path, "")
	require.Equal(b, http.StatusOK, res.Code)
	signed := http.Header{"Authorization": {"Token " + w.who.Token}}
	cold := benchtest.Serve(b, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.Allotments.DropBodies()
		w.Server.ServeHTTP(out, r)
	}))
	results := benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Bare(b, res.Body.Bytes())},
		benchtest.Target{Name: "warm", URL: benchtest.Serve(b, w.Server) + path, Header: signed},
		benchtest.Target{Name: "cold", URL: cold + path, Header: signed})
	if cpu := results["warm"].CPUPerRequest; cpu > 0 {
		ratio := float64(results["cold"].CPUPerRequest) / float64(cpu)
		b.ReportMetric(ratio, "cold_cpu_of_warm")
		if ratio > 8 {
			b.Errorf("a grid that has to be encoded costs %.1f times one in memory, not 8 at most", ratio)
		}
	}
}
