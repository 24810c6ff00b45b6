package partnerstest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/notify"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

func (b *ratecontractBundle) in(t *testing.T, timezone string) property.Property {
	t.Helper()
	p := b.Property(t, b.hotel, timezone)
	p, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, p.ID, property.Change{Timezone: &timezone}, property.Logo{})
	require.NoError(t, err)
	return p
}

func (b *ratecontractBundle) list(t *testing.T, who *apptest.Who, f ratecontract.Filter) []int64 {
	t.Helper()
	list, count, err := b.RateContracts.List(who.Context(t), who.Caller, f, page.Request{})
	require.NoError(t, err)
	ids := []int64{}
	for _, r := range list {
		if f.Status != "" {
			require.Equal(t, f.Status, r.Status, "the query and the rule are one")
		}
		ids = append(ids, r.ID)
	}
	require.Equal(t, len(ids), count)
	return ids
}

func TestService_ended(t *testing.T) {
	t.Parallel()

	t.Run("a contract ends with its last day where the property is", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		b.Clock.Advance(-3 * time.Hour)
		until := func(p property.Property) ratecontract.RateContract {
			return b.Granted(t, b.hotel, b.operator, p, nil, func(c *ratecontract.Change) { c.EndDate = ptr(day("2030-05-31")) })
		}
		east, west, here := until(b.in(t, "Pacific/Auckland")), until(b.in(t, "Pacific/Honolulu")), until(b.in(t, "UTC"))
		furthest, last := until(b.in(t, "Pacific/Kiritimati")), until(b.in(t, "Etc/GMT+12"))
		draft := b.Granted(t, b.hotel, b.operator, b.property, nil, func(c *ratecontract.Change) {
			c.EndDate, c.Status = ptr(day("2030-05-31")), ptr(ratecontract.StatusDraft)
		})
		running := b.Granted(t, b.hotel, b.operator, b.property, nil)
		all := []int64{running.ID, last.ID, furthest.ID, here.ID, west.ID, east.ID}
		for _, step := range []struct {
			at    string
			ended []int64
		}{
			// Auckland is 12 hours ahead of UTC in May, Honolulu 10 behind.
			{"2030-05-31T09:59:59Z", nil},
			{"2030-05-31T10:00:00Z", []int64{furthest.ID}},
			{"2030-05-31T11:59:59Z", []int64{furthest.ID}},
			{"2030-05-31T12:00:00Z", []int64{furthest.ID, east.ID}},
			{"2030-06-01T00:00:00Z", []int64{furthest.ID, here.ID, east.ID}},
			{"2030-06-01T09:59:59Z", []int64{furthest.ID, here.ID, east.ID}},
			{"2030-06-01T10:00:00Z", []int64{furthest.ID, here.ID, west.ID, east.ID}},
			{"2030-06-01T12:00:00Z", []int64{last.ID, furthest.ID, here.ID, west.ID, east.ID}},
			{"2030-06-08T12:00:00Z", []int64{last.ID, furthest.ID, here.ID, west.ID, east.ID}},
		} {
			at, err := time.Parse(time.RFC3339, step.at)
			require.NoError(t, err)
			b.Clock.Advance(at.Sub(b.Clock.Now()))
			hotel, operator := ratecontract.ReaderOf(b.hotel.Caller), ratecontract.ReaderOf(b.operator.Caller)
			require.NotEqual(t, hotel, operator)
			for _, who := range []*apptest.Who{b.hotel, b.operator} {
				require.Equal(t, append([]int64{}, step.ended...), b.list(t, who, ratecontract.Filter{Status: ratecontract.StatusEnded}), step.at)
				require.Equal(t, without(all, step.ended), b.list(t, who, ratecontract.Filter{Status: ratecontract.StatusActive}), step.at)
			}
			require.Equal(t, []int64{draft.ID}, b.list(t, b.hotel, ratecontract.Filter{Status: ratecontract.StatusDraft}))
			require.Empty(t, b.list(t, b.operator, ratecontract.Filter{Status: ratecontract.StatusDraft}))
			got, err := b.RateContracts.Get(t.Context(), b.operator.User.OwnerID, east.ID)
			require.NoError(t, err)
			require.Equal(t, slices.Contains(step.ended, east.ID), got.Status == ratecontract.StatusEnded, step.at)
		}
	})

	t.Run("a later end brings it back, an answer sent back does not end it for good", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		r := b.Granted(t, b.hotel, b.operator, b.property, nil, func(c *ratecontract.Change) { c.EndDate = ptr(day("2030-05-31")) })
		b.Clock.Advance(48 * time.Hour)
		ended := ratecontract.StatusEnded
		got, err := b.update(t, r.ID, ratecontract.Change{Status: &ended, Name: ptr("Old summer")})
		require.NoError(t, err)
		require.Equal(t, []any{ended, "Old summer"}, []any{got.Status, got.Name})
		require.Nil(t, got.EndedAt)

		_, err = b.update(t, r.ID, ratecontract.Change{Status: ptr(ratecontract.StatusActive)})
		require.Equal(t, []apperr.FieldError{apperr.Problem("end_date", "must not be in the past for an active contract: today is %s where the property is", "2030-06-02")}, apperr.Of(err).Fields)
		_, err = b.update(t, r.ID, ratecontract.Change{EndDate: ptr(day("2030-06-01"))})
		require.ErrorIs(t, err, apperr.ErrValidation)
		_, err = b.update(t, r.ID, ratecontract.Change{Status: ptr(ratecontract.StatusDraft)})
		require.ErrorIs(t, err, ratecontract.ErrInvalidTransition)

		got, err = b.update(t, r.ID, ratecontract.Change{EndDate: ptr(day("2030-06-02")), Status: &ended})
		require.NoError(t, err)
		require.Equal(t, ratecontract.StatusActive, got.Status)
		kinds := []notify.Kind{}
		for _, n := range b.Told(t, b.operator) {
			kinds = append(kinds, n.Kind)
		}
		require.Equal(t, []notify.Kind{notify.RateContractActive, notify.RateContractActive}, kinds, "made active twice; nothing of what is over")
	})
}

