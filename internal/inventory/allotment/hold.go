package allotment

import (
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Stay is units of a room type that somebody takes, or gives back if negative,
// for the nights from arrival to the day before departure.
type Stay struct {
	RoomID             int64
	Arrival, Departure civil.Date
	Units              int
}

// Lock keeps others from changing the availability of a property until the
// transaction ends. Whoever locks records of its own and then holds stays calls
// it first: the deletion of a calendar or property has this lock while it waits
// for records that refer to it.
func (s *Service) Lock(ctx context.Context, owner, property int64) error {
	return s.store.LockVersion(ctx, owner, property)
}

// Hold adds stays to what is confirmed on a calendar, night by night, and
// marks them as held by rooming entries: all of them or, where one does not fit,
// none. Call it in the transaction that confirms or cancels the entries, once
// for all of them. Nights that have passed are moved too, so that what is given
// back is what was taken.
func (s *Service) Hold(ctx context.Context, owner, calendar int64, stays []Stay) error {
	found, err := s.store.Calendar(ctx, owner, calendar)
	if err != nil {
		return err
	}
	if !found.Kind.Pooled() {
		return apperr.Field("calendar", "has no units: a standalone calendar cannot hold rooms")
	}
	return s.change(ctx, owner, found.PropertyID, DaysOnly, func(ctx context.Context, ch *change) error {
		c, err := s.store.Calendar(ctx, owner, calendar)
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
		draft, err := ch.draftDays(ctx, c, cells)
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

// Holding lists the calendars of a property that can hold stays: all that have
// units.
func (s *Service) PooledCalendars(ctx context.Context, owner, property int64) ([]rules.Calendar, error) {
	list, err := s.store.Calendars(ctx, owner, property)
	return slices.DeleteFunc(list, func(c rules.Calendar) bool { return !c.Kind.Pooled() }), err
}
