package rooming

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/partners/warning"
	"allot/internal/platform/civil"
)

// ledgerTx collects the changes that one transaction makes to a locked ledger.
type ledgerTx struct {
	*Service
	who    auth.Caller
	actor  Actor
	verb   Verb
	before Ledger
	ledger Ledger     // the ledger as it is changed
	today  civil.Date // where the property is

	reason   string            // why entries are declined or cancelled
	warnings []warning.Warning // about the entries that were confirmed
}

// change runs fn on a locked ledger if the caller may use the verb. The ledger
// already has the next status; fn stores it. In a property that is beyond the
// hotel's plan the hotel can only end what there is.
func (s *Service) change(ctx context.Context, who auth.Caller, id int64, v Verb, fn func(ctx context.Context, t *ledgerTx) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		l, err := s.lock(ctx, who, id)
		if err != nil {
			return err
		}
		if err := s.mayWork(ctx, who, l); err != nil {
			return err
		}
		t := &ledgerTx{Service: s, who: who, actor: actorOf(who), verb: v, before: l, ledger: l}
		if t.ledger.Status, err = l.allow(v, t.actor); err != nil {
			return err
		}
		if t.actor == Hotel && !slices.Contains(ending, v) {
			if err := s.deps.Properties.RequireWritable(ctx, l.OwnerID, l.PropertyID); err != nil {
				return err
			}
		}
		p, err := s.deps.Properties.Get(ctx, l.OwnerID, l.PropertyID)
		if err != nil {
			return err
		}
		if t.today, err = s.today(p); err != nil {
			return err
		}
		return fn(ctx, t)
	})
}

// lock locks the availability of the ledger's property, which never changes,
// and then the ledger.
func (s *Service) lock(ctx context.Context, who auth.Caller, id int64) (Ledger, error) {
	l, err := s.store.Ledger(ctx, who.OwnerID, id)
	if err != nil {
		return Ledger{}, err
	}
	if err := s.deps.Allotments.Lock(ctx, l.OwnerID, l.PropertyID); err != nil {
		return Ledger{}, err
	}
	return s.store.LockLedger(ctx, who.OwnerID, id)
}

// changeEntry is change for one entry, read again under the ledger's lock. next
// is the status after the verb.
func (s *Service) changeEntry(ctx context.Context, who auth.Caller, id int64, v Verb, fn func(ctx context.Context, t *ledgerTx, e Entry, next EntryStatus) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.store.Entry(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		return s.change(ctx, who, found.LedgerID, v, func(ctx context.Context, t *ledgerTx) error {
			e, err := s.store.Entry(ctx, who.OwnerID, id)
			if err != nil {
				return err
			}
			next, err := e.allow(t.before, v, t.actor)
			if err != nil {
				return err
			}
			return fn(ctx, t, e, next)
		})
	})
}

// save stores the ledger after its entries have changed, in the status that
// follows from them.
func (t *ledgerTx) save(ctx context.Context) (err error) {
	if t.ledger.Counts, err = t.store.CountEntries(ctx, t.ledger.OwnerID, t.ledger.ID); err != nil {
		return err
	}
	t.ledger.Status = t.ledger.settled(t.ledger.Status)
	t.ledger.UpdatedAt = t.now()
	return t.store.UpdateLedger(ctx, t.ledger)
}

func (t *ledgerTx) surroundings(ctx context.Context) (surroundings, error) {
	rooms, err := t.rooms(ctx, t.who, t.ledger.OwnerID, t.ledger.PropertyID)
	return surroundings{rooms: rooms, today: t.today}, err
}
