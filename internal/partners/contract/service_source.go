package contract

import (
	"context"
	"errors"
	"slices"
	"sync"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
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

// Sources tells whom the holder of a key reads from, and where they stand. It
// reads no content. A key for one contract has no hotel once that is not in force.
// Ask outside transactions: what one has not committed must not be remembered.
func (s *Service) Sources(ctx context.Context, key auth.KeyCaller) (Sources, error) {
	at := sourceKey{account: key.OwnerID}
	if key.ContractID != nil {
		at.contract = *key.ContractID
	}
	if k, known := s.sources.find(at); known {
		now, err := s.standing(ctx, key, k.hotels)
		if err != nil || now.Revisions[0] == k.revision {
			return now, err
		}
	}
	own, err := s.standing(ctx, key, nil)
	if err != nil {
		return Sources{}, err
	}
	hotels, err := s.hotelsOf(ctx, key)
	if err != nil {
		return Sources{}, err
	}
	s.sources.keep(at, knownSources{own.Revisions[0], hotels})
	return s.standing(ctx, key, hotels)
}

func (s *Service) standing(ctx context.Context, key auth.KeyCaller, hotels []int64) (Sources, error) {
	list := append([]int64{key.OwnerID}, hotels...)
	revisions, err := s.store.Revisions(ctx, list)
	return Sources{Accounts: list, Revisions: revisions, Contract: key.ContractID, Most: key.MaxProperties, Properties: key.Properties}, err
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

// sourceKey is whose sources are known: an account's, or those of its keys for
// one contract.
type sourceKey struct{ account, contract int64 }

type knownSources struct {
	revision int64 // of the account, which every change of its contracts raises
	hotels   []int64
}

// sources are known by heart, so that whoever asks again for what it has need
// not wait for its contracts to be read.
type sources struct {
	mu    sync.RWMutex
	known map[sourceKey]knownSources
}

// maxSources bounds them by number; with more it starts anew.
const maxSources = 10_000

func (s *sources) find(at sourceKey) (knownSources, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	k, ok := s.known[at]
	return k, ok
}

// keep stores hotels that were read after the revision was: if they are younger
// than it, nobody will find it current again.
func (s *sources) keep(at sourceKey, k knownSources) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= maxSources {
		s.known = map[sourceKey]knownSources{}
	}
	s.known[at] = k
}
