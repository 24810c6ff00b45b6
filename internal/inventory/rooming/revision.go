package rooming

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

type (
	// Revisions are those of the data that ledgers show in addition to the
	// content of the sources.
	Revisions struct {
		Ledgers []int64
		// Drafts are of the properties as their hotels work on them: a room that
		// is deleted leaves its entries without one, a property takes all along.
		Drafts []int64
		// Partners, each with the revision of its content, are those whose names
		// a hotel reads.
		Partners, Names []int64
	}
	// State is a fingerprint of what a selection yields: with the same filter, equal
	// states mean equal ledgers.
	State struct {
		Sources   contract.Sources
		Revisions Revisions
	}
)

// State returns the state of everything that a key may read, without reading
// it.
func (s *Service) State(ctx context.Context, key auth.KeyCaller) (State, error) {
	src, err := s.deps.Contracts.Sources(ctx, key)
	if err != nil {
		return State{}, err
	}
	state := State{Sources: src}
	state.Revisions, err = s.store.Revisions(ctx, Reader{Account: key.OwnerID, Operator: key.AccountType == auth.TourOperator}, src.Accounts)
	return state, err
}
