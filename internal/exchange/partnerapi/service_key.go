package partnerapi

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
)

// Keys lists the keys of the account, newest first.
func (s *Service) Keys(ctx context.Context, who auth.Caller, req page.Request) ([]Listed, int, error) {
	list, count, err := s.store.Keys(ctx, who.OwnerID, req)
	if err != nil {
		return nil, 0, err
	}
	listed, err := s.bounded(ctx, who.OwnerID, list)
	return listed, count, err
}

// Key returns one of them.
func (s *Service) Key(ctx context.Context, who auth.Caller, id int64) (Listed, error) {
	k, err := s.store.Key(ctx, who.OwnerID, id)
	if err != nil {
		return Listed{}, err
	}
	return s.boundedOne(ctx, k)
}

// Some returns those keys of the ids that the account has, by id.
func (s *Service) Some(ctx context.Context, owner int64, ids []int64) (map[int64]Key, error) {
	list, err := s.store.SomeKeys(ctx, owner, ids)
	byID := make(map[int64]Key, len(list))
	for _, k := range list {
		byID[k.ID] = k
	}
	return byID, err
}

// CreateKey makes a key, unless the plan allows no more or it would open more
// than the caller may. The token is told here and never again.
func (s *Service) CreateKey(ctx context.Context, who auth.Caller, in KeyInput) (token string, made Listed, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		k := Key{OwnerID: who.OwnerID, CreatedBy: who.UserID, CreatedAt: s.now()}
		if err := s.change(ctx, who, &k, in); err != nil {
			return err
		}
		if err := s.deps.Plans.Admit(ctx, who.OwnerID, plan.FeatureAPIKeys, s.store.CountKeys); err != nil {
			return err
		}
		token = secret.Token()
		k.TokenPrefix = token[:prefixLength]
		if err := s.store.InsertKey(ctx, &k); err != nil {
			return err
		}
		if err := s.store.InsertToken(ctx, k.OwnerID, k.ID, secret.Hash(token)); err != nil {
			return err
		}
		if err := s.record(ctx, "create", "api_key", k.ID, nil, k); err != nil {
			return err
		}
		made, err = s.boundedOne(ctx, k)
		return err
	})
	return token, made, err
}

// UpdateKey changes name, permissions or contract. It holds from the next
// request with the key on.
func (s *Service) UpdateKey(ctx context.Context, who auth.Caller, id int64, in KeyInput) (updated Listed, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		k, err := s.lockOwn(ctx, who, id)
		if err != nil {
			return err
		}
		before := k
		if err := s.change(ctx, who, &k, in); err != nil {
			return err
		}
		if err := s.store.UpdateKey(ctx, k); err != nil {
			return err
		}
		if err := s.record(ctx, "update", "api_key", id, before, k); err != nil {
			return err
		}
		updated, err = s.boundedOne(ctx, k)
		return err
	})
	return updated, err
}

// lockOwn locks a key that the caller may change.
func (s *Service) lockOwn(ctx context.Context, who auth.Caller, id int64) (Key, error) {
	k, err := s.store.LockKey(ctx, who.OwnerID, id)
	if err != nil {
		return Key{}, err
	}
	return k, s.requireChangeable(ctx, who, k)
}

// requireChangeable refuses a key that the caller may not change, and one that is beyond the
// account's plan: it still opens what it did and can be revoked.
func (s *Service) requireChangeable(ctx context.Context, who auth.Caller, k Key) error {
	if err := mayChange(who, k); err != nil {
		return err
	}
	return s.deps.Plans.RequireWithin(ctx, k.OwnerID, plan.FeatureAPIKeys, func(ctx context.Context) (int, error) {
		return s.store.Position(ctx, k.OwnerID, k.ID)
	})
}

// CountsOf tells how many keys accounts have; those without one are missing.
func (s *Service) CountsOf(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.store.CountsOf(ctx, owners)
}

func (s *Service) change(ctx context.Context, who auth.Caller, k *Key, in KeyInput) error {
	var f apperr.Fields
	before := k.Permissions
	in.apply(k, &f)
	if in.Contract != nil && *in.Contract != 0 {
		known, err := s.deps.Hooks.Contract(ctx, k.OwnerID, *in.Contract)
		if err != nil {
			return err
		}
		f.Check(known, "contract", "must be the id of one of your contracts, or null for all of them")
	}
	for _, scope := range k.Permissions.Scopes() {
		f.Check(scope.For(who.AccountType), "permissions."+string(scope), "is for accommodations only")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.grant(ctx, who, before, *k)
}

// RotateKey gives the key a new token. The old one ends at once, or with keep
// after a day, so that a system can be changed over without a gap.
func (s *Service) RotateKey(ctx context.Context, who auth.Caller, id int64, keep bool) (token string, rotated Listed, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		k, err := s.lockOwn(ctx, who, id)
		if err != nil {
			return err
		}
		before, now := k, s.now()
		end := now
		if keep {
			end = now.Add(keepOld)
		}
		if err := s.store.EndTokens(ctx, k.OwnerID, id, end); err != nil {
			return err
		}
		if err := s.store.PurgeTokens(ctx, k.OwnerID, id, now); err != nil {
			return err
		}
		token = secret.Token()
		k.TokenPrefix = token[:prefixLength]
		if err := s.store.InsertToken(ctx, k.OwnerID, id, secret.Hash(token)); err != nil {
			return err
		}
		if err := s.store.UpdateKey(ctx, k); err != nil {
			return err
		}
		if err := s.record(ctx, "rotate", "api_key", id, before, k); err != nil {
			return err
		}
		rotated, err = s.boundedOne(ctx, k)
		return err
	})
	return token, rotated, err
}

// DeleteKey revokes a key at once, with its whitelist. Whoever looks after keys
// may revoke any: it only takes away, and must not wait for somebody who is absent.
func (s *Service) DeleteKey(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		k, err := s.store.LockKey(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteKey(ctx, who.OwnerID, id); err != nil {
			return err
		}
		if err := s.deps.Hooks.Revoked(ctx, k); err != nil {
			return err
		}
		return s.record(ctx, "delete", "api_key", id, k, nil)
	})
}

func (s *Service) record(ctx context.Context, action, object string, id int64, before, after any) error {
	return s.deps.Audit.Record(ctx, audit.Change{Action: action, ObjectType: object, ObjectID: id, Before: before, After: after})
}
