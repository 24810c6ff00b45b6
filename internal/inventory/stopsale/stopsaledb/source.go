package stopsaledb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/stopsale"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type sourceRow struct {
	bun.BaseModel `bun:"table:stopsale_sources,alias:src"`
	stopsale.Source
}

// InsertSource stores a source and sets its id. A taken name is not an error of the
// database, which would abort the transaction.
func (s *Store) InsertSource(ctx context.Context, src *stopsale.Source) error {
	row := &sourceRow{Source: *src}
	err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT (owner_id, name_key) DO NOTHING").Returning("id").Scan(ctx)
	if db.IsNoRows(err) {
		return stopsale.ErrSourceExists
	}
	if err != nil {
		return fmt.Errorf("insert stop sale source: %w", err)
	}
	src.ID = row.ID
	return nil
}

// Source finds the source of an account with a name.
func (s *Store) Source(ctx context.Context, owner int64, key string) (stopsale.Source, error) {
	var row sourceRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ? AND name_key = ?", owner, key).Scan(ctx)
	return row.Source, db.Found(err, "select stop sale source %q of %d", key, owner)
}

// Sources lists the sources of an account by name.
func (s *Store) Sources(ctx context.Context, owner int64, req page.Request) ([]stopsale.Source, int, error) {
	var rows []sourceRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner).Order("name_key").
		Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select stop sale sources of %d: %w", owner, err)
	}
	list := make([]stopsale.Source, len(rows))
	for i, r := range rows {
		list[i] = r.Source
	}
	if n, known := req.Count(len(rows)); known {
		return list, n, nil
	}
	n, err := s.CountSources(ctx, owner)
	return list, n, err
}

// CountSources counts the sources of an account.
func (s *Store) CountSources(ctx context.Context, owner int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*sourceRow)(nil)).Where("owner_id = ?", owner).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count stop sale sources of %d: %w", owner, err)
	}
	return int(n), nil
}
