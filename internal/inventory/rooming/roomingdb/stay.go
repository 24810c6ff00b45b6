package roomingdb

import (
	"context"
	"fmt"

	"allot/internal/inventory/rooming"
)

// Stays lists the entries of a property that are not pending, by id.
func (s *Store) Stays(ctx context.Context, owner, property int64, f rooming.StayFilter) ([]rooming.Entry, error) {
	var rows []entryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).
		Where("property_id = ? AND owner_id = ?", property, owner).
		Where("departure >= ? AND status <> ? AND id > ?", f.From, rooming.EntryPending, f.After).
		Order("id").Limit(int64(f.Limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select stays of property %d: %w", property, err)
	}
	return entriesOf(rows), nil
}
