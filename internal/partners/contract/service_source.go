package contract

import (
	"context"
	"errors"
	"slices"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/stamp"
)

// Sources are the accounts whose content an API key can read: its own first,
// then the hotels of its contracts in force, by id. Equal Sources mean equal
// contracts, names, codes, publications and overrides.
type Sources struct {
	Accounts []int64
	// Revisions are those of the accounts' content, in their order.
	Revisions []int64

	// The limits of the key: its contract, how many properties it may read, and
	// which.
	Contract   *int64
	Most       int
	Properties []int64
}

// Sources tells whom the holder of a key reads from, and the stamps of their
// content. It reads no content. A key for one contract has no hotel once that is
// not in force.
func (s *Service) Sources(ctx context.Context, key auth.KeyCaller) (Sources, error) {
	at := sourceKey{account: key.OwnerID}
	if key.ContractID != nil {
		at.contract = *key.ContractID
	}
	hotels, err := s.sources.Get(ctx, at, func(ctx context.Context) (hotels []int64, st stamp.Stamps, err error) {
		if hotels, err = s.hotelsOf(ctx, key); err != nil {
			return nil, st, err
		}
		st, err = s.stamps.Stamps(ctx, account.Content.Of(key.OwnerID)) // every change of its contracts raises it
		return hotels, st, err
	})
	if err != nil {
		return Sources{}, err
	}
	list := append([]int64{key.OwnerID}, hotels...)
	st, err := s.stamps.Stamps(ctx, account.Content.Of(list...))
	return Sources{Accounts: list, Revisions: st.Values, Contract: key.ContractID, Most: key.MaxProperties, Properties: key.Properties}, err
}

// hotelsOf returns the hotels that a key reads from, by id.
func (s *Service) hotelsOf(ctx context.Context, key auth.KeyCaller) ([]int64, error) {
	if key.AccountType != auth.TourOperator {
		return []int64{}, nil
	}
	list, err := s.Under(ctx, key.OwnerID, key.ContractID)
	hotels := make([]int64, len(list))
	for i, c := range list {
		hotels[i] = c.UserID
	}
	slices.Sort(hotels)
	return hotels, err
}

// Under lists the contracts in force that a caller may use: all of the
// account's, or the one that its key is limited to.
func (s *Service) Under(ctx context.Context, account int64, only *int64) ([]Contract, error) {
	if only == nil {
		return s.Active(ctx, account)
	}
	c, err := s.Contract(ctx, account, *only)
	switch {
	case errors.Is(err, apperr.ErrNotFound), err == nil && !c.Status.InForce():
		return []Contract{}, nil
	case err != nil:
		return nil, err
	}
	return []Contract{c}, nil
}

// sourceKey is whose sources they are: an account's, or those of its keys for one
// contract.
type sourceKey struct{ account, contract int64 }

// sourceBytes bounds the sources in memory.
const sourceBytes = 8 << 20
