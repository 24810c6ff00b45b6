package rooming

import (
	"context"

	"allot/internal/platform/civil"
)

// StayFilter narrows the stays of a property.
type StayFilter struct {
	From  civil.Date // guests leave on this day or later
	After int64      // id of the last entry of the page before
	Limit int
}

// Stays lists the entries of a hotel's property that the hotel has answered, or that
// were cancelled, by id: what its own system must know. Pending ones are left out.
func (s *Service) Stays(ctx context.Context, owner, property int64, f StayFilter) ([]Entry, error) {
	return s.store.Stays(ctx, owner, property, f)
}
