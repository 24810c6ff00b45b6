package allotment_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// world is a property with calendars that tests write to as the product does,
// and read in two ways.
type world struct {
	*apptest.Env
	who   *apptest.Who
	hotel property.Property
	rooms []int64
	// roomsChanged, if set, takes part in the transaction that changes rooms.
	roomsChanged func(ctx context.Context, p property.Property) error
}

func newWorld(tb testing.TB, units ...int) *world {
	tb.Helper()
	w := &world{}
	w.Env = apptest.New(tb, apptest.With(func(d *property.Deps) {
		told := d.Hooks.RoomsChanged
		d.Hooks.RoomsChanged = func(ctx context.Context, p property.Property, recounted []int64) error {
			if w.roomsChanged == nil {
				return told(ctx, p, recounted)
			}
			return errors.Join(w.roomsChanged(ctx, p), told(ctx, p, recounted))
		}
	}))
	w.who, w.hotel, w.rooms = w.House(tb, units...)
	w.Master(tb, w.who, w.hotel)
	return w
}

func (w *world) owner() int64 { return w.who.User.OwnerID }

func day(s string) civil.Date { return civil.MustParse(s) }

func season(from, to string) civil.Range { return civil.Range{From: day(from), To: day(to)} }

// write runs fn as a write to the property.
func (w *world) write(tb testing.TB, fn func(ctx context.Context, x allotment.Write) error) error {
	tb.Helper()
	return w.Allotments.Write(w.who.Context(tb), w.owner(), w.hotel.ID, fn)
}

// exec runs SQL in a write.
func (w *world) exec(tb testing.TB, sql string, args ...any) {
	tb.Helper()
	require.NoError(tb, w.write(tb, func(ctx context.Context, _ allotment.Write) error {
		_, err := w.DB.From(ctx).NewRaw(sql, args...).Exec(ctx)
		return err
	}))
}

// calendar makes a calendar.
func (w *world) calendar(tb testing.TB, kind rules.Kind, name string) rules.Calendar {
	tb.Helper()
	c := rules.Calendar{OwnerID: w.owner(), PropertyID: w.hotel.ID, Name: name, Kind: kind, CreatedAt: w.Clock.Now(), UpdatedAt: w.Clock.Now()}
	require.NoError(tb, w.write(tb, func(ctx context.Context, _ allotment.Write) error {
		c.ID = 0
		return w.AllotmentStore.InsertCalendar(ctx, &c)
	}))
	return c
}

func (w *world) block(tb testing.TB, c rules.Calendar, room int64, s civil.Range, quantity, release int) {
	tb.Helper()
	w.exec(tb, `INSERT INTO allotment_blocks (owner_id, property_id, calendar_id, room_id, start_date, end_date, quantity, release_days, source)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'manual')`, w.owner(), w.hotel.ID, c.ID, room, s.From, s.To, quantity, release)
}

func (w *world) share(tb testing.TB, donor, recipient int64, units int, open bool) {
	tb.Helper()
	w.exec(tb, `INSERT INTO allotment_shares (owner_id, property_id, donor_room, recipient_room, max_units, open_while_borrowing, is_active)
		VALUES (?, ?, ?, ?, ?, ?, TRUE)`, w.owner(), w.hotel.ID, donor, recipient, units, open)
}

// save stores days of a calendar.
func (w *world) save(tb testing.TB, c rules.Calendar, days ...rules.Day) error {
	tb.Helper()
	return w.write(tb, func(ctx context.Context, x allotment.Write) error { return x.SaveDays(ctx, c, days...) })
}

// resize gives a room another name and number of units.
func (w *world) resize(tb testing.TB, room int64, name string, units int) error {
	tb.Helper()
	c, _ := w.Catalogue.Find(facts.CategoryRooms)
	_, err := w.Properties.SaveFacts(w.who.Context(tb), w.who.Caller, w.hotel.ID, c,
		fmt.Appendf(nil, `{"id": %d, "name": %q, "room_total_units": %d}`, room, name, units))
	return err
}

func (w *world) snapshot(tb testing.TB, s civil.Range) *reading.Snapshot {
	tb.Helper()
	snap, err := w.Allotments.Snapshot(w.who.Context(tb), w.owner(), w.hotel.ID, s)
	require.NoError(tb, err)
	return snap
}

// another is a second node on the same database: it has nothing in memory.
func (w *world) another(tb testing.TB, change ...func(*allotment.Deps)) *allotment.Service {
	tb.Helper()
	d := apptest.Deps[allotment.Deps](w.Env)
	for _, c := range change {
		c(&d)
	}
	return allotment.New(d)
}
