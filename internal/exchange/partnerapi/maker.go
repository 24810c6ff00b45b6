package partnerapi

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// ErrNotMaker refuses a sub-user a key of somebody else: whoever is told a token,
// or decides where it works, would act with the rights of its maker.
var ErrNotMaker = apperr.ErrForbidden.Withf("only the user who made this API key and the manager of the account may change it; you may revoke it and make one of your own")

// mayChange refuses a sub-user every key but its own.
func mayChange(who auth.Caller, k Key) error {
	if who.Manager || who.UserID == k.CreatedBy {
		return nil
	}
	return ErrNotMaker
}

// grant refuses permissions that are new to a key and that its maker, or the
// user who grants them, has no flag for. Those it had before are left alone: they
// open nothing while the maker lacks the flag.
func (s *Service) grant(ctx context.Context, who auth.Caller, before Permissions, k Key) error {
	added := slices.DeleteFunc(k.Permissions.Scopes(), func(scope auth.KeyScope) bool { return slices.Contains(before.Scopes(), scope) })
	if len(added) == 0 {
		return nil
	}
	maker := who
	if k.CreatedBy != who.UserID {
		makers, err := s.deps.Accounts.Callers(ctx, k.OwnerID, []int64{k.CreatedBy})
		if err != nil {
			return err
		}
		maker = makers[k.CreatedBy]
	}
	for _, scope := range added {
		switch {
		case !who.May(scope.Flag()):
			return apperr.ErrForbidden.Withf("the key cannot get the permission %q: your user lacks the permission %q; the manager of the account can grant it",
				scope, scope.Flag()).With("permission", scope)
		case !maker.May(scope.Flag()):
			return apperr.ErrForbidden.Withf("the key cannot get the permission %q: the user who made it lacks the permission %q; make a key of your own instead",
				scope, scope.Flag()).With("permission", scope)
		}
	}
	return nil
}

// Listed is a key with what its maker's rights make of it now.
type Listed struct {
	Key
	// Suspended are permissions of the key that open nothing, because its maker
	// lacks the flag.
	Suspended []auth.KeyScope
	// Properties are the only ones that the key opens; empty: all.
	Properties []int64
}

// bounded adds what makers may to a list of keys of an account, with one query.
func (s *Service) bounded(ctx context.Context, owner int64, list []Key) ([]Listed, error) {
	ids := make([]int64, len(list))
	for i, k := range list {
		ids[i] = k.CreatedBy
	}
	slices.Sort(ids)
	makers, err := s.deps.Accounts.Callers(ctx, owner, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	out := make([]Listed, len(list))
	for i, k := range list {
		maker := makers[k.CreatedBy]
		opens := k.Permissions.Opens(maker)
		out[i] = Listed{
			Key: k, Properties: slices.Clone(maker.Scope()),
			Suspended: slices.DeleteFunc(k.Permissions.Scopes(), func(s auth.KeyScope) bool { return slices.Contains(opens, s) }),
		}
		out[i].LastUsedAt = s.usage.latest(k)
	}
	return out, nil
}

func (s *Service) boundedOne(ctx context.Context, k Key) (Listed, error) {
	list, err := s.bounded(ctx, k.OwnerID, []Key{k})
	if err != nil {
		return Listed{}, err
	}
	return list[0], nil
}

// RevokeKeysOf revokes the keys that a user of the caller's account has made. It
// runs in the transaction that removes the user.
func (s *Service) RevokeKeysOf(ctx context.Context, who auth.Caller, user int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		list, err := s.store.KeysBy(ctx, who.OwnerID, user)
		if err != nil {
			return err
		}
		for _, k := range list {
			if err := s.DeleteKey(ctx, who, k.ID); err != nil {
				return err
			}
		}
		return nil
	})
}
