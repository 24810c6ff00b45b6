package rooming

import (
	"context"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
)

// AddEntries adds entries to a ledger: all of them or none. Invalid fields of a
// list are reported with their index.
func (s *Service) AddEntries(ctx context.Context, who auth.Caller, ledger int64, list []EntryChange, many bool) (added []NamedEntry, err error) {
	err = s.change(ctx, who, ledger, VerbAddEntry, func(ctx context.Context, t *ledgerTx) error {
		at := ""
		if many {
			at = "[%d]."
		}
		entries, err := t.newEntries(ctx, list, at)
		if err != nil {
			return err
		}
		if err := s.store.InsertEntries(ctx, entries); err != nil {
			return err
		}
		if err := t.save(ctx); err != nil {
			return err
		}
		err = s.recordLedger(ctx, who, string(VerbAddEntry), &traced{Ledger: t.before}, &traced{Ledger: t.ledger, Entries: entries})
		if err != nil {
			return err
		}
		added, err = s.namedEntries(ctx, who, t.ledger, entries)
		return err
	})
	return added, err
}

// newEntries creates entries; at is the path of an entry in the request, with a
// placeholder for its index in a list.
func (t *ledgerTx) newEntries(ctx context.Context, list []EntryChange, at string) ([]Entry, error) {
	if t.before.Counts.All()+len(list) > MaxEntries {
		return nil, ErrLedgerFull
	}
	in, err := t.surroundings(ctx)
	if err != nil {
		return nil, err
	}
	var f apperr.Fields
	now := t.now()
	entries := make([]Entry, len(list))
	for i, c := range list {
		e := Entry{
			LedgerID: t.ledger.ID, OwnerID: t.ledger.OwnerID, PropertyID: t.ledger.PropertyID, PartnerID: t.ledger.PartnerID,
			Units: 1, Status: EntryPending, WrittenBy: t.actor, CreatedAt: now, UpdatedAt: now,
		}
		c.apply(&e)
		prefix := at
		if at != "" {
			prefix = fmt.Sprintf(at, i)
		}
		e.check(&f, prefix, nil, in)
		entries[i] = e
	}
	return entries, f.Err()
}

// UpdateEntry changes an entry. If a confirmed one gets another room, other
// days or other units, the units that it holds in the pool follow. An update
// without a change is not recorded.
func (s *Service) UpdateEntry(ctx context.Context, who auth.Caller, id int64, c EntryChange) (updated NamedEntry, err error) {
	err = s.changeEntry(ctx, who, id, VerbEditEntry, func(ctx context.Context, t *ledgerTx, before Entry, _ EntryStatus) error {
		after := before
		c.apply(&after)
		in, err := t.surroundings(ctx)
		if err != nil {
			return err
		}
		var f apperr.Fields
		after.check(&f, "", &before, in)
		if err := f.Err(); err != nil {
			return err
		}
		if !before.equal(after) {
			if err := t.replace(ctx, before, &after); err != nil {
				return err
			}
		}
		updated, err = s.nameEntry(ctx, who, t.ledger, after)
		updated.Warnings = t.warnings
		return err
	})
	return updated, err
}

func (t *ledgerTx) replace(ctx context.Context, before Entry, after *Entry) error {
	held := before.Status == EntryConfirmed
	if held && !before.sameStay(*after) {
		if !before.samePast(*after, t.today) {
			return rules.ErrPastDate.Withf("nights before today, which is %s where the property is, cannot be changed: "+
				"of a confirmed stay that has begun only the departure can, to today or later", t.today)
		}
		if err := t.chooseCalendar(ctx); err != nil { // the one it had may be gone
			return err
		}
		if err := t.hold(ctx, []Entry{before}, []Entry{*after}); err != nil {
			return err
		}
		after.CalendarID = t.ledger.CalendarID
	}
	if t.actor == Operator {
		after.WrittenBy = Operator
	}
	after.UpdatedAt = t.now()
	if err := t.store.UpdateEntry(ctx, *after); err != nil {
		return err
	}
	if err := t.save(ctx); err != nil {
		return err
	}
	if err := t.recordEntry(ctx, "update", before, after); err != nil || !held {
		return err
	}
	return t.notify(ctx, notify.RoomingChanged, 1)
}

// DeleteEntry removes an entry that holds no units from an open ledger.
func (s *Service) DeleteEntry(ctx context.Context, who auth.Caller, id int64) error {
	return s.changeEntry(ctx, who, id, VerbDeleteEntry, func(ctx context.Context, t *ledgerTx, e Entry, _ EntryStatus) error {
		if err := s.store.DeleteEntry(ctx, e); err != nil {
			return err
		}
		if err := t.save(ctx); err != nil {
			return err
		}
		return t.recordEntry(ctx, "delete", e, nil)
	})
}

// ConfirmEntry takes the units of an entry from the pool for each of its
// nights. It refuses with the days that have too few.
func (s *Service) ConfirmEntry(ctx context.Context, who auth.Caller, id int64) (NamedEntry, error) {
	return s.answerEntry(ctx, who, id, VerbConfirmEntry, "", notify.RoomingConfirmed)
}

// DeclineEntry declines a pending entry of a ledger that was sent.
func (s *Service) DeclineEntry(ctx context.Context, who auth.Caller, id int64, reason string) (NamedEntry, error) {
	reason, err := checkReason(reason, true)
	if err != nil {
		return NamedEntry{}, err
	}
	return s.answerEntry(ctx, who, id, VerbDeclineEntry, reason, notify.RoomingDeclined)
}

// CancelEntry cancels an entry; a confirmed one releases its units. The reason
// is optional.
func (s *Service) CancelEntry(ctx context.Context, who auth.Caller, id int64, reason string) (NamedEntry, error) {
	reason, err := checkReason(reason, false)
	if err != nil {
		return NamedEntry{}, err
	}
	return s.answerEntry(ctx, who, id, VerbCancelEntry, reason, notify.RoomingCancelled)
}

func (s *Service) answerEntry(ctx context.Context, who auth.Caller, id int64, v Verb, reason string, kind notify.Kind) (answered NamedEntry, err error) {
	err = s.changeEntry(ctx, who, id, v, func(ctx context.Context, t *ledgerTx, before Entry, next EntryStatus) error {
		if err := t.moveHolds(ctx, []Entry{before}, next); err != nil {
			return err
		}
		after := before
		after.Status, after.CalendarID, after.Reason, after.UpdatedAt = next, t.holder(next), reason, t.now()
		if err := s.store.UpdateEntry(ctx, after); err != nil {
			return err
		}
		if err := t.save(ctx); err != nil {
			return err
		}
		if err := t.recordEntry(ctx, v.short(), before, &after); err != nil {
			return err
		}
		if err := t.notify(ctx, kind, t.countKnown([]Entry{before})); err != nil {
			return err
		}
		answered, err = s.nameEntry(ctx, who, t.ledger, after)
		answered.Warnings = t.warnings
		return err
	})
	return answered, err
}
