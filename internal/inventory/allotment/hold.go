package allotment

import (
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Stay is units of a room type that a guest takes, or returns if negative, for the
// nights from arrival to the day before departure.
type Stay struct {
	RoomID             int64
	Arrival, Departure civil.Date
	Units              int
}

// Lock keeps other transactions from changing the availability of a property. A
// caller that locks records of its own and then holds stays must call it first:
// the deletion of a calendar or property holds this lock while it waits for
// records that refer to it.
func (s *Service) Lock(ctx context.Context, owner, property int64) error {
	return s.store.LockVersion(ctx, owner, property)
}

// Hold adds stays to the confirmed units of a calendar, night by night, and counts
// them as held by rooming entries: all of them or, if one does not fit, none. Call
// it once for all entries, in the transaction that confirms or cancels them. Past
// nights are changed too, so that a cancellation returns what was taken.
func (s *Service) Hold(ctx context.Context, owner, calendar int64, stays []Stay) error {
	found, err := s.store.Calendar(ctx, owner, calendar)
	if err != nil {
		return err
	}
	if !found.Kind.Pooled() {
		return apperr.Field("calendar", "has no units: a standalone calendar cannot hold rooms")
	}
	return s.change(ctx, owner, found.PropertyID, DaysOnly, func(ctx context.Context, ch *change) error {
		ch.kind = WriteRooming
		c, err := ch.calendarByID(ctx, calendar)
		if err != nil {
			return err
		}
		units := map[rules.Cell]int{}
		var cells []rules.Cell
		for _, stay := range stays {
			if _, err := ch.room(ctx, "room", stay.RoomID); err != nil {
				return err
			}
			for night := stay.Arrival; night < stay.Departure; night++ {
				at := rules.Cell{Room: stay.RoomID, Date: night}
				if _, known := units[at]; !known {
					cells = append(cells, at)
				}
				units[at] += stay.Units
			}
		}
		draft, err := ch.draftDays(ctx, c, cells, true)
		if err != nil {
			return err
		}
		for at, n := range units {
			d := draft.day(at)
			d.Confirmed += n
			d.Rooming += n
		}
		return ch.saveDays(ctx, draft)
	})
}

// PooledCalendars lists the calendars of a property that have units, on which
// stays can be held.
func (s *Service) PooledCalendars(ctx context.Context, owner, property int64) ([]rules.Calendar, error) {
	list, err := s.store.Calendars(ctx, owner, property)
	return slices.DeleteFunc(list, func(c rules.Calendar) bool { return !c.Kind.Pooled() }), err
}
