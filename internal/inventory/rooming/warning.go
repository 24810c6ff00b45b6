package rooming

import (
	"context"
	"errors"

	"allot/internal/inventory/allotment"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
)

// The codes of warnings about a confirmed stay that exceeds what was agreed.
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
