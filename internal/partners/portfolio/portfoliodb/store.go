// Package portfoliodb stores which hotels were notified of partners that wait
// for a property.
package portfoliodb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/partners/portfolio"
	"allot/internal/platform/db"
)

// Store is the portfolio module's table.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ portfolio.Store = (*Store)(nil)

type waitRow struct {
	bun.BaseModel `bun:"table:portfolio_waits,alias:w"`
	portfolio.Wait
}

// maxWaits keeps the number of parameters of a statement far below the limits
// of both engines.
const maxWaits = 1000

// InsertWaits stores the waits that do not exist yet, and returns them.
func (s *Store) InsertWaits(ctx context.Context, waits []portfolio.Wait) ([]portfolio.Wait, error) {
	unnotified := []portfolio.Wait{}
	for part := range slices.Chunk(waits, maxWaits) {
		rows, added := make([]waitRow, len(part)), []waitRow{}
		for i, w := range part {
			rows[i].Wait = w
		}
		err := s.db.From(ctx).NewInsert().Model(&rows).On("CONFLICT (property_id, contract_id) DO NOTHING").
			Returning("contract_id, property_id").Scan(ctx, &added)
		if err != nil && !db.IsNoRows(err) {
			return nil, fmt.Errorf("store %d waiting partners: %w", len(part), err)
		}
		for _, r := range added {
			unnotified = append(unnotified, r.Wait)
		}
	}
	return unnotified, nil
}

// DeleteWaits deletes the waits for a property.
func (s *Store) DeleteWaits(ctx context.Context, property int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*waitRow)(nil)).Where("property_id = ?", property).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete the partners that wait for property %d: %w", property, err)
	}
	return nil
}
