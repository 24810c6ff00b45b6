package inventoryhttptest

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/stopevent"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

func setupStopsale(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{Env: apptest.New(t)}
	b.hotel, b.property = b.Hotel(t, "Hotel Aurora")
	b.double, b.twin = b.Room(t, b.hotel, b.property.ID, "Double", "DBL", 3), b.Room(t, b.hotel, b.property.ID, "Twin", "TWN", 3)
	return b
}

func (b *bundle) create(t *testing.T, room int64, date string, c stopsale.Color) (stopsale.SavedEvent, error) {
	t.Helper()
	return b.StopSales.CreateEvent(b.hotel.Context(t), b.hotel.Caller, stopsale.EventChange{Room: &room, Date: ptr(day(date)), Color: &c})
}

func (b *bundle) update(t *testing.T, id int64, c stopsale.EventChange) (stopsale.SavedEvent, error) {
	t.Helper()
	return b.StopSales.UpdateEvent(b.hotel.Context(t), b.hotel.Caller, id, c)
}

// updated is date_update of the property.
func (b *bundle) updated(t *testing.T) *time.Time {
	t.Helper()
	c, err := b.StopSales.Calendar(t.Context(), b.hotel.Caller, b.property.ID, stopsale.Window{})
	require.NoError(t, err)
	return c.Updated
}

var kinds = []string{"stopsale.created", "stopsale.updated", "stopsale.cancelled"}

func TestService_events(t *testing.T) {
	t.Parallel()

	t.Run("every change is told with its previous values, once", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		require.Nil(t, b.updated(t))
		e, err := b.StopSales.CreateEvent(b.hotel.Context(t), b.hotel.Caller, stopsale.EventChange{
			Room: &b.double, Date: ptr(day("2030-06-01")), Color: ptr(stopsale.Stop), Source: ptr(" Phone "),
		})
		require.NoError(t, err)
		require.Equal(t, b.Clock.Now(), *b.updated(t))
		b.Clock.Advance(time.Hour)
		_, err = b.update(t, e.ID, stopsale.EventChange{Color: ptr(stopsale.OnRequest), Room: &b.twin, Date: ptr(day("2030-06-02"))})
		require.NoError(t, err)
		require.Equal(t, b.Clock.Now(), *b.updated(t))
		b.Clock.Advance(time.Hour)
		_, err = b.update(t, e.ID, stopsale.EventChange{Color: ptr(stopsale.OnRequest), Source: ptr("Phone")})
		require.NoError(t, err)
		require.Equal(t, b.Clock.Now().Add(-time.Hour), *b.updated(t), "what changes nothing leaves no trace")
		require.NoError(t, b.StopSales.DeleteEvent(b.hotel.Context(t), b.hotel.Caller, e.ID))
		require.Equal(t, b.Clock.Now(), *b.updated(t))

		told := b.StoredEvents(t, kinds...)
		require.Len(t, told, 3)
		route := stopevent.Route{OwnerID: b.hotel.User.OwnerID, PropertyID: b.property.ID}
		first := stopevent.Values{
			Date: day("2030-06-01"), DateTo: day("2030-06-01"), Status: "stop", RoomID: b.double, RoomType: "Double", RoomCode: "DBL", Source: "Phone",
		}
		second := stopevent.Values{
			Date: day("2030-06-02"), DateTo: day("2030-06-02"), Status: "on_request", RoomID: b.twin, RoomType: "Twin", RoomCode: "TWN", Source: "Phone",
		}
		for i, want := range []stopevent.StopSale{
			{Values: first, Closing: true},
			{Values: second, Previous: &first},
			{Values: second},
		} {
			want.ID = strconv.FormatInt(e.ID, 10)
			var got stopevent.Change
			require.NoError(t, told[i].Decode(&got))
			require.Equal(t, stopevent.Change{Route: route, Data: []stopevent.StopSale{want}}, got)
			require.Equal(t, kinds[i], told[i].Kind)
			require.Equal(t, b.hotel.User.OwnerID, told[i].OwnerID)
		}

		trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "stop_sale_event", e.ID)
		require.NoError(t, err)
		require.Len(t, trail, 3)
		require.Contains(t, string(trail[1].Before), `"color":2`)
		require.Contains(t, string(trail[1].After), `"color":3`)
	})

	t.Run("a refusal tells nothing", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		e := b.Mark(t, b.hotel, b.double, "2030-06-01", stopsale.Stop)
		at := b.updated(t)
		b.Clock.Advance(time.Minute)
		_, err := b.create(t, b.double, "2030-06-01", stopsale.Free)
		require.ErrorIs(t, err, stopsale.ErrExists)
		other := b.Mark(t, b.hotel, b.twin, "2030-06-01", stopsale.Stop)
		_, err = b.update(t, other.ID, stopsale.EventChange{Room: &b.double})
		require.ErrorIs(t, err, stopsale.ErrExists)
		_, err = b.update(t, e.ID, stopsale.EventChange{Room: ptr(b.Room(t, b.hotel, b.Property(t, b.hotel, "Other").ID, "X", "X", 3))})
		require.Equal(t, []apperr.FieldError{apperr.Problem("room", "must be the id of a room of the same property")}, apperr.Of(err).Fields)
		require.Len(t, b.StoredEvents(t, kinds...), 2)
		require.Equal(t, at.Add(time.Minute), *b.updated(t))
	})
}

