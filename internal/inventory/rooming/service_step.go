package rooming

import (
	"context"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Send sends a list to the hotel and notifies it.
func (s *Service) Send(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	return s.step(ctx, who, id, VerbSend, func(ctx context.Context, t *ledgerTx) error {
		if err := t.finish(ctx, nil); err != nil {
			return err
		}
		var err error
		if t.warnings, err = s.offerWarnings(ctx, who, t.ledger); err != nil {
			return err
		}
		return t.notify(ctx, notify.RoomingSent, t.ledger.Counts.Pending)
	})
}

// Confirm confirms every pending entry of a ledger: all of them or, if one does
// not fit, none.
func (s *Service) Confirm(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	return s.step(ctx, who, id, VerbConfirm, func(ctx context.Context, t *ledgerTx) error {
		return t.answer(ctx, []EntryStatus{EntryPending}, EntryConfirmed, notify.RoomingConfirmed)
	})
}

// Decline declines every pending entry of a ledger that was sent. Confirmed
// entries stay.
func (s *Service) Decline(ctx context.Context, who auth.Caller, id int64, reason string) (Named, error) {
	reason, err := checkReason(reason, true)
	if err != nil {
		return Named{}, err
	}
	return s.step(ctx, who, id, VerbDecline, func(ctx context.Context, t *ledgerTx) error {
		t.reason = reason
		if t.before.Counts.Confirmed == 0 {
			t.ledger.Reason = reason
		}
		return t.answer(ctx, []EntryStatus{EntryPending}, EntryDeclined, notify.RoomingDeclined)
	})
}

// Cancel cancels a ledger with its pending and confirmed entries, which release
// their units. The reason is optional.
func (s *Service) Cancel(ctx context.Context, who auth.Caller, id int64, reason string) (Named, error) {
	reason, err := checkReason(reason, false)
	if err != nil {
		return Named{}, err
	}
	return s.step(ctx, who, id, VerbCancel, func(ctx context.Context, t *ledgerTx) error {
		t.reason, t.ledger.Reason = reason, reason
		return t.answer(ctx, []EntryStatus{EntryPending, EntryConfirmed}, EntryCancelled, notify.RoomingCancelled)
	})
}

// Close closes a ledger without pending entries. Confirmed entries keep their
// units.
func (s *Service) Close(ctx context.Context, who auth.Caller, id int64) (Named, error) {
	return s.step(ctx, who, id, VerbClose, func(ctx context.Context, t *ledgerTx) error { return t.finish(ctx, nil) })
}

func (s *Service) step(ctx context.Context, who auth.Caller, id int64, v Verb, fn func(ctx context.Context, t *ledgerTx) error) (after Named, err error) {
	err = s.change(ctx, who, id, v, func(ctx context.Context, t *ledgerTx) error {
		if err := fn(ctx, t); err != nil {
			return err
		}
		after, err = s.show(ctx, who, t.ledger)
		after.Warnings = t.warnings
		return err
	})
	return after, err
}

// answer changes the status of every entry that has one of some statuses.
func (t *ledgerTx) answer(ctx context.Context, from []EntryStatus, to EntryStatus, kind notify.Kind) error {
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
	return t.notify(ctx, kind, t.countKnown(entries))
}

// countKnown counts the entries that the other side has seen: the hotel is not
// notified of entries that an operator withdraws from a list that it has not
// sent, unless the hotel had confirmed them.
func (t *ledgerTx) countKnown(entries []Entry) int {
	n := 0
	for _, e := range entries {
		if t.actor == Hotel || t.before.Status != StatusOpen || e.Status == EntryConfirmed {
			n++
		}
	}
	return n
}

// moveHolds takes from the pool what entries hold in their new status, and
// releases what they held.
func (t *ledgerTx) moveHolds(ctx context.Context, entries []Entry, to EntryStatus) error {
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

// Moved is the new status of several entries.
type Moved struct {
	Status   EntryStatus
	Calendar *int64 // that holds them from then on
	Reason   string
}

// checkReason refuses a reason that is too long, or missing where it is
// required.
func checkReason(reason string, needed bool) (string, error) {
	reason = strings.TrimSpace(reason)
	var f apperr.Fields
	f.Check(reason != "" || !needed, "reason", "is required: the operator reads it")
	field.CheckText(&f, "reason", reason, maxReason)
	return reason, f.Err()
}

// holder returns the calendar that holds an entry in a status.
func (t *ledgerTx) holder(s EntryStatus) *int64 {
	if s == EntryConfirmed {
		return t.ledger.CalendarID
	}
	return nil
}

// finish stores and audits a step of the ledger.
func (t *ledgerTx) finish(ctx context.Context, moved []Entry) error {
	if err := t.save(ctx); err != nil {
		return err
	}
	return t.recordLedger(ctx, t.who, string(t.verb), &traced{Ledger: t.before}, &traced{Ledger: t.ledger, IDs: idsOf(moved)})
}
