package rooming

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Create creates a ledger with its first entries, all or nothing. A hotel
// creates one for a partner or for nobody on the platform, an operator for
// itself in a property whose hotel allows it.
func (s *Service) Create(ctx context.Context, who auth.Caller, c LedgerChange, entries ...EntryChange) (created Named, err error) {
	l := s.draft(who, c)
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		l := l
		if err := s.place(ctx, who, &l); err != nil {
			return err
		}
		written, err := s.insert(ctx, who, &l, entries)
		if err != nil {
			return err
		}
		if err := s.recordLedger(ctx, who, "create", nil, &traced{Ledger: l, Entries: written}); err != nil {
			return err
		}
		created, err = s.show(ctx, who, l)
		return err
	})
	return created, err
}

// draft returns a new ledger of the caller's side.
func (s *Service) draft(who auth.Caller, c LedgerChange) Ledger {
	now := s.now()
	l := Ledger{OwnerID: who.OwnerID, Status: StatusOpen, WrittenBy: actorOf(who), CreatedAt: now, UpdatedAt: now}
	c.apply(&l)
	return l
}

// place refuses a new ledger with an invalid field, and completes it with both sides.
func (s *Service) place(ctx context.Context, who auth.Caller, l *Ledger) error {
	var f apperr.Fields
	l.checkName(&f)
	var err error
	if actorOf(who) == Operator {
		err = s.placeForOperator(ctx, who, l, &f)
	} else {
		err = s.placeForHotel(ctx, who, *l, &f)
	}
	if err != nil {
		return err
	}
	return f.Err()
}

// insert stores a new ledger with its first entries.
func (s *Service) insert(ctx context.Context, who auth.Caller, l *Ledger, list []EntryChange) ([]Entry, error) {
	if len(list) == 0 {
		return nil, s.store.InsertLedger(ctx, l)
	}
	// Locks as lock does.
	if err := s.deps.Allotments.Lock(ctx, l.OwnerID, l.PropertyID); err != nil {
		return nil, err
	}
	if err := s.store.InsertLedger(ctx, l); err != nil {
		return nil, err
	}
	p, err := s.deps.Properties.Get(ctx, l.OwnerID, l.PropertyID)
	if err != nil {
		return nil, err
	}
	t := &ledgerTx{Service: s, who: who, actor: actorOf(who), verb: VerbAddEntry, before: *l, ledger: *l}
	if t.today, err = s.today(p); err != nil {
		return nil, err
	}
	entries, err := t.newEntries(ctx, list, "entries[%d].")
	if err != nil {
		return nil, err
	}
	if err := s.store.InsertEntries(ctx, entries); err != nil {
		return nil, err
	}
	l.Counts.Pending = len(entries)
	return entries, nil
}

func (s *Service) placeForHotel(ctx context.Context, who auth.Caller, l Ledger, f *apperr.Fields) error {
	_, err := s.deps.Properties.Get(ctx, who.OwnerID, l.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		f.Check(false, "property", "must be the id of one of your properties")
	} else if err != nil {
		return err
	} else if err := who.InScope(l.PropertyID); err != nil {
		return err
	} else if err := s.deps.Properties.RequireWritable(ctx, who.OwnerID, l.PropertyID); err != nil {
		return err
	}
	if l.PartnerID != nil {
		c, err := s.deps.Contracts.Between(ctx, who.OwnerID, *l.PartnerID)
		if err != nil {
			return err
		}
		f.Check(c.Allows(*l.PartnerID, contract.RightRooming), "partner",
			"must be a tour operator with whom you have a contract in force that allows rooming, or null")
	}
	return s.checkCalendar(ctx, l, f)
}

// placeForOperator finds the hotel. It refuses a missing property and one that
// the operator must not know with the same message.
func (s *Service) placeForOperator(ctx context.Context, who auth.Caller, l *Ledger, f *apperr.Fields) error {
	f.Check(l.PartnerID == nil || *l.PartnerID == who.OwnerID, "partner", "must be your own account, or missing")
	f.Check(l.CalendarID == nil, "calendar", "is for the hotel to choose")
	l.PartnerID = &who.OwnerID
	cards, err := s.deps.Publications.CardsOf(ctx, []int64{l.PropertyID})
	if err != nil {
		return err
	}
	card := cards[l.PropertyID]
	c, err := s.deps.Contracts.Between(ctx, card.OwnerID, who.OwnerID)
	if err != nil {
		return err
	}
	l.OwnerID = card.OwnerID
	f.Check(c.Allows(who.OwnerID, contract.RightRooming), "property",
		"is no property that you can send rooming lists for: it must be published, under a contract in force that allows rooming")
	return nil
}

func (s *Service) checkCalendar(ctx context.Context, l Ledger, f *apperr.Fields) error {
	if l.CalendarID == nil {
		return nil
	}
	list, err := s.calendars(ctx, l)
	problem := "must be the id of a calendar of this property that has units"
	if l.PartnerID != nil {
		problem = "must be the id of a calendar of this operator: the connected one of its contract or one that its rate contract feeds; the Master if it has neither"
	}
	f.Check(has(list, *l.CalendarID), "calendar", problem)
	return err
}

// Update changes name and calendar. An update without a change is not recorded.
func (s *Service) Update(ctx context.Context, who auth.Caller, id int64, c LedgerChange) (updated Named, err error) {
	err = s.change(ctx, who, id, VerbUpdate, func(ctx context.Context, t *ledgerTx) error {
		if err := t.edit(ctx, c); err != nil {
			return err
		}
		updated, err = s.show(ctx, who, t.ledger)
		return err
	})
	return updated, err
}

func (t *ledgerTx) edit(ctx context.Context, c LedgerChange) error {
	reads := t.before.seenBy(t.actor)
	wanted := reads
	c.apply(&wanted)
	var f apperr.Fields
	wanted.checkName(&f)
	const fixed = "cannot be changed: make a new rooming ledger"
	f.Check(wanted.PropertyID == reads.PropertyID, "property", fixed)
	f.Check(field.Same(wanted.PartnerID, reads.PartnerID), "partner", fixed)
	moved := !field.Same(wanted.CalendarID, reads.CalendarID)
	if moved {
		f.Check(t.actor == Hotel, "calendar", "is for the hotel to choose")
		if err := t.checkCalendar(ctx, wanted, &f); err != nil {
			return err
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	if moved && reads.CalendarID != nil && t.before.Counts.Confirmed > 0 {
		return ErrEntriesConfirmed.Withf("confirmed entries hold rooms on the calendar of this ledger: cancel them first")
	}
	if !moved && wanted.Name == reads.Name {
		return nil
	}
	t.ledger.Name, t.ledger.UpdatedAt = wanted.Name, t.now()
	if moved {
		t.ledger.CalendarID = wanted.CalendarID
	}
	if err := t.store.UpdateLedger(ctx, t.ledger); err != nil {
		return err
	}
	return t.recordLedger(ctx, t.who, "update", &traced{Ledger: t.before}, &traced{Ledger: t.ledger})
}

// Delete removes a ledger that holds no units, with its entries.
func (s *Service) Delete(ctx context.Context, who auth.Caller, id int64) error {
	return s.change(ctx, who, id, VerbDelete, func(ctx context.Context, t *ledgerTx) error {
		entries, err := s.store.EntriesIn(ctx, t.ledger.OwnerID, id, EntryStatuses)
		if err != nil {
			return err
		}
		if err := s.store.DeleteLedger(ctx, t.ledger); err != nil {
			return err
		}
		return s.recordLedger(ctx, who, "delete", &traced{Ledger: t.before, Entries: entries}, nil)
	})
}