func TestService_today(t *testing.T) {
	t.Parallel()
	for zone, today := range map[string]string{
		"UTC": "2030-05-31", "Pacific/Tongatapu": "2030-06-01", "Pacific/Niue": "2030-05-31", "Pacific/Kiritimati": "2030-06-01",
	} {
		t.Run("today is the property's in "+zone, func(t *testing.T) {
			t.Parallel()
			b := setupStopsale(t)
			_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Timezone: &zone}, property.Logo{})
			require.NoError(t, err)
			_, err = b.create(t, b.double, day(today).Add(-1).String(), stopsale.Stop)
			require.ErrorIs(t, err, stopsale.ErrPastDate)
			require.Equal(t, apperr.Invalid, apperr.Of(err).Kind)
			_, err = b.create(t, b.double, today, stopsale.Stop)
			require.NoError(t, err)
		})
	}

	t.Run("a day that is over is not touched any more", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		e := b.Mark(t, b.hotel, b.double, "2030-05-31", stopsale.Stop)
		later := b.Mark(t, b.hotel, b.double, "2030-06-10", stopsale.Stop)
		b.Clock.Advance(12 * time.Hour)
		_, err := b.update(t, e.ID, stopsale.EventChange{Color: ptr(stopsale.Free)})
		require.ErrorIs(t, err, stopsale.ErrPastDate)
		_, err = b.update(t, e.ID, stopsale.EventChange{Date: ptr(day("2030-06-11"))})
		require.ErrorIs(t, err, stopsale.ErrPastDate, "it cannot be taken out of the past")
		_, err = b.update(t, later.ID, stopsale.EventChange{Date: ptr(day("2030-05-30"))})
		require.ErrorIs(t, err, stopsale.ErrPastDate)
		require.ErrorIs(t, b.StopSales.DeleteEvent(b.hotel.Context(t), b.hotel.Caller, e.ID), stopsale.ErrPastDate)
	})

	t.Run("ten years ahead is the end", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		_, err := b.create(t, b.double, "2040-05-31", stopsale.Stop)
		require.NoError(t, err)
		_, err = b.create(t, b.double, "2040-06-01", stopsale.Stop)
		require.Equal(t, []apperr.FieldError{apperr.Problem("date", "must be at most %d years ahead", 10)}, apperr.Of(err).Fields)
	})
}

