package property

import (
	"context"
)

// Unpublished is what partners see of a property without a published version: that it exists.
type Unpublished struct {
	ID      int64  `bun:"id"`
	OwnerID int64  `bun:"owner_id"`
	Code    string `bun:"code"`
	Name    string `bun:"name"`
	Country string `bun:"country"`
	City    string `bun:"city"`
}

// Unpublished lists the properties of hotels without a published version, by id; ids narrow
// them unless empty. Callers check the contracts.
func (s *Service) Unpublished(ctx context.Context, owners, ids []int64) ([]Unpublished, error) {
	if len(owners) == 0 {
		return []Unpublished{}, nil
	}
	return s.store.UnpublishedProperties(ctx, owners, ids)
}

// Draft returns what partners see of the property before anything is published.
func (p Property) Draft() Unpublished {
	return Unpublished{ID: p.ID, OwnerID: p.OwnerID, Code: p.Code, Name: p.Name, Country: p.Country, City: p.City}
}
