package override

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// put creates or replaces an override. It refuses what the contract does not
// allow and notifies the hotel if approval is needed. The property must be
// locked.
func (s *Service) put(ctx context.Context, c contract.Contract, ov Override, wanted, base any) (after Override, created bool, err error) {
	answer := c.May(ov.OperatorID, terms[ov.Kind].right)
	if answer == contract.No {
		return Override{}, false, refused(ov.Kind)
	}
	before, err := s.store.ExistingOverride(ctx, ov)
	switch {
	case errors.Is(err, apperr.ErrNotFound):
		created = true
		after = ov
		after.CreatedAt = s.now()
	case err != nil:
		return Override{}, false, err
	default:
		after = before
	}
	text, err := json.Marshal(wanted)
	if err != nil {
		return Override{}, false, fmt.Errorf("encode override for property %d: %w", ov.PropertyID, err)
	}
	if after.Base, err = json.Marshal(base); err != nil {
		return Override{}, false, fmt.Errorf("encode the source of the override for property %d: %w", ov.PropertyID, err)
	}
	// Saving acknowledges the currently published values.
	after.BaseVersion, after.SourceChangedAt, after.UpdatedAt = ov.BaseVersion, nil, s.now()
	starts := after.request(text, answer)
	return after, created, s.save(ctx, created, before, &after, starts)
}

func (s *Service) save(ctx context.Context, created bool, before Override, after *Override, starts bool) error {
	change := audit.Change{Action: "update", ObjectType: objectType, ObjectID: after.ID, Before: before}
	if created {
		if err := s.store.InsertOverride(ctx, after); err != nil {
			return err
		}
		change.Action, change.ObjectID, change.Before = "create", after.ID, nil
	} else if err := s.store.UpdateOverride(ctx, *after); err != nil {
		return err
	}
	change.After = *after
	if err := s.deps.Audit.Record(ctx, change); err != nil {
		return err
	}
	if !starts {
		return nil
	}
	return s.requestApproval(ctx, *after)
}

const objectType = "override"

// remove deletes an override, which restores the published data. An operator
// may always do so, whatever the status of the contract.
func (s *Service) remove(ctx context.Context, operator, id int64, kind Kind) error {
	found, err := s.store.OperatorOverride(ctx, operator, id)
	if err != nil {
		return err
	}
	if found.Kind != kind {
		return apperr.ErrNotFound
	}
	if _, err := s.deps.Properties.Lock(ctx, found.HotelID, found.PropertyID); err != nil {
		return err
	}
	// Read again under the lock.
	ov, err := s.store.OperatorOverride(ctx, operator, id)
	if err != nil {
		return err
	}
	if err := s.store.DeleteOverride(ctx, operator, id); err != nil {
		return err
	}
	return s.deps.Audit.Record(ctx, audit.Change{Action: "delete", ObjectType: objectType, ObjectID: id, Before: ov})
}
