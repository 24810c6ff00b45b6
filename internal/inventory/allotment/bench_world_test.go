package allotment_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment/allotmenthttp"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/ban"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
)

// busy is a property of ten rooms with so many days that differ from each other about as
// much as in a real one: a booking or a status every few days.
func busy(b *testing.B, days int) (*world, rules.Calendar, civil.Range) {
	b.Helper()
	w := newWorld(b, 10, 12, 8, 20, 6, 10, 12, 8, 20, 6)
	c := w.calendar(b, rules.KindAllotment, "Aurinko")
	season := civil.Range{From: day("2030-06-01"), To: day("2030-06-01").Add(days - 1)}
	for i, room := range w.rooms {
		w.block(b, c, room, season, 5, i)
		var days []rules.Day
		for date := season.From; date <= season.To; date++ {
			d := rules.Day{RoomID: room, Date: date, Closed: (int(date)/3 + i) % 3, Confirmed: (int(date)/2 + i) % 4}
			if (int(date)/4+i)%5 == 0 {
				d.Status, d.Reason = rules.StatusRequest, rules.ReasonHotelEvent
			}
			days = append(days, d)
		}
		require.NoError(b, w.save(b, c, days...))
	}
	return w, c, season
}

// asValues is the grid as anybody would write it first.
func asValues(snap *reading.Snapshot, calendar int, s civil.Range) reading.GridBody {
	body := reading.GridBody{CalendarID: snap.Calendars[calendar].ID, Kind: snap.Calendars[calendar].Kind, From: s.From, To: s.To}
	var cells rules.Cells
	for i, r := range snap.Rooms {
		room := reading.GridRoom{RoomID: r.ID, RoomName: r.Name, TotalUnits: r.Units, Days: make(map[string]reading.GridDay, s.Days())}
		row, external := snap.Row(calendar, i, s), snap.External(i, s)
		rules.Cascade(row, &cells)
		for n := range external {
			d := reading.GridDay{
				State: cells.State[n].String(), OwnAvailable: int(cells.OwnAvailable[n]), Base: int(row.Allotted[n]), Closed: int(row.Closed[n]),
				Confirmed: int(row.Confirmed[n]), External: int(external[n]), PhysicalRemaining: int(row.Remaining[n]),
			}
			if status := cells.StatusAt(n); status != "" {
				d.Status = &status
			}
			room.Days[(s.From + civil.Date(n)).String()] = d
		}
		body.Rooms = append(body.Rooms, room)
	}
	return body
}

// estate is a property with its Master, as a benchmark writes to it.
type estate struct {
	who    *apptest.Who
	master rules.Calendar
	rooms  []int64
}

func estateOf(b *testing.B, e *apptest.Env, rooms int) estate {
	b.Helper()
	units := make([]int, rooms)
	for i := range units {
		units[i] = 50
	}
	who, p, ids := e.House(b, units...)
	return estate{who, e.Master(b, who, p), ids}
}

func estates(b *testing.B, e *apptest.Env, n int) []estate {
	b.Helper()
	list := make([]estate, n)
	for i := range list {
		list[i] = estateOf(b, e, 10)
	}
	return list
}

// served is the whole server on a port, as the program runs it: who asks, what he
// may, bans, figures, and a log that goes to a file.
func served(b *testing.B, e *apptest.Env) http.Handler {
	b.Helper()
	log, err := os.Create(filepath.Join(b.TempDir(), "log"))
	require.NoError(b, err)
	b.Cleanup(func() { _ = log.Close() })
	s := httpx.NewServer(httpx.Options{
		DB: e.DB, Now: e.Clock.Now, Logger: logging.New(log, slog.LevelInfo, true, nil), Version: "bench",
		Bans: ban.NewMemory(ban.Options{}, e.Clock.Now), Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Authenticate: httpx.Sessions(e.Accounts.Authenticate),
	})
	allotmenthttp.Register(s, allotmenthttp.Deps{Allotments: e.Allotments})
	return s
}

// grid is the address of a grid.
func gridPath(c rules.Calendar, s civil.Range) string {
	return fmt.Sprintf("/api/allotment/calendars/%d/grid/?from=%s&to=%s", c.ID, s.From, s.To)
}

// before runs fn ahead of every request.
func before(h http.Handler, fn func()) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fn()
		h.ServeHTTP(w, r)
	})
}

func signed(who *apptest.Who, header ...string) http.Header {
	h := http.Header{"Authorization": {"Token " + who.Token}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return h
}
