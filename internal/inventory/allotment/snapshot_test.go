package allotment_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// TestSnapshot_equals lets a property live through random changes. After each,
// what a node has patched together is what another reads afresh, and both are
// what the records say.
func TestSnapshot_equals(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3, 2, 4)
	w.calendar(t, rules.KindAllotment, "Aurinko")
	w.calendar(t, rules.KindStandalone, "Website")
	w.share(t, w.rooms[2], w.rooms[0], 2, false)
	w.share(t, w.rooms[1], w.rooms[0], 1, false)
	neighbour, theirs, _ := w.House(t, 5, 1)
	list := []reading.Place{{OwnerID: neighbour.User.OwnerID, PropertyID: theirs.ID}, {OwnerID: w.owner(), PropertyID: w.hotel.ID}}
	rapid.Check(t, func(rt *rapid.T) {
		for range rapid.IntRange(1, 4).Draw(rt, "writes") {
			w.step(t, rt)
		}
		start := w.now(t) + civil.Date(rapid.IntRange(-40, 420).Draw(rt, "from"))
		s := civil.Range{From: start, To: start + civil.Date(rapid.IntRange(0, 60).Draw(rt, "days"))}
		if rapid.IntRange(0, 3).Draw(rt, "near") > 0 {
			s = civil.Range{From: w.now(t) - 2, To: w.now(t) + 12}
		}
		mine := w.snapshot(t, s)
		theirs, err := w.another(t).Snapshot(w.who.Context(t), w.owner(), w.hotel.ID, mine.Window)
		require.NoError(rt, err)
		require.True(rt, mine.Version == theirs.Version && mine.Today == theirs.Today)
		together := w.another(t)
		read, done, err := together.ReadAhead(w.who.Context(t), list, s)
		require.NoError(rt, err)
		require.True(rt, len(read) == len(list) && done == len(list))
		n := w.naive(t)
		for _, c := range n.calendars {
			want := n.grid(c, s)
			require.Equal(rt, want, w.grid(t, w.Allotments, c, s), "patched, %s", c.Name)
			require.Equal(rt, want, w.grid(t, w.another(t), c, s), "read afresh, %s", c.Name)
			require.Equal(rt, want, w.grid(t, together, c, s), "read with others, %s", c.Name)
		}
		if mine.Window == theirs.Window {
			require.Equal(rt, theirs, mine)
		}
	})
}

func (w *world) now(tb testing.TB) civil.Date {
	tb.Helper()
	today, err := civil.Today(w.Clock.Now(), "UTC")
	require.NoError(tb, err)
	return today
}

func (w *world) grid(tb testing.TB, s *allotment.Service, c rules.Calendar, days civil.Range) reading.GridBody {
	tb.Helper()
	g, err := s.Grid(w.who.Context(tb), w.who.Caller, c.ID, days.From, days.To)
	require.NoError(tb, err)
	var body reading.GridBody
	require.NoError(tb, json.Unmarshal(g.JSON(), &body))
	return body
}

// step makes one change of any kind; what does not fit is refused and changes
// nothing.
func (w *world) step(t *testing.T, rt *rapid.T) {
	t.Helper()
	list, err := w.AllotmentStore.Calendars(t.Context(), w.owner(), w.hotel.ID)
	require.NoError(t, err)
	c := rapid.SampledFrom(list).Draw(rt, "calendar")
	room := rapid.SampledFrom(w.rooms).Draw(rt, "room")
	date := w.now(t) + civil.Date(rapid.IntRange(-1, 4).Draw(rt, "date"))
	units := rapid.IntRange(0, 8).Draw(rt, "units")
	switch what := rapid.SampledFrom([]string{"day", "day", "fill", "fill", "hold", "block", "unblock", "share", "rest", "report", "room", "calendar", "leave", "tomorrow", "far"}).Draw(rt, "what"); what {
	case "day", "far":
		d := rules.Day{RoomID: room, Date: date, Status: rapid.SampledFrom(append([]rules.Status{""}, rules.Statuses...)).Draw(rt, "status")}
		if d.Status.Restrictive() {
			d.Reason = rapid.SampledFrom(rules.Reasons).Draw(rt, "reason")
		}
		if c.Kind.Pooled() {
			d.Closed, d.Confirmed = units/2, units-units/2
		}
		if what == "far" {
			d.Date += civil.Date(rapid.IntRange(100, 3000).Draw(rt, "ahead"))
		}
		fits(t, w.save(t, c, d))
	case "fill": // the room that others lend to
		fits(t, w.save(t, list[0], rules.Day{RoomID: w.rooms[0], Date: date, Closed: w.snapshot(t, civil.Range{From: date, To: date}).Rooms[0].Units}))
	case "hold":
		if c.Kind.Pooled() {
			fits(t, w.Allotments.Hold(w.who.Context(t), w.owner(), c.ID, []allotment.Stay{{RoomID: room, Arrival: date, Departure: date + 3, Units: units}}))
		}
	case "block":
		if c.Kind != rules.KindMaster && c.Kind.Pooled() {
			w.exec(t, "DELETE FROM allotment_blocks WHERE calendar_id = ? AND room_id = ?", c.ID, room)
			w.block(t, c, room, civil.Range{From: date, To: date + 6}, units, rapid.IntRange(0, 9).Draw(rt, "release"))
		}
	case "unblock":
		w.exec(t, "DELETE FROM allotment_blocks WHERE calendar_id = ?", c.ID)
	case "share":
		w.exec(t, "UPDATE allotment_shares SET max_units = ?, open_while_borrowing = NOT open_while_borrowing, is_active = TRUE WHERE property_id = ?", units+1, w.hotel.ID)
	case "rest":
		w.exec(t, "UPDATE allotment_shares SET is_active = FALSE WHERE property_id = ? AND donor_room = ?", w.hotel.ID, room)
	case "report":
		fits(t, w.write(t, func(ctx context.Context, x allotment.Write) error { return x.Report(ctx, room, date, units) }))
	case "room":
		fits(t, w.resize(t, room, fmt.Sprintf("Room %d", units), 1+units))
	case "calendar":
		if len(list) < 6 {
			w.calendar(t, rules.KindAllotment, fmt.Sprintf("Operator %d", len(list)))
		}
	case "leave":
		if last := list[len(list)-1]; len(list) > 3 {
			w.leave(t, last)
		}
	case "tomorrow":
		w.Clock.Advance(24 * time.Hour)
	}
}

// leave deletes a calendar and gives back what it held.
func (w *world) leave(t *testing.T, c rules.Calendar) {
	t.Helper()
	require.NoError(t, w.write(t, func(ctx context.Context, x allotment.Write) error {
		var days []rules.Day
		err := w.DB.From(ctx).NewSelect().TableExpr("allotment_days").Where("calendar_id = ?", c.ID).Scan(ctx, &days)
		if err != nil {
			return err
		}
		for i := range days {
			days[i].Closed, days[i].Confirmed, days[i].Rooming = 0, 0, 0
		}
		if len(days) > 0 {
			if err := x.SaveDays(ctx, c, days...); err != nil {
				return err
			}
		}
		_, err = w.DB.From(ctx).NewRaw("DELETE FROM allotment_calendars WHERE id = ?", c.ID).Exec(ctx)
		return err
	}))
}

// fits lets a write be refused for lack of units only.
func fits(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, rules.ErrPoolExceeded) {
		require.NoError(t, err)
	}
}
