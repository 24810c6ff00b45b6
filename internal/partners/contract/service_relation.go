package contract

import (
	"context"
)

// Relation is the contract between two accounts, in lists of many accounts.
type Relation struct {
	ContractID int64
	Status     Status
	Direction  Direction
}

// Relations returns the contracts of an account, whatever their status, by the
// other account.
func (s *Service) Relations(ctx context.Context, account int64) (map[int64]Relation, error) {
	return s.store.Relations(ctx, account)
}

// RelationsWith is Relations for some accounts, such as a page of them.
func (s *Service) RelationsWith(ctx context.Context, account int64, others []int64) (map[int64]Relation, error) {
	return s.store.RelationsWith(ctx, account, others)
}
