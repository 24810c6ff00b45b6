package inventorytest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

func TestService_Reservations(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	stranger, _, _ := e.House(t, 5)
	master := e.Master(t, hotel, p)
	l, elsewhere := e.Ledger(t, hotel, nil, p, master.ID), e.Ledger(t, hotel, nil, p, master.ID)
	june := civil.MustParse("2030-06-01")
	guest := []rooming.Guest{{FirstName: "Ada", LastName: "Lovelace"}, {LastName: "Byron"}}
	first := e.Pending(t, hotel, l.ID, rooms[0], june, 3, 2)
	ref := "TO-1"
	_, err := e.Rooming.UpdateEntry(hotel.Context(t), hotel.Caller, first.ID, rooming.EntryChange{Guests: &guest, Reference: &ref})
	require.NoError(t, err)
	_, err = e.Rooming.ConfirmEntry(hotel.Context(t), hotel.Caller, first.ID)
	require.NoError(t, err)
	second := e.Pending(t, hotel, l.ID, rooms[0], june+2, 1, 1)
	gone := e.Pending(t, hotel, elsewhere.ID, rooms[0], june, 3, 1)
	_, err = e.Rooming.CancelEntry(hotel.Context(t), hotel.Caller, gone.ID, "")
	require.NoError(t, err)

	bar := func(entry rooming.Entry, guest, reference, status string) reading.Reservation {
		return reading.Reservation{ID: entry.ID, CalendarID: &master.ID, RoomID: rooms[0], From: entry.Arrival, To: entry.Departure, Units: entry.Units, Guest: guest, Reference: reference, Status: status}
	}
	a, b := bar(first, "Ada Lovelace", "TO-1", "confirmed"), bar(second, "", "", "pending")
	for name, c := range map[string]struct {
		owner, calendar int64
		from, to        civil.Date
		want            []reading.Reservation
	}{
		"by arrival, without what is cancelled": {hotel.User.OwnerID, master.ID, june, june + 30, []reading.Reservation{a, b}},
		"the last night counts":                 {hotel.User.OwnerID, master.ID, june + 2, june + 2, []reading.Reservation{a, b}},
		"the departure day does not":            {hotel.User.OwnerID, master.ID, june + 3, june + 9, []reading.Reservation{}},
		"before the second arrives":             {hotel.User.OwnerID, master.ID, june, june + 1, []reading.Reservation{a}},
		"another calendar":                      {hotel.User.OwnerID, master.ID + 99, june, june + 30, []reading.Reservation{}},
		"another account":                       {stranger.User.OwnerID, master.ID, june, june + 30, []reading.Reservation{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := e.Rooming.Reservations(t.Context(), c.owner, []int64{c.calendar}, civil.Range{From: c.from, To: c.to})
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
	timeline, err := e.Allotments.Timeline(hotel.Context(t), hotel.Caller, master.ID, june, june+9)
	require.NoError(t, err)
	a.CalendarName, b.CalendarName = "Master", "Master"
	require.Equal(t, []reading.Reservation{a, b}, timeline.Rooms[0].Reservations)
}

// The Master stands for the whole property: its timeline shows the stays of every
// calendar that draws on the pool, and of which calendar each is.
func TestService_wholeTimeline(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	master, june := e.Master(t, hotel, p), civil.MustParse("2030-06-01")
	sub := rules.Calendar{OwnerID: hotel.User.OwnerID, PropertyID: p.ID, Kind: rules.KindAllotment, Name: "Sunny Tours", CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now()}
	require.NoError(t, e.AllotmentStore.InTx(t.Context(), func(ctx context.Context) error { return e.AllotmentStore.InsertCalendar(ctx, &sub) }))
	for i, id := range []int64{sub.ID, master.ID} {
		e.Pending(t, hotel, e.Ledger(t, hotel, nil, p, id).ID, rooms[0], june.Add(i), 2, i+1)
	}
	shown := func(calendar int64) (list []string) {
		timeline, err := e.Allotments.Timeline(hotel.Context(t), hotel.Caller, calendar, june, june+9)
		require.NoError(t, err)
		for _, r := range timeline.Rooms[0].Reservations {
			list = append(list, fmt.Sprint(r.CalendarID != nil && *r.CalendarID == master.ID, " ", r.CalendarName, " ", r.Units))
		}
		return list
	}
	require.Equal(t, []string{"false Sunny Tours 1", "true Master 2"}, shown(master.ID))
	require.Equal(t, []string{"false Sunny Tours 1"}, shown(sub.ID))
}

// Stays that an operator has sent are on no calendar until one is confirmed. The
// Master shows them, and no other calendar.
func TestService_timelineOfWhatWasSent(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	e.Publish(t, hotel, e.Admin(t), p)
	operator := e.Operator(t)
	with := e.Accepted(t, hotel, operator)
	master, june := e.Master(t, hotel, p), civil.MustParse("2030-06-01")
	calendar := rules.Calendar{
		OwnerID: hotel.User.OwnerID, PropertyID: p.ID, Kind: rules.KindConnected, Contract: &with.ID, Name: "Sunny Tours", CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now(),
	}
	require.NoError(t, e.AllotmentStore.InTx(t.Context(), func(ctx context.Context) error { return e.AllotmentStore.InsertCalendar(ctx, &calendar) }))
	e.Pending(t, hotel, e.Ledger(t, hotel, nil, p, master.ID).ID, rooms[0], june+1, 2, 1)
	name := "Group"
	l, err := e.Rooming.Create(operator.Context(t), operator.Caller, rooming.LedgerChange{PropertyID: &p.ID, Name: &name})
	require.NoError(t, err)
	early := e.Pending(t, operator, l.ID, rooms[0], june, 3, 2)
	e.Pending(t, operator, l.ID, rooms[0], june+20, 3, 3)
	shown := func(calendar int64) (list []string) {
		timeline, err := e.Allotments.Timeline(hotel.Context(t), hotel.Caller, calendar, june, june+9)
		require.NoError(t, err)
		for _, r := range timeline.Rooms[0].Reservations {
			list = append(list, fmt.Sprint(r.CalendarID == nil, " ", r.CalendarName, " ", r.Units, " ", r.Status))
		}
		return list
	}
	require.Equal(t, []string{"false Master 1 pending"}, shown(master.ID), "what was not sent is nobody else's business")
	_, err = e.Rooming.Send(operator.Context(t), operator.Caller, l.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"true  2 pending", "false Master 1 pending"}, shown(master.ID))
	require.Empty(t, shown(calendar.ID))
	_, err = e.Rooming.ConfirmEntry(hotel.Context(t), hotel.Caller, early.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"false Sunny Tours 2 confirmed", "false Master 1 pending"}, shown(master.ID))
	_, err = e.Rooming.CancelEntry(hotel.Context(t), hotel.Caller, early.ID, "")
	require.NoError(t, err)
	require.Equal(t, []string{"false Master 1 pending"}, shown(master.ID))
}

// A calendar whose guests have left can be deleted and gives back what it held;
// the ledger then books on another one, which never held those stays.
func TestService_deletedCalendar(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	master := e.Master(t, hotel, p)
	gone := rules.Calendar{OwnerID: hotel.User.OwnerID, PropertyID: p.ID, Kind: rules.KindAllotment, Name: "Old", CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now()}
	require.NoError(t, e.AllotmentStore.InTx(t.Context(), func(ctx context.Context) error { return e.AllotmentStore.InsertCalendar(ctx, &gone) }))
	l := e.Ledger(t, hotel, nil, p, gone.ID)
	june := civil.MustParse("2030-06-01")
	past := e.Pending(t, hotel, l.ID, rooms[0], june, 2, 2)
	_, err := e.Rooming.ConfirmEntry(hotel.Context(t), hotel.Caller, past.ID)
	require.NoError(t, err)
	e.Clock.Advance(10 * 24 * time.Hour)
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := e.DB.From(ctx).NewDelete().Table("allotment_calendars").Where("id = ?", gone.ID).Exec(ctx)
		return err
	}))

	at := &master.ID
	_, err = e.Rooming.Update(hotel.Context(t), hotel.Caller, l.ID, rooming.LedgerChange{CalendarID: &at})
	require.NoError(t, err)
	next := e.Pending(t, hotel, l.ID, rooms[0], june+20, 2, 1)
	_, err = e.Rooming.ConfirmEntry(hotel.Context(t), hotel.Caller, next.ID)
	require.NoError(t, err)
	_, err = e.Rooming.Cancel(hotel.Context(t), hotel.Caller, l.ID, "")
	require.NoError(t, err)
	stored, err := e.AllotmentStore.ReadDraft(t.Context(), allotment.DraftQuery{
		OwnerID: hotel.User.OwnerID, CalendarID: master.ID, Rooms: rooms, Season: civil.Range{From: june, To: june + 30},
	})
	require.NoError(t, err)
	require.NotEmpty(t, stored.Days)
	for _, d := range stored.Days {
		require.Zero(t, d.Confirmed)
	}
}
