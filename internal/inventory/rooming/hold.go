package rooming

import (
	"context"
	"errors"
	"maps"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/request"
)

// hold releases and takes units in the pool: on a calendar all stays at once,
// so that there is one event, and units that the same request releases are
// available to it.
//
// All confirmed entries of a ledger are held on one calendar, unless the hotel
// has deleted an earlier one; then there is nothing to release there.
func (t *ledgerTx) hold(ctx context.Context, release, take []Entry) error {
	stays := map[int64][]allotment.Stay{}
	for _, e := range release {
		if s, held := e.released(); held {
			stays[*e.CalendarID] = append(stays[*e.CalendarID], s)
		}
	}
	for _, e := range take {
		stays[*t.ledger.CalendarID] = append(stays[*t.ledger.CalendarID], e.stay())
	}
	for _, calendar := range slices.Sorted(maps.Keys(stays)) {
		err := t.deps.Allotments.Hold(t.asHotel(ctx), t.ledger.OwnerID, calendar, stays[calendar])
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

// asHotel returns the context in which the pool is changed. The change is
// recorded in the hotel's audit trail only. If the operator made it, the trail
// names its account, not its user and address.
func (t *ledgerTx) asHotel(ctx context.Context) context.Context {
	if t.actor == Hotel {
		return ctx
	}
	ctx = request.With(ctx, request.Meta{ID: request.From(ctx).ID})
	return auth.With(ctx, auth.Caller{UserID: t.who.OwnerID, OwnerID: t.ledger.OwnerID, AccountType: auth.Accommodation})
}

// confirmable refuses entries that cannot be held: arrivals in the past, and
// rooms that no longer exist.
func (t *ledgerTx) confirmable(entries []Entry) error {
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
		return rules.ErrPastDate.Withf("stays that begin before today, which is %s where the property is, cannot be confirmed", t.today).With("entries", late)
	}
	return nil
}

// chooseCalendar sets the calendar of a ledger that has none: the one connected
// to its operator, else the only one that a rate contract of the operator
// feeds. A calendar that has been assigned to somebody else since is refused,
// unless confirmed entries are held on it already.
func (t *ledgerTx) chooseCalendar(ctx context.Context) error {
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
	if t.ledger.PartnerID != nil && len(list) > 0 && (list[0].Kind == rules.KindConnected || len(list) == 1 && list[0].Kind == rules.KindContracted) {
		t.ledger.CalendarID = &list[0].ID
		return nil
	}
	return ErrCalendarRequired.With("calendars", choices(list))
}

// calendars returns the calendars that a ledger can use: those of the property
// that have units and, for an operator's ledger, belong to that operator, the
// connected one first. An operator without a calendar of its own uses the
// Master.
func (s *Service) calendars(ctx context.Context, l Ledger) ([]rules.Calendar, error) {
	list, err := s.deps.Allotments.PooledCalendars(ctx, l.OwnerID, l.PropertyID)
	if err != nil || l.PartnerID == nil {
		return list, err
	}
	c, err := s.deps.Contracts.Between(ctx, l.OwnerID, *l.PartnerID)
	if err != nil {
		return nil, err
	}
	rates, err := s.deps.RateContracts.Of(ctx, l.OwnerID, l.PropertyID)
	if err != nil {
		return nil, err
	}
	granted := map[int64]bool{}
	for _, r := range rates {
		granted[r.ID] = r.PartnerID == *l.PartnerID
	}
	var connected, fed []rules.Calendar
	for _, cal := range list {
		switch {
		case cal.Kind == rules.KindConnected && cal.Contract != nil && *cal.Contract == c.ID:
			connected = append(connected, cal)
		case cal.Kind == rules.KindContracted && cal.RateContract != nil && granted[*cal.RateContract]:
			fed = append(fed, cal)
		}
	}
	if theirs := append(connected, fed...); len(theirs) > 0 {
		return theirs, nil
	}
	return slices.DeleteFunc(list, func(cal rules.Calendar) bool { return cal.Kind != rules.KindMaster }), nil
}

func has(list []rules.Calendar, id int64) bool {
	return slices.ContainsFunc(list, func(c rules.Calendar) bool { return c.ID == id })
}

// choice is a calendar that a refusal offers.
type choice struct {
	ID   int64      `json:"id"`
	Name string     `json:"name"`
	Kind rules.Kind `json:"kind"`
}

// maxChoices bounds what a refusal offers.
const maxChoices = 50

func choices(list []rules.Calendar) []choice {
	offered := []choice{}
	for _, c := range list[:min(len(list), maxChoices)] {
		offered = append(offered, choice{c.ID, c.Name, c.Kind})
	}
	return offered
}
