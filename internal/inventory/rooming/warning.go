package rooming

import (
	"context"
	"errors"
	"maps"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// The codes of warnings about a stay that exceeds what was agreed.
// They are part of the API: never rename one.
const (
	BeyondAllotment = "beyond_allotment"
	ClosedDay       = "closed_day"
)

// warn adds warnings for the nights on which stays that were just held exceed
// the allotment of their calendar, or are on closed days.
func (t *ledgerTx) warn(ctx context.Context, stays []allotment.Stay) error {
	list, err := t.deps.Allotments.StayConflicts(ctx, t.ledger.OwnerID, *t.ledger.CalendarID, stays)
	if errors.Is(err, apperr.ErrNotFound) { // deleted a moment ago
		return ErrGone
	}
	for _, s := range list {
		if len(s.OverAllotment) > 0 {
			w := warning.Warning{Code: BeyondAllotment, Room: s.RoomID, Message: "confirmed beyond the allotment of the calendar: " + s.RoomName}
			t.warnings = append(t.warnings, w.On(s.OverAllotment))
		}
		if len(s.Closed) > 0 {
			w := warning.Warning{Code: ClosedDay, Room: s.RoomID, Message: "confirmed on days that are closed: " + s.RoomName}
			t.warnings = append(t.warnings, w.On(s.Closed))
		}
	}
	return err
}

// offerWarnings tells an operator which nights of its pending stays are closed to it, or
// have fewer units left of its own than it asks for. The hotel may still confirm them.
func (s *Service) offerWarnings(ctx context.Context, who auth.Caller, l Ledger) ([]warning.Warning, error) {
	if l.Counts.Pending == 0 {
		return nil, nil
	}
	entries, err := s.store.EntriesIn(ctx, l.OwnerID, l.ID, []EntryStatus{EntryPending})
	if err != nil {
		return nil, err
	}
	wanted, season := nightsOf(entries)
	if len(wanted) == 0 {
		return nil, nil
	}
	offer, err := s.deps.Offered(ctx, who.OwnerID, l.PropertyID, season)
	if err != nil || offer == nil {
		return nil, err
	}
	names, err := s.rooms(ctx, who, l.OwnerID, l.PropertyID)
	if err != nil {
		return nil, err
	}
	var list []warning.Warning
	for _, room := range slices.Sorted(maps.Keys(wanted)) {
		closed, short := exceeding(room, wanted[room], offer)
		if len(closed) > 0 {
			list = append(list, warning.Warning{Code: ClosedDay, Room: room, Message: "asked for on days that are closed to you: " + names[room]}.On(closed))
		}
		if len(short) > 0 {
			list = append(list, warning.Warning{Code: BeyondAllotment, Room: room, Message: "asked for beyond what is left of your allotment: " + names[room]}.On(short))
		}
		if len(list) >= warning.Max {
			break
		}
	}
	return list, nil
}

// nightsOf adds up the units of stays by room and night.
func nightsOf(entries []Entry) (wanted map[int64]map[civil.Date]int, season civil.Range) {
	wanted = map[int64]map[civil.Date]int{}
	for _, e := range entries {
		if e.RoomID == nil {
			continue
		}
		if wanted[*e.RoomID] == nil {
			wanted[*e.RoomID] = map[civil.Date]int{}
		}
		for night := e.Arrival; night < e.Departure; night++ {
			wanted[*e.RoomID][night] += e.Units
			if season.From.IsZero() || night < season.From {
				season.From = night
			}
			season.To = max(season.To, night)
		}
	}
	return wanted, season
}

// exceeding returns the nights of a room that are closed, and those with too few units.
func exceeding(room int64, wanted map[civil.Date]int, offer Offer) (closed, short []civil.Date) {
	for night, units := range wanted {
		switch n := offer(room, night); {
		case n.Closed:
			closed = append(closed, night)
		case n.Counted && units > n.Units:
			short = append(short, night)
		}
	}
	return closed, short
}
