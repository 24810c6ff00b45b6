package rooming

import (
	"context"
	"errors"
	"maps"
	"slices"

	"allot/internal/allotment"
	"allot/internal/auth"
	"allot/internal/platform/apperr"
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
	if len(take) == 0 {
		return nil
	}
	return t.warn(ctx, stays[*t.ledger.CalendarID])
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
// connected one, else the only one that a rate contract of the operator feeds. One
// that has become somebody else's since it was chosen is refused, unless confirmed
// entries hold on it already.
func (t *turn) chooseCalendar(ctx context.Context) error {
	if t.ledger.CalendarID != nil && (t.ledger.PartnerID == nil || t.before.Counts.Confirmed > 0) {
		return nil
	}
	list, err := t.calendars(ctx, t.ledger)
	if err != nil {
		return err
	}
	if t.ledger.CalendarID != nil {
		if has(list, *t.ledger.CalendarID) {
			return nil
		}
		return ErrCalendarRequired.Withf("the calendar of this rooming ledger is not one of its operator's: choose another one").With("calendars", choices(list))
	}
	if t.ledger.PartnerID != nil && len(list) > 0 && (list[0].Kind == allotment.KindConnected || len(list) == 1 && list[0].Kind == allotment.KindContracted) {
		t.ledger.CalendarID = &list[0].ID
		return nil
	}
	return ErrCalendarRequired.With("calendars", choices(list))
}

// calendars are those that a ledger can stand on: of the property's that have
// units, where it is an operator's, that operator's, the connected one first. An
// operator without one of its own is sold to from the Master.
func (s *Service) calendars(ctx context.Context, l Ledger) ([]allotment.Calendar, error) {
	list, err := s.Allotments.Holding(ctx, l.OwnerID, l.PropertyID)
	if err != nil || l.PartnerID == nil {
		return list, err
	}
	c, err := s.Contracts.Between(ctx, l.OwnerID, *l.PartnerID)
	if err != nil {
		return nil, err
	}
	rates, err := s.RateContracts.Of(ctx, l.OwnerID, l.PropertyID)
	if err != nil {
		return nil, err
	}
	granted := map[int64]bool{}
	for _, r := range rates {
		granted[r.ID] = r.PartnerID == *l.PartnerID
	}
	var connected, fed []allotment.Calendar
	for _, cal := range list {
		switch {
		case cal.Kind == allotment.KindConnected && cal.Contract != nil && *cal.Contract == c.ID:
			connected = append(connected, cal)
		case cal.Kind == allotment.KindContracted && cal.RateContract != nil && granted[*cal.RateContract]:
			fed = append(fed, cal)
		}
	}
	if theirs := append(connected, fed...); len(theirs) > 0 {
		return theirs, nil
	}
	return slices.DeleteFunc(list, func(cal allotment.Calendar) bool { return cal.Kind != allotment.KindMaster }), nil
}

func has(list []allotment.Calendar, id int64) bool {
	return slices.ContainsFunc(list, func(c allotment.Calendar) bool { return c.ID == id })
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
