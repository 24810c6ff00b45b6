package connectiondb

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/connection"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type importRow struct {
	bun.BaseModel `bun:"table:connection_imports,alias:i"`
	connection.Import
}

// InsertImport stores a running import and sets its id.
func (s *Store) InsertImport(ctx context.Context, i *connection.Import) error {
	row := importRow{Import: *i}
	_, err := s.db.From(ctx).NewInsert().Model(&row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "running", "owner_id") {
		return connection.ErrImportRuns
	}
	if err != nil {
		return fmt.Errorf("insert import: %w", err)
	}
	i.ID = row.ID
	return nil
}

// UpdateImport stores how far an import is.
func (s *Store) UpdateImport(ctx context.Context, i connection.Import) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&importRow{Import: i}).
		Column("status", "rows_read", "accepted", "rejected_count", "overbooked_count", "rejected", "message", "problems", "seen_at", "finished_at").
		Where("id = ? AND owner_id = ?", i.ID, i.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update import %d: %w", i.ID, err)
	}
	return nil
}

// Import finds an import of an account.
func (s *Store) Import(ctx context.Context, owner, id int64) (connection.Import, error) {
	var row importRow
	if err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx); err != nil {
		return row.Import, db.Found(err, "select import %d", id)
	}
	return row.Import, nil
}

// Imports returns a page of those of an account, newest first, without the rejected
// rows.
func (s *Store) Imports(ctx context.Context, owner int64, req page.Request) ([]connection.Import, int, error) {
	var rows []importRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).ExcludeColumn("rejected").Where("owner_id = ?", owner).
		OrderExpr("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select imports of %d: %w", owner, err)
	}
	list := make([]connection.Import, len(rows))
	for i, r := range rows {
		list[i] = r.Import
		list[i].Rejected = []connection.RejectedRow{}
	}
	return list, int(n), nil
}

// InterruptImports ends running imports that wrote nothing since, of one account or,
// for owner 0, of all.
func (s *Store) InterruptImports(ctx context.Context, owner int64, since, now time.Time, why apperr.FieldError) error {
	told, err := json.Marshal([]apperr.FieldError{why})
	if err != nil {
		return err
	}
	q := s.db.From(ctx).NewUpdate().Model((*importRow)(nil)).Set("status = ?", connection.ImportInterrupted).
		Set("finished_at = ?", now).Set("message = ?", why.Message).Set("problems = ?", string(told)).
		Where("status = 'running' AND seen_at < ?", since)
	if owner != 0 {
		q = q.Where("owner_id = ?", owner)
	}
	if _, err := q.Exec(ctx); err != nil {
		return fmt.Errorf("end interrupted imports: %w", err)
	}
	return nil
}

// PurgeImports removes imports of all accounts that are older, at most so many at
// once.
func (s *Store) PurgeImports(ctx context.Context, before time.Time, limit int) (int, error) {
	old := s.db.From(ctx).NewSelect().Model((*importRow)(nil)).Column("id").Where("started_at < ?", before).Order("started_at").Limit(int64(limit))
	res, err := s.db.From(ctx).NewDelete().Model((*importRow)(nil)).Where("id IN (?)", old).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("purge imports: %w", err)
	}
	n, err := res.RowsAffected()
	return int(n), err
}
