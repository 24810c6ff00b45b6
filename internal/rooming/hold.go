package rooming

import (
	"context"
	"errors"
	"maps"
	"slices"

	"allot/internal/allotment"
	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/request"
)

// hold moves the pool: on a calendar all stays at once, so that it is one event
// and nothing is refused for want of what the same request gives back.
//
// What is confirmed in a ledger is held on one calendar, unless the hotel has
// deleted an earlier one; then there is nothing to give back there.
func (t *turn) hold(ctx context.Context, give, take []Entry) error {
	stays := map[int64][]allotment.Stay{}
	for _, e := range give {
		if s, held := e.back(); held {
			stays[*e.CalendarID] = append(stays[*e.CalendarID], s)
		}
	}
	for _, e := range take {
		stays[*t.ledger.CalendarID] = append(stays[*t.ledger.CalendarID], e.stay())
	}
	for _, calendar := range slices.Sorted(maps.Keys(stays)) {
		err := t.Allotments.Hold(t.asHotel(ctx), t.ledger.OwnerID, calendar, stays[calendar])
		if errors.Is(err, apperr.ErrNotFound) { // deleted a moment ago
			return ErrGone
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// asHotel is the context in which the pool is moved. What comes of it is for the
// hotel's trail only, which then names the operator's account if it was that: who
// of it, and from where, is not the hotel's business.
func (t *turn) asHotel(ctx context.Context) context.Context {
	if t.actor == Hotel {
		return ctx
	}
	ctx = request.With(ctx, request.Meta{ID: request.From(ctx).ID})
	return auth.With(ctx, auth.Caller{UserID: t.who.OwnerID, OwnerID: t.ledger.OwnerID, AccountType: auth.Accommodation})
}

// confirmable refuses entries that cannot be held: guests who should have
// arrived already, and rooms that are gone.
func (t *turn) confirmable(entries []Entry) error {
	var late []int64
	for _, e := range entries {
		if e.Arrival < t.today {
			late = append(late, e.ID)
		}
		if e.RoomID == nil {
			return apperr.Field("room", "of entry %d was deleted: choose another one", e.ID)
		}
	}
	if len(late) > 0 {
		return allotment.ErrPastDate.Withf("stays that begin before today, which is %s where the property is, cannot be confirmed", t.today).With("entries", late)
	}
	return nil
}

// chooseCalendar gives a ledger without a calendar the one of its operator: the
// connected one, else the only one that a rate contract of the operator feeds.
func (t *turn) chooseCalendar(ctx context.Context) error {
	if t.ledger.CalendarID != nil {
		return nil
	}
	list, err := t.Allotments.Holding(ctx, t.ledger.OwnerID, t.ledger.PropertyID)
	if err != nil {
		return err
	}
	if t.ledger.PartnerID != nil {
		fitting, err := t.calendarsOf(ctx, *t.ledger.PartnerID, list)
		if err != nil {
			return err
		}
		if len(fitting) == 1 {
			t.ledger.CalendarID = &fitting[0].ID
			return nil
		}
	}
	return ErrCalendarRequired.With("calendars", choices(list))
}

func (t *turn) calendarsOf(ctx context.Context, operator int64, list []allotment.Calendar) ([]allotment.Calendar, error) {
	c, err := t.Contracts.Between(ctx, t.ledger.OwnerID, operator)
	if err != nil {
		return nil, err
	}
	for _, cal := range list {
		if cal.Kind == allotment.KindConnected && cal.Contract != nil && *cal.Contract == c.ID {
			return []allotment.Calendar{cal}, nil
		}
	}
	rates, err := t.RateContracts.Of(ctx, t.ledger.OwnerID, t.ledger.PropertyID)
	if err != nil {
		return nil, err
	}
	theirs := map[int64]bool{}
	for _, r := range rates {
		theirs[r.ID] = r.PartnerID == operator
	}
	var fed []allotment.Calendar
	for _, cal := range list {
		if cal.Kind == allotment.KindContracted && cal.RateContract != nil && theirs[*cal.RateContract] {
			fed = append(fed, cal)
		}
	}
	return fed, nil
}

// choice is a calendar that a refusal offers.
type choice struct {
	ID   int64          `json:"id"`
	Name string         `json:"name"`
	Kind allotment.Kind `json:"kind"`
}

// maxChoices bounds what a refusal offers.
const maxChoices = 50

func choices(list []allotment.Calendar) []choice {
	offered := []choice{}
	for _, c := range list[:min(len(list), maxChoices)] {
		offered = append(offered, choice{c.ID, c.Name, c.Kind})
	}
	return offered
}
