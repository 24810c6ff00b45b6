package override

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"allot/internal/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// put stores what an operator wants in the place of what it wanted before. It
// refuses what the contract does not allow; what needs an approval is told to
// the hotel. The property is locked.
func (s *Service) put(ctx context.Context, c contract.Contract, w Wish, wanted, base any) (after Wish, created bool, err error) {
	answer := c.May(w.OperatorID, terms[w.Kind].right)
	if answer == contract.No {
		return Wish{}, false, refused(w.Kind)
	}
	before, err := s.store.SameWish(ctx, w)
	switch {
	case errors.Is(err, apperr.ErrNotFound):
		created = true
		after = w
		after.CreatedAt = s.now()
	case err != nil:
		return Wish{}, false, err
	default:
		after = before
	}
	text, err := json.Marshal(wanted)
	if err != nil {
		return Wish{}, false, fmt.Errorf("encode a wish for property %d: %w", w.PropertyID, err)
	}
	if after.Base, err = json.Marshal(base); err != nil {
		return Wish{}, false, fmt.Errorf("encode what a wish for property %d was made of: %w", w.PropertyID, err)
	}
	// Whoever sends a wish has seen what the hotel says now.
	after.BaseVersion, after.SourceChangedAt, after.UpdatedAt = w.BaseVersion, nil, s.now()
	starts := after.ask(text, answer)
	return after, created, s.save(ctx, created, before, &after, starts)
}

func (s *Service) save(ctx context.Context, created bool, before Wish, after *Wish, starts bool) error {
	change := audit.Change{Action: "update", ObjectType: objectType, ObjectID: after.ID, Before: before}
	if created {
		if err := s.store.InsertWish(ctx, after); err != nil {
			return err
		}
		change.Action, change.ObjectID, change.Before = "create", after.ID, nil
	} else if err := s.store.UpdateWish(ctx, *after); err != nil {
		return err
	}
	change.After = *after
	if err := s.Audit.Record(ctx, change); err != nil {
		return err
	}
	if !starts {
		return nil
	}
	return s.askHotel(ctx, *after)
}

const objectType = "override"

// remove takes a wish away, which restores what the hotel says at once. An
// operator may always do so, whatever has become of the contract.
func (s *Service) remove(ctx context.Context, operator, id int64, kind Kind) error {
	found, err := s.store.OperatorWish(ctx, operator, id)
	if err != nil {
		return err
	}
	if found.Kind != kind {
		return apperr.ErrNotFound
	}
	if _, err := s.Properties.Lock(ctx, found.HotelID, found.PropertyID); err != nil {
		return err
	}
	// Only now nobody else can move it.
	w, err := s.store.OperatorWish(ctx, operator, id)
	if err != nil {
		return err
	}
	if err := s.store.DeleteWish(ctx, operator, id); err != nil {
		return err
	}
	return s.Audit.Record(ctx, audit.Change{Action: "delete", ObjectType: objectType, ObjectID: id, Before: w})
}
