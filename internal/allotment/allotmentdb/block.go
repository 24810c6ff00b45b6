package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/allotment"
)

type blockRow struct {
	bun.BaseModel `bun:"table:allotment_blocks,alias:b"`
	allotment.Block
}

// Blocks are those of one calendar, by room and season.
func (s *Store) Blocks(ctx context.Context, owner, calendar int64) ([]allotment.Block, error) {
	var rows []blockRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("b.calendar_id = ? AND b.owner_id = ?", calendar, owner).
		Order("b.room_id", "b.start_date").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select blocks of calendar %d: %w", calendar, err)
	}
	list := make([]allotment.Block, len(rows))
	for i, r := range rows {
		list[i] = r.Block
	}
	return list, nil
}