func without(list, gone []int64) []int64 {
	left := []int64{}
	for _, id := range list {
		if !slices.Contains(gone, id) {
			left = append(left, id)
		}
	}
	return left
}

func TestService_hooks(t *testing.T) {
	t.Parallel()
	var told []string
	fail := errors.New("calendars refuse")
	var refuse error
	b := setupRatecontract(t, apptest.With(func(d *ratecontract.Deps) {
		d.Hooks = ratecontract.Hooks{
			Changed: func(_ context.Context, r ratecontract.RateContract, _ ratecontract.Status) ([]warning.Warning, error) {
				told = append(told, "changed "+string(r.Status))
				return nil, refuse
			},
			Deleted: func(_ context.Context, r ratecontract.RateContract) error {
				told = append(told, "deleted "+string(r.Status))
				return refuse
			},
		}
	}))
	r := b.Granted(t, b.hotel, b.operator, b.property, b.rows(), func(c *ratecontract.Change) { c.EndDate = ptr(day("2030-09-01")) })
	_, err := b.update(t, r.ID, ratecontract.Change{Name: ptr("Summer")})
	require.NoError(t, err)
	require.Equal(t, []string{"changed active"}, told, "what changes nothing is no change")

	refuse = fail
	_, err = b.update(t, r.ID, ratecontract.Change{Name: ptr("Winter"), Rooms: ptr([]ratecontract.RoomAllotment{})})
	require.ErrorIs(t, err, fail)
	require.ErrorIs(t, b.RateContracts.Delete(b.hotel.Context(t), b.hotel.Caller, r.ID), fail)
	still, err := b.RateContracts.Get(t.Context(), b.hotel.User.OwnerID, r.ID)
	require.NoError(t, err)
	require.Equal(t, r, still, "a refusal of those above undoes the change")
	require.Len(t, b.Told(t, b.operator), 1)

	refuse = nil
	b.Clock.Advance(365 * 24 * time.Hour)
	require.NoError(t, b.RateContracts.Delete(b.hotel.Context(t), b.hotel.Caller, r.ID))
	require.Equal(t, []string{"changed active", "changed active", "deleted active", "deleted ended"}, told)
	require.Len(t, b.Told(t, b.operator), 1, "what was over is gone without a word")
}

