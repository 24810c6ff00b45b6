package rooming

import (
	"context"

	"allot/internal/auth"
	"allot/internal/contract"
)

type (
	// Revisions are those of what a reader's ledgers show beside the content of
	// its sources.
	Revisions struct {
		Ledgers []int64
		// Drafts are of the properties as their hotels work on them: a room that
		// is deleted leaves its entries without one, a property takes all along.
		Drafts []int64
		// Partners, each with the revision of its content, are those whose names
		// a hotel reads.
		Partners, Names []int64
	}
	// State is what decides what a selection yields, beside the filter: equal states
	// mean equal ledgers.
	State struct {
		Sources   contract.Sources
		Revisions Revisions
	}
)

// State tells where everything stands that the holder of a key is told, without
// reading it.
func (s *Service) State(ctx context.Context, key auth.KeyCaller) (State, error) {
	src, err := s.Contracts.Sources(ctx, key)
	if err != nil {
		return State{}, err
	}
	state := State{Sources: src}
	state.Revisions, err = s.store.Revisions(ctx, Reader{Account: key.OwnerID, Operator: key.AccountType == auth.TourOperator}, src.Accounts)
	return state, err
}