func TestService_scope(t *testing.T) {
	t.Parallel()
	b := setupStopsale(t)
	other := b.Property(t, b.hotel, "Hotel Borealis")
	theirs := b.Room(t, b.hotel, other.ID, "Single", "SGL", 3)
	e := b.Mark(t, b.hotel, theirs, "2030-06-01", stopsale.Stop)
	desk := b.SubUser(t, b.hotel, auth.StopSales).Caller
	desk.PropertyIDs = []int64{b.property.ID}
	ctx := b.hotel.Context(t)

	_, err := b.StopSales.CreateEvent(ctx, desk, stopsale.EventChange{Room: &b.double, Date: ptr(day("2030-06-01")), Color: ptr(stopsale.Stop)})
	require.NoError(t, err)
	_, err = b.StopSales.CreateEvent(ctx, desk, stopsale.EventChange{Room: &theirs, Date: ptr(day("2030-06-02")), Color: ptr(stopsale.Stop)})
	require.ErrorIs(t, err, apperr.ErrForbidden)
	_, err = b.StopSales.UpdateEvent(ctx, desk, e.ID, stopsale.EventChange{Color: ptr(stopsale.Free)})
	require.ErrorIs(t, err, apperr.ErrForbidden)
	require.ErrorIs(t, b.StopSales.DeleteEvent(ctx, desk, e.ID), apperr.ErrForbidden)
	_, err = b.StopSales.Calendar(ctx, desk, other.ID, stopsale.Window{})
	require.ErrorIs(t, err, apperr.ErrForbidden)
	_, err = b.StopSales.SaveRooms(ctx, desk, other.ID, []facts.Record{{"name": "New"}})
	require.ErrorIs(t, err, apperr.ErrForbidden)
	_, err = b.StopSales.PDF(ctx, desk, other.ID, stopsale.Window{}, "en")
	require.ErrorIs(t, err, apperr.ErrForbidden)
	_, err = b.StopSales.Send(ctx, desk, stopsale.Mailing{PropertyID: other.ID, ListID: 1})
	require.ErrorIs(t, err, apperr.ErrForbidden)
}

func TestService_sources(t *testing.T) {
	t.Parallel()

	t.Run("events name the sources of the account, new ones are added", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		_, err := b.StopSales.CreateSource(b.hotel.Context(t), b.hotel.Caller, "Phone")
		require.NoError(t, err)
		for i, name := range []string{"phone", "E-mail", "é-mail", ""} {
			e, err := b.StopSales.CreateEvent(b.hotel.Context(t), b.hotel.Caller, stopsale.EventChange{
				Room: &b.double, Date: ptr(day("2030-06-01").Add(i)), Color: ptr(stopsale.Stop), Source: &name,
			})
			require.NoError(t, err)
			require.Equal(t, []string{"Phone", "E-mail", "E-mail", ""}[i], e.Source)
		}
		list, count, err := b.StopSales.Sources(t.Context(), b.hotel.Caller, page.Request{})
		require.NoError(t, err)
		require.Equal(t, 2, count)
		require.Equal(t, "E-mail", list[0].Name)
		trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "stop_sale_source", list[0].ID)
		require.NoError(t, err)
		require.Len(t, trail, 1)
	})

	t.Run("a refused event adds none", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		_, err := b.StopSales.CreateEvent(b.hotel.Context(t), b.hotel.Caller, stopsale.EventChange{
			Room: &b.double, Date: ptr(day("2030-05-01")), Color: ptr(stopsale.Stop), Source: ptr("Fax"),
		})
		require.ErrorIs(t, err, stopsale.ErrPastDate)
		_, count, err := b.StopSales.Sources(t.Context(), b.hotel.Caller, page.Request{})
		require.NoError(t, err)
		require.Zero(t, count)
	})

	t.Run("an account has so many and no more", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		require.NoError(t, b.fill(t, 500))
		_, err := b.StopSales.CreateSource(b.hotel.Context(t), b.hotel.Caller, "One more")
		require.ErrorIs(t, err, stopsale.ErrTooManySources)
		_, err = b.update(t, b.Mark(t, b.hotel, b.double, "2030-06-01", 2).ID, stopsale.EventChange{Source: ptr("Source 7")})
		require.NoError(t, err, "those that are there can be used")
	})
}