func TestService_trail(t *testing.T) {
	t.Parallel()
	b := setupRatecontract(t)
	r := b.Granted(t, b.hotel, b.operator, b.property, b.rows())
	for range 2 {
		_, err := b.update(t, r.ID, ratecontract.Change{Rooms: ptr([]ratecontract.RoomAllotment{})})
		require.NoError(t, err)
	}
	require.NoError(t, b.RateContracts.Delete(b.hotel.Context(t), b.hotel.Caller, r.ID))
	trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "rate_contract", r.ID)
	require.NoError(t, err)
	actions := []string{}
	for _, e := range trail {
		actions = append(actions, e.Action)
	}
	require.Equal(t, []string{"create", "update", "delete"}, actions)
	require.Contains(t, string(trail[1].Before), `"quantity":4`)
	require.Contains(t, string(trail[1].After), `"rooms":[]`)
}

func TestService_Of(t *testing.T) {
	t.Parallel()
	b := setupRatecontract(t)
	other := b.Property(t, b.hotel, "Hotel Borealis")
	first := b.Granted(t, b.hotel, b.operator, b.property, b.rows())
	b.Granted(t, b.hotel, b.operator, other, nil)
	second := b.Granted(t, b.hotel, b.operator, b.property, nil, func(c *ratecontract.Change) { c.Status = ptr(ratecontract.StatusDraft) })
	list, err := b.RateContracts.Of(t.Context(), b.hotel.User.OwnerID, b.property.ID)
	require.NoError(t, err)
	require.Equal(t, []ratecontract.RateContract{first, second}, list)
	list, err = b.RateContracts.Of(t.Context(), b.operator.User.OwnerID, b.property.ID)
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestService_rooms(t *testing.T) {
	t.Parallel()

	t.Run("rows go with their room, contracts with their property", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		twin := b.Room(t, b.hotel, b.property.ID, "Double", "DBL", 3)
		rows := append(b.rows(), ratecontract.RoomAllotment{RoomID: twin, StartDate: day("2030-06-01"), EndDate: day("2030-06-30"), Quantity: 3})
		r := b.Granted(t, b.hotel, b.operator, b.property, rows)
		rooms, _ := b.Catalogue.Find(facts.CategoryRooms)
		require.NoError(t, b.Properties.DeleteRecord(b.hotel.Context(t), b.hotel.Caller, b.property.ID, rooms, b.room))
		got, err := b.RateContracts.Get(t.Context(), b.operator.User.OwnerID, r.ID)
		require.NoError(t, err)
		require.Equal(t, rows[1:], got.Rooms)
		require.NoError(t, b.Properties.Delete(b.hotel.Context(t), b.hotel.Caller, b.property.ID))
		_, err = b.RateContracts.Get(t.Context(), b.operator.User.OwnerID, r.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("what was granted stays granted if the room has fewer units later", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		r := b.Granted(t, b.hotel, b.operator, b.property, b.rows())
		b.Save(t, b.hotel, b.property.ID, facts.CategoryRooms, facts.Record{"id": b.room, "room_total_units": 3})
		_, err := b.update(t, r.ID, ratecontract.Change{Name: ptr("Renamed")})
		require.NoError(t, err)
		rows := b.rows()
		_, err = b.update(t, r.ID, ratecontract.Change{Name: ptr("Again"), Rooms: &rows})
		require.NoError(t, err, "an answer can be sent back whole")
		rows[0].ReleaseDays++
		_, err = b.update(t, r.ID, ratecontract.Change{Rooms: &rows})
		require.Equal(t, []apperr.FieldError{apperr.Problem("rooms[0].quantity", "must be at most %d, the room_total_units of the room", 3)}, apperr.Of(err).Fields)
	})

	t.Run("a season that leaves its rows behind is refused", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		r := b.Granted(t, b.hotel, b.operator, b.property, b.rows())
		_, err := b.update(t, r.ID, ratecontract.Change{EndDate: ptr(day("2030-07-01"))})
		require.Equal(t, []apperr.FieldError{apperr.Problem("rooms[0].end_date", "must be within the contract, %s to %s", "2030-01-01", "2030-07-01")}, apperr.Of(err).Fields)
	})
}
