package property

import (
	"context"
)

// Unpublished is what the partners of a hotel are told of a property that nothing
// was published of: that it is there. The rest of it is nobody's business yet.
type Unpublished struct {
	ID      int64  `bun:"id"`
	OwnerID int64  `bun:"owner_id"`
	Code    string `bun:"code"`
	Name    string `bun:"name"`
	Country string `bun:"country"`
	City    string `bun:"city"`
}

// Unpublished lists the properties of hotels that nothing was published of, by id;
// ids narrow them if there are any. Whoever asks checks the contracts.
func (s *Service) Unpublished(ctx context.Context, owners, ids []int64) ([]Unpublished, error) {
	if len(owners) == 0 {
		return []Unpublished{}, nil
	}
	return s.store.UnpublishedProperties(ctx, owners, ids)
}

// Draft is what partners are told of the property while nothing of it is published.
func (p Property) Draft() Unpublished {
	return Unpublished{ID: p.ID, OwnerID: p.OwnerID, Code: p.Code, Name: p.Name, Country: p.Country, City: p.City}
}
