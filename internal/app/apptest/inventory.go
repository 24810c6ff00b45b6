package apptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/rooming"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
)

// House makes a hotel on a plan without limits with one property, whose room
// types have so many units each.
func (e *Env) House(tb testing.TB, units ...int) (who *Who, p property.Property, rooms []int64) {
	tb.Helper()
	who, p = e.Hotel(tb, "Hotel Aurora")
	for i, n := range units {
		rooms = append(rooms, e.Save(tb, who, p.ID, facts.CategoryRooms, facts.Record{"name": string(rune('A'+i)) + " room", "room_total_units": n}))
	}
	return who, p, rooms
}

// Master returns the calendar that the property has by itself.
func (e *Env) Master(tb testing.TB, who *Who, p property.Property) rules.Calendar {
	tb.Helper()
	c, err := e.Allotments.Master(who.Context(tb), who.User.OwnerID, p.ID)
	require.NoError(tb, err)
	return c
}

// Mark sets a day of a room.
func (e *Env) Mark(tb testing.TB, who *Who, room int64, day string, color stopsale.Color) stopsale.Event {
	tb.Helper()
	date := civil.MustParse(day)
	ev, err := e.StopSales.CreateEvent(who.Context(tb), who.Caller, stopsale.EventChange{Room: &room, Date: &date, Color: &color})
	require.NoError(tb, err)
	return ev.Event
}

// StoredEvents lists what the outbox holds of the kinds, oldest first.
func (e *Env) StoredEvents(tb testing.TB, kinds ...string) []outbox.Stored {
	tb.Helper()
	all := []outbox.Stored{}
	require.NoError(tb, e.DB.From(tb.Context()).NewSelect().Model(&all).Order("id").Scan(tb.Context()))
	list := []outbox.Stored{}
	for _, ev := range all {
		for _, kind := range kinds {
			if ev.Kind == kind {
				list = append(list, ev)
			}
		}
	}
	return list
}

// Ledger makes a ledger of a hotel for an operator, or for nobody, that books on
// a calendar.
func (e *Env) Ledger(tb testing.TB, hotel, operator *Who, p property.Property, calendar int64) rooming.Ledger {
	tb.Helper()
	name, at := "Group", &calendar
	c := rooming.LedgerChange{PropertyID: &p.ID, CalendarID: &at, Name: &name}
	if operator != nil {
		partner := &operator.User.OwnerID
		c.PartnerID = &partner
	}
	l, err := e.Rooming.Create(hotel.Context(tb), hotel.Caller, c)
	require.NoError(tb, err)
	return l.Ledger
}

// Pending adds an entry to a ledger.
func (e *Env) Pending(tb testing.TB, who *Who, ledger, room int64, arrival civil.Date, nights, units int) rooming.Entry {
	tb.Helper()
	departure := arrival.Add(nights)
	list, err := e.Rooming.AddEntries(who.Context(tb), who.Caller, ledger,
		[]rooming.EntryChange{{RoomID: &room, Arrival: &arrival, Departure: &departure, Units: &units}}, false)
	require.NoError(tb, err)
	return list[0].Entry
}
