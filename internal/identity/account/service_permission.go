package account

import (
	"context"
	"errors"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// PermissionOf returns the permissions of a sub-user: none, if no record exists.
func (s *Service) PermissionOf(ctx context.Context, who auth.Caller, user int64) (Permission, error) {
	if _, err := s.store.SubUser(ctx, who.OwnerID, user); err != nil {
		return Permission{}, err
	}
	p, err := s.store.PermissionOf(ctx, who.OwnerID, user)
	if errors.Is(err, apperr.ErrNotFound) {
		return Permission{UserID: user, PropertyIDs: []int64{}}, nil
	}
	return p, err
}

// OwnPermission returns the caller's permissions.
func (s *Service) OwnPermission(ctx context.Context, who auth.Caller) (Permission, error) {
	if who.Manager {
		p := Everything()
		p.UserID = who.UserID
		return p, nil
	}
	p, err := s.store.PermissionOf(ctx, who.OwnerID, who.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		return Permission{UserID: who.UserID, PropertyIDs: []int64{}}, nil
	}
	return p, err
}

// CreatePermission gives permissions to a sub-user that has no record yet.
func (s *Service) CreatePermission(ctx context.Context, who auth.Caller, user int64, c PermissionChange) (p Permission, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.lockSubUser(ctx, who, user); err != nil {
			if errors.Is(err, apperr.ErrNotFound) {
				return apperr.Field("user", "must be the id of one of your sub-users")
			}
			return err
		}
		p = Permission{OwnerID: who.OwnerID, UserID: user}
		if err := s.change(ctx, &p, c); err != nil {
			return err
		}
		if err := s.store.InsertPermission(ctx, &p); err != nil {
			return err
		}
		return s.record(ctx, audit.Change{Action: "create", ObjectType: "permission", ObjectID: p.ID, After: p})
	})
	return p, err
}

// UpdatePermission changes an existing record. It holds from the sub-user's
// next request on.
func (s *Service) UpdatePermission(ctx context.Context, who auth.Caller, id int64, c PermissionChange) (p Permission, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if p, err = s.store.Permission(ctx, who.OwnerID, id); err != nil {
			return err
		}
		// Writers of a sub-user's permissions lock its user row.
		if _, err := s.lockSubUser(ctx, who, p.UserID); err != nil {
			return err
		}
		if p, err = s.store.Permission(ctx, who.OwnerID, id); err != nil {
			return err
		}
		before := p
		if err := s.change(ctx, &p, c); err != nil {
			return err
		}
		if err := s.store.UpdatePermission(ctx, p); err != nil {
			return err
		}
		return s.record(ctx, audit.Change{Action: "update", ObjectType: "permission", ObjectID: p.ID, Before: before, After: p})
	})
	return p, err
}

// change applies c and refuses added ids that are no properties of the account. A property that
// was deleted stays in the list until somebody removes it: an empty list would allow every
// property.
func (s *Service) change(ctx context.Context, p *Permission, c PermissionChange) error {
	before := p.PropertyIDs
	c.apply(p)
	added := slices.DeleteFunc(slices.Clone(p.PropertyIDs), func(id int64) bool { return slices.Contains(before, id) })
	if c.PropertyIDs == nil || len(added) == 0 {
		return nil
	}
	unknown, err := s.deps.Hooks.UnknownProperties(ctx, p.OwnerID, added)
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		return apperr.Field("property_ids", "must name properties of your account; not found: %v", unknown)
	}
	return nil
}
