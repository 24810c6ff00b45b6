package allotmentdb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment"
)

// Marks are those of the last writes that the reader can see, and a reading of the
// clock from before. On PostgreSQL the clock is the oldest transaction under way
// when the rows were read: what commits later has its number or a later one. A
// number that no transaction has had yet is of another cluster, and long ago.
func (s *Store) Marks(ctx context.Context, of []allotment.Home) (marks map[allotment.Home]allotment.Mark, clock int64, err error) {
	columns := "owner_id, property_id, version, moved, 0 AS clock"
	if s.clock == nil {
		columns = "owner_id, property_id, version, CASE WHEN moved < pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN moved ELSE 0 END AS moved," +
			" pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS clock"
	} else if clock, err = s.clock.read(ctx, s.db); err != nil {
		return nil, 0, err
	}
	marks = make(map[allotment.Home]allotment.Mark, len(of))
	for some := range slices.Chunk(of, marksAtOnce) {
		ids := make([]int64, len(some))
		for i, h := range some {
			ids[i] = h.PropertyID
		}
		var rows []struct {
			OwnerID    int64 `bun:"owner_id"`
			PropertyID int64 `bun:"property_id"`
			Version    int64 `bun:"version"`
			Moved      int64 `bun:"moved"`
			Clock      int64 `bun:"clock"`
		}
		err := s.db.From(ctx).NewRaw("SELECT "+columns+" FROM allotment_properties WHERE property_id IN (?)", bun.List(ids)).Scan(ctx, &rows)
		if err != nil {
			return nil, 0, fmt.Errorf("select versions of %d properties: %w", len(some), err)
		}
		for _, r := range rows {
			marks[allotment.Home{OwnerID: r.OwnerID, PropertyID: r.PropertyID}] = allotment.Mark{Version: r.Version, Moved: r.Moved}
		}
		if clock == 0 && len(rows) > 0 { // of the first rows, which is the earliest
			clock = rows[0].Clock
		}
	}
	return marks, clock, nil
}

// marksAtOnce is how many versions one query reads: they are small.
const marksAtOnce = 10 * chunk