func TestService_rooms(t *testing.T) {
	t.Parallel()

	t.Run("events go with their room and with their property", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		e, kept := b.Mark(t, b.hotel, b.double, "2030-06-01", 2), b.Mark(t, b.hotel, b.twin, "2030-06-01", 2)
		rooms, _ := b.Catalogue.Find(facts.CategoryRooms)
		require.NoError(t, b.Properties.DeleteRecord(b.hotel.Context(t), b.hotel.Caller, b.property.ID, rooms, b.double))
		_, err := b.update(t, e.ID, stopsale.EventChange{Color: ptr(stopsale.Free)})
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.update(t, kept.ID, stopsale.EventChange{Color: ptr(stopsale.Free)})
		require.NoError(t, err)
		require.NoError(t, b.Properties.Delete(b.hotel.Context(t), b.hotel.Caller, b.property.ID))
		_, err = b.update(t, kept.ID, stopsale.EventChange{Color: ptr(stopsale.Free)})
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("a record of another category is no room", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		pool := b.Save(t, b.hotel, b.property.ID, "restaurants", facts.Record{"name": "Main"})
		_, err := b.create(t, pool, "2030-06-01", stopsale.Stop)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})
}

func TestService_notice(t *testing.T) {
	t.Parallel()
	b := setupStopsale(t)
	operator := b.Operator(t)
	c := b.Accepted(t, b.hotel, operator, func(c *contract.Contract) { c.StopSaleDeadline = 14 })
	b.Accepted(t, b.hotel, b.Operator(t))

	late, err := b.create(t, b.double, "2030-06-13", stopsale.Stop)
	require.NoError(t, err)
	require.Len(t, late.Warnings, 1)
	require.Equal(t, c.ID, late.Warnings[0].Contract)
	require.Equal(t, "stop_sale_deadline", late.Warnings[0].Code)
	require.Equal(t, []civil.Range{{From: day("2030-06-13"), To: day("2030-06-13")}}, late.Warnings[0].Dates)
	trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "stop_sale_event", late.ID)
	require.NoError(t, err)
	require.Equal(t, "late_stop_sale", trail[1].Action)
	var told stopevent.Change
	require.NoError(t, b.StoredEvents(t, "stopsale.created")[0].Decode(&told))
	require.Equal(t, []contract.NoticeBreach{{Contract: c.ID, Partner: operator.User.OwnerID, Until: day("2030-06-14")}}, told.Route.Late)
	require.True(t, told.Data[0].Closing)

	for _, color := range []stopsale.Color{stopsale.Blocked, stopsale.Open} {
		saved, err := b.update(t, late.ID, stopsale.EventChange{Color: &color})
		require.NoError(t, err)
		require.Empty(t, saved.Warnings, "closed before, or open now")
	}
	again, err := b.update(t, late.ID, stopsale.EventChange{Color: ptr(stopsale.Stop)})
	require.NoError(t, err)
	require.Len(t, again.Warnings, 1)
	moved, err := b.update(t, late.ID, stopsale.EventChange{Date: ptr(day("2030-06-14"))})
	require.NoError(t, err)
	require.Empty(t, moved.Warnings, "14 days ahead")
	back, err := b.update(t, late.ID, stopsale.EventChange{Date: ptr(day("2030-06-12"))})
	require.NoError(t, err)
	require.Len(t, back.Warnings, 1, "another day is closed now")
	open, err := b.create(t, b.twin, "2030-06-01", stopsale.OnRequest)
	require.NoError(t, err)
	require.Empty(t, open.Warnings)
}
