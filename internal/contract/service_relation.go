package contract

import (
	"context"
)

// Relation is how two accounts stand to each other, for lists of many accounts.
type Relation struct {
	ContractID int64
	Status     Status
	Direction  Direction
}

// Relations lists the contracts of an account, whatever their state, by the
// account on the other side.
func (s *Service) Relations(ctx context.Context, account int64) (map[int64]Relation, error) {
	return s.store.Relations(ctx, account)
}

// RelationsWith is Relations with some accounts, for a page of them.
func (s *Service) RelationsWith(ctx context.Context, account int64, others []int64) (map[int64]Relation, error) {
	return s.store.RelationsWith(ctx, account, others)
}
