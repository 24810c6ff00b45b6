package ratecontract

import (
	"context"
	"errors"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Create creates a rate contract, as a draft unless it is to be active at once.
// Without a number it gets the next generated one.
func (s *Service) Create(ctx context.Context, who auth.Caller, c Change) (created Named, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		now := s.now()
		r := RateContract{OwnerID: who.OwnerID, Status: StatusDraft, CreatedAt: now, UpdatedAt: now}
		c.apply(&r)
		field.Set(&r.Status, c.Status)
		p, err := s.lock(ctx, who, r.PropertyID, s.deps.Properties.LockOwn)
		if err != nil && !errors.Is(err, apperr.ErrNotFound) {
			return err
		}
		in, err := s.surroundings(ctx, p, err == nil)
		if err != nil {
			return err
		}
		if in.operator, err = s.isOperator(ctx, who.OwnerID, r.PartnerID); err != nil {
			return err
		}
		if err := r.check(nil, c, in); err != nil {
			return err
		}
		if err := s.insert(ctx, &r, in); err != nil {
			return err
		}
		created, err = s.finish(ctx, nil, r, in)
		return err
	})
	return created, err
}

// Update changes a rate contract of the hotel. It refuses one that the hotel
// has ended. An update without a change is not recorded.
func (s *Service) Update(ctx context.Context, who auth.Caller, id int64, c Change) (updated Named, err error) {
	err = s.change(ctx, who, id, s.deps.Properties.LockOwn, func(ctx context.Context, before RateContract, p property.Property) error {
		in, err := s.surroundings(ctx, p, c.Rooms != nil && !slices.Equal(*c.Rooms, before.Rooms))
		if err != nil {
			return err
		}
		after, err := s.changed(before, c, in)
		if err != nil {
			return err
		}
		if before.equal(after) {
			updated, err = s.name(ctx, before.OwnerID, before)
			return err
		}
		if err := s.update(ctx, before, &after, in); err != nil {
			return err
		}
		updated, err = s.finish(ctx, &before, after, in)
		return err
	})
	return updated, err
}

// Delete removes a rate contract of the hotel, whatever its state, also of a
// property that is beyond the hotel's plan.
func (s *Service) Delete(ctx context.Context, who auth.Caller, id int64) error {
	return s.change(ctx, who, id, s.deps.Properties.LockOwnToRemove, func(ctx context.Context, before RateContract, p property.Property) error {
		today, err := s.today(p)
		if err != nil {
			return err
		}
		if err := s.deps.Hooks.Deleted(ctx, before.asOf(today)); err != nil {
			return err
		}
		if err := s.store.DeleteRateContract(ctx, who.OwnerID, id); err != nil {
			return err
		}
		if err := s.record(ctx, "delete", id, &before, nil); err != nil {
			return err
		}
		return s.notifyOperator(ctx, before, p, before.EffectiveStatus(today), "")
	})
}

// lockProperty locks a property of the caller.
type lockProperty = func(ctx context.Context, who auth.Caller, id int64) (property.Property, error)

// change runs fn on a locked contract.
func (s *Service) change(ctx context.Context, who auth.Caller, id int64, lock lockProperty,
	fn func(ctx context.Context, before RateContract, p property.Property) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		found, err := s.store.RateContract(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		p, err := s.lock(ctx, who, found.PropertyID, lock) // which never changes
		if err != nil {
			return err
		}
		before, err := s.store.LockRateContract(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		return fn(ctx, before, p)
	})
}

// lock serializes the numbering of an account, and locks the property and its
// rooms.
func (s *Service) lock(ctx context.Context, who auth.Caller, id int64, lock lockProperty) (property.Property, error) {
	if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
		return property.Property{}, err
	}
	return lock(ctx, who, id)
}

// surroundings reads the data that a contract is checked against. It reads the
// rooms only for new rows: what was granted stays granted if a room has fewer
// units later.
func (s *Service) surroundings(ctx context.Context, p property.Property, rows bool) (surroundings, error) {
	in := surroundings{property: p}
	var err error
	if in.today, err = s.today(p); err != nil || !rows {
		return in, err
	}
	rooms, err := s.deps.Properties.Rooms(ctx, p.OwnerID, p.ID)
	if err != nil {
		return in, err
	}
	in.rooms = make(map[int64]facts.Room, len(rooms))
	for _, r := range rooms {
		in.rooms[r.ID] = r
	}
	return in, nil
}

// isOperator reports whether an id is that of an operator that the hotel may
// know.
func (s *Service) isOperator(ctx context.Context, hotel, id int64) (bool, error) {
	u, err := s.deps.Accounts.Account(ctx, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return false, nil
	}
	if err != nil || u.AccountType != auth.TourOperator {
		return false, err
	}
	return s.deps.Contracts.Listed(ctx, u, hotel, id)
}
