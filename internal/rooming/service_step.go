package rooming

import (
	"context"
	"strings"

	"allot/internal/auth"
	"allot/internal/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Send hands a list to the hotel, which is told.
func (s *Service) Send(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	return s.step(ctx, who, id, VerbSend, func(ctx context.Context, t *turn) error {
		if err := t.finish(ctx, nil); err != nil {
			return err
		}
		return t.tell(ctx, notify.RoomingSent, t.ledger.Counts.Pending)
	})
}

// Confirm confirms every pending entry of a ledger: all of them or, if one does
// not fit, none.
func (s *Service) Confirm(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	return s.step(ctx, who, id, VerbConfirm, func(ctx context.Context, t *turn) error {
		return t.answer(ctx, []EntryStatus{EntryPending}, EntryConfirmed, notify.RoomingConfirmed)
	})
}

// Decline says no to every pending entry of a list that was sent. What is
// confirmed in it stays.
func (s *Service) Decline(ctx context.Context, who auth.Caller, id int64, reason string) (Named, error) {
	reason, err := checkReason(reason, true)
	if err != nil {
		return Named{}, err
	}
	return s.step(ctx, who, id, VerbDecline, func(ctx context.Context, t *turn) error {
		t.reason = reason
		if t.before.Counts.Confirmed == 0 {
			t.ledger.Reason = reason
		}
		return t.answer(ctx, []EntryStatus{EntryPending}, EntryDeclined, notify.RoomingDeclined)
	})
}

// Cancel cancels a ledger as a whole: what is pending, and what is confirmed,
// whose units it gives back. A reason is not needed.
func (s *Service) Cancel(ctx context.Context, who auth.Caller, id int64, reason string) (Named, error) {
	reason, err := checkReason(reason, false)
	if err != nil {
		return Named{}, err
	}
	return s.step(ctx, who, id, VerbCancel, func(ctx context.Context, t *turn) error {
		t.reason, t.ledger.Reason = reason, reason
		return t.answer(ctx, []EntryStatus{EntryPending, EntryConfirmed}, EntryCancelled, notify.RoomingCancelled)
	})
}

// Close puts a ledger away that nothing waits in. What is confirmed stays held.
func (s *Service) Close(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	return s.step(ctx, who, id, VerbClose, func(ctx context.Context, t *turn) error { return t.finish(ctx, nil) })
}

func (s *Service) step(ctx context.Context, who auth.Caller, id int64, v Verb, fn func(ctx context.Context, t *turn) error) (after Named, err error) {
	err = s.change(ctx, who, id, v, func(ctx context.Context, t *turn) error {
		if err := fn(ctx, t); err != nil {
			return err
		}
		after, err = s.show(ctx, who, t.ledger)
		after.Warnings = t.warnings
		return err
	})
	return after, err
}

// answer brings every entry that has one of some states to another.
func (t *turn) answer(ctx context.Context, from []EntryStatus, to EntryStatus, kind notify.Kind) error {
	entries, err := t.store.EntriesIn(ctx, t.ledger.OwnerID, t.ledger.ID, from)
	if err != nil {
		return err
	}
	if err := t.moveHolds(ctx, entries, to); err != nil {
		return err
	}
	if err := t.store.MoveEntries(ctx, t.ledger, from, Moved{to, t.holder(to), t.reason}, t.now()); err != nil {
		return err
	}
	if err := t.finish(ctx, entries); err != nil {
		return err
	}
	return t.tell(ctx, kind, t.known(entries))
}

// known counts the entries that the other side has heard of: what an operator
// withdraws from a list that it has not sent concerns nobody, unless the hotel
// confirmed it on the telephone.
func (t *turn) known(entries []Entry) int {
	n := 0
	for _, e := range entries {
		if t.actor == Hotel || t.before.Status != StatusOpen || e.Status == EntryConfirmed {
			n++
		}
	}
	return n
}

// moveHolds takes from the pool what entries come to hold, and gives back what
// they held.
func (t *turn) moveHolds(ctx context.Context, entries []Entry, to EntryStatus) error {
	if to == EntryConfirmed {
		if err := t.confirmable(entries); err != nil {
			return err
		}
		if err := t.chooseCalendar(ctx); err != nil {
			return err
		}
		return t.hold(ctx, nil, entries)
	}
	return t.hold(ctx, entries, nil)
}

// Moved is what entries become together.
type Moved struct {
	Status   EntryStatus
	Calendar *int64 // that holds them from then on
	Reason   string
}

// checkReason refuses a reason that is too long, or missing where it is needed.
func checkReason(reason string, needed bool) (string, error) {
	reason = strings.TrimSpace(reason)
	var f apperr.Fields
	f.Check(reason != "" || !needed, "reason", "is required: the operator reads it")
	field.CheckText(&f, "reason", reason, maxReason)
	return reason, f.Err()
}

// holder is the calendar that holds an entry in a state.
func (t *turn) holder(s EntryStatus) *int64 {
	if s == EntryConfirmed {
		return t.ledger.CalendarID
	}
	return nil
}

// finish stores a step of the ledger and leaves its trace.
func (t *turn) finish(ctx context.Context, moved []Entry) error {
	if err := t.save(ctx); err != nil {
		return err
	}
	return t.recordLedger(ctx, t.who, string(t.verb), &traced{Ledger: t.before}, &traced{Ledger: t.ledger, IDs: idsOf(moved)})
}
