package exchangetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/platform/outbox"
)

func TestService_Receivers(t *testing.T) {
	t.Parallel()
	const (
		created, updated = "stopsale.created", "stopsale.updated"
		changed          = "availability.updated"
		news             = "property.updated"
	)
	tests := map[string]struct {
		kind string
		do   func(t *testing.T, b *eventBundle)
		want []string
	}{
		"a draft is the hotel's own": {news, func(t *testing.T, b *eventBundle) {
			t.Helper()
			name := "New"
			_, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Name: &name}, property.Logo{})
			require.NoError(t, err)
		}, []string{"hotel"}},
		"what is published is for systems that may read facts or photos": {news, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.unpublished(t)
			b.Publish(t, b.hotel, b.Admin(t), b.property)
		}, []string{"connected", "hotel", "no facts", "no stop sales", "plain"}},
		"a stop of the Master is for all that see availability": {created, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.master, 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		}, []string{"connected", "hotel", "no facts", "plain", "rates"}},
		"a stop of a connected calendar is for its operator": {created, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["connected"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		}, []string{"connected", "hotel"}},
		"a stop of a contracted calendar is for its operator": {created, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		}, []string{"hotel", "rates"}},
		"a stop of a calendar without an operator on the platform is the hotel's own": {created, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["external"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		}, []string{"hotel"}},
		"a stop of a standalone calendar is the hotel's own": {created, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["alone"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		}, []string{"hotel"}},
		"a changed stop goes the way of a new one": {updated, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["connected"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
			b.set(t, b.calendars["connected"], 0, "2030-06-10", "2030-06-10", status(rules.StatusBlock))
		}, []string{"connected", "hotel"}},
		"stops of a calendar that is deleted are lifted for its operator": {"stopsale.cancelled", func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["connected"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
			require.NoError(t, b.Allotments.DeleteCalendar(b.hotel.Context(t), b.hotel.Caller, b.calendars["connected"]))
		}, []string{"connected", "hotel"}},
		"a legacy stop sale is for partners that are told of stop sales": {created, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.mark(t, 0, "2030-06-10", stopsale.Stop)
		}, []string{"connected", "hotel", "no facts", "plain"}},
		"units move for all that see availability": {changed, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["external"], 0, "2030-06-10", "2030-06-10", closed(1))
		}, []string{"connected", "hotel", "no facts", "plain", "rates"}},
		"a status of one calendar is for who sees it": {changed, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["rates"], 0, "2030-06-10", "2030-06-10", status(rules.StatusRequest))
		}, []string{"hotel", "rates"}},
		"a status of the Master is for all": {changed, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.master, 0, "2030-06-10", "2030-06-10", status(rules.StatusRequest))
		}, []string{"connected", "hotel", "no facts", "plain", "rates"}},
		"a contract that ended since opens nothing": {created, func(t *testing.T, b *eventBundle) {
			t.Helper()
			b.set(t, b.calendars["connected"], 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
			b.SetStatus(t, b.contracts["connected"], contract.StatusCancelled)
		}, []string{"hotel"}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupEvent(t)
			tc.do(t, b)
			require.Equal(t, tc.want, b.names(t, b.last(t, tc.kind)))
		})
	}

	t.Run("of a property that is not published nobody else hears", func(t *testing.T) {
		t.Parallel()
		b := setupEvent(t)
		hotel, p, rooms := b.House(t, 3)
		b.Accepted(t, hotel, b.who["plain"])
		b.hotel, b.property, b.rooms = hotel, p, rooms
		master := b.Master(t, hotel, p).ID
		b.set(t, master, 0, "2030-06-10", "2030-06-10", status(rules.StatusStop))
		b.set(t, master, 0, "2030-06-10", "2030-06-10", closed(1))
		b.mark(t, 0, "2030-06-10", stopsale.Stop)
		for _, kind := range []string{created, changed} {
			for _, ev := range b.stored(t, kind) {
				if ev.OwnerID == hotel.User.OwnerID {
					require.Equal(t, []string{"hotel"}, b.names(t, ev))
				}
			}
		}
	})

	t.Run("an event of another kind is for nobody", func(t *testing.T) {
		t.Parallel()
		_, err := setupEvent(t).notes.Receivers(t.Context(), outbox.Stored{Kind: "property.deleted"})
		require.ErrorContains(t, err, "property.deleted")
	})
}
