package contract

import (
	"context"
	"maps"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// SetPermissions changes the matrix of a contract. Only the hotel may do so,
// because the data is its own, also before anything is agreed.
func (s *Service) SetPermissions(ctx context.Context, who auth.Caller, id int64, body map[string]any) (after Contract, err error) {
	changes, err := s.layout.read(body)
	if err != nil {
		return Contract{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		c, err := s.store.LockContract(ctx, who.OwnerID, id)
		switch {
		case err != nil:
			return err
		case who.OwnerID != c.UserID:
			return apperr.ErrForbidden.Withf("the permissions are the accommodation provider's to set; ask for other terms instead")
		case !c.Status.Open():
			return ErrTransition.Withf("the contract is %s: its permissions cannot be set", c.Status.label()).
				With("status", c.Status).With("available_actions", c.Actions(who.OwnerID))
		}
		if err := s.requireWithin(ctx, c, who.OwnerID); err != nil {
			return err
		}
		after = c
		after.setFlags(changes)
		if maps.Equal(after.Flags, c.Flags) {
			return nil
		}
		after.UpdatedAt = s.now()
		if err := s.store.UpdateContract(ctx, after); err != nil {
			return err
		}
		if c.Status.InForce() {
			if err := s.deps.Hooks.Changed(ctx, c, after); err != nil {
				return err
			}
		}
		before, err := s.detail(ctx, c)
		if err != nil {
			return err
		}
		return s.record(ctx, who.OwnerID, who.UserID, "set_permissions", &before, Detail{Contract: after, Pending: before.Pending})
	})
	return after, err
}
