// Package bulkexportdb stores the list of exported files.
package bulkexportdb

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/bulkexport"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
)

// Store is the module's table.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ bulkexport.Store = (*Store)(nil)

type row struct {
	bun.BaseModel `bun:"table:bulk_exports,alias:x"`
	bulkexport.Export
}

// open are the states of exports that are not finished.
var open = []bulkexport.Status{bulkexport.StatusWaiting, bulkexport.StatusRunning}

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// InsertExport stores an export and sets its id.
func (s *Store) InsertExport(ctx context.Context, x *bulkexport.Export) error {
	r := &row{Export: *x}
	if _, err := s.db.From(ctx).NewInsert().Model(r).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert export of %d: %w", x.OwnerID, err)
	}
	x.ID = r.ID
	return nil
}

// Export finds an export of an account.
func (s *Store) Export(ctx context.Context, owner, id int64) (bulkexport.Export, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("owner_id = ? AND id = ?", owner, id).Scan(ctx)
	return r.Export, db.Found(err, "select export %d", id)
}

// Exports lists those of an account, newest first.
func (s *Store) Exports(ctx context.Context, owner int64) ([]bulkexport.Export, error) {
	var rows []row
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner).OrderExpr("id DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select exports of %d: %w", owner, err)
	}
	list := make([]bulkexport.Export, len(rows))
	for i, r := range rows {
		list[i] = r.Export
	}
	return list, nil
}

// UpdateExport stores the state of an export that waits or runs.
func (s *Store) UpdateExport(ctx context.Context, x bulkexport.Export) (updated bool, err error) {
	res, err := s.db.From(ctx).NewUpdate().Model(&row{Export: x}).
		Column("status", "done", "total", "size", "file_name", "content_type", "error", "problems", "warnings", "started_at", "finished_at", "expires_at").
		Where("owner_id = ? AND id = ? AND status IN (?)", x.OwnerID, x.ID, bun.List(open)).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("update export %d: %w", x.ID, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("update export %d: %w", x.ID, err)
	}
	return n > 0, nil
}

// QueueExport notes that an export has a job.
func (s *Store) QueueExport(ctx context.Context, owner, id int64) error {
	if _, err := s.db.From(ctx).NewUpdate().Model((*row)(nil)).Set("queued = ?", true).Where("owner_id = ? AND id = ?", owner, id).Exec(ctx); err != nil {
		return fmt.Errorf("queue export %d: %w", id, err)
	}
	return nil
}

// ExpireExports marks exports of an account as expired.
func (s *Store) ExpireExports(ctx context.Context, owner int64, ids []int64) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*row)(nil)).Set("status = ?", bulkexport.StatusExpired).
		Where("owner_id = ? AND id IN (?)", owner, bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("expire exports of %d: %w", owner, err)
	}
	return nil
}

// CountDownload counts a download.
func (s *Store) CountDownload(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*row)(nil)).Set("downloads = downloads + 1").Where("owner_id = ? AND id = ?", owner, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("count a download of export %d: %w", id, err)
	}
	return nil
}

// DeleteExports removes exports of an account.
func (s *Store) DeleteExports(ctx context.Context, owner int64, ids []int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*row)(nil)).Where("owner_id = ? AND id IN (?)", owner, bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete exports of %d: %w", owner, err)
	}
	return nil
}

// Expire marks the exports as expired whose files were kept until a time. No file is kept
// for an export that is younger than a file can get old.
func (s *Store) Expire(ctx context.Context, now time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*row)(nil)).Set("status = ?", bulkexport.StatusExpired).
		Where("created_at <= ? AND status = ? AND expires_at <= ?", now.Add(-bulkexport.KeepFor), bulkexport.StatusDone, now).Exec(ctx)
	if err != nil {
		return fmt.Errorf("expire exports: %w", err)
	}
	return nil
}

// Abandon fails the exports that were asked for before a time and still wait or run, and
// returns their accounts.
func (s *Store) Abandon(ctx context.Context, before, now time.Time, why apperr.FieldError) ([]int64, error) {
	told, err := json.Marshal([]apperr.FieldError{why})
	if err != nil {
		return nil, err
	}
	var owners []int64
	_, err = s.db.From(ctx).NewUpdate().Model((*row)(nil)).Set("status = ?, error = ?, problems = ?, finished_at = ?", bulkexport.StatusFailed, why.Message, string(told), now).
		Where("created_at <= ? AND status IN (?)", before, bun.List(open)).Returning("owner_id").Exec(ctx, &owners)
	if err != nil {
		return nil, fmt.Errorf("fail abandoned exports: %w", err)
	}
	return owners, nil
}

// DeleteOld removes exports that were asked for before a time.
func (s *Store) DeleteOld(ctx context.Context, before time.Time) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*row)(nil)).Where("created_at < ?", before).Exec(ctx); err != nil {
		return fmt.Errorf("delete old exports: %w", err)
	}
	return nil
}

// WithFiles returns which of the exports have a file, or get one.
func (s *Store) WithFiles(ctx context.Context, ids []int64) (map[int64]bool, error) {
	found := map[int64]bool{}
	if len(ids) == 0 {
		return found, nil
	}
	var list []int64
	err := s.db.From(ctx).NewSelect().Model((*row)(nil)).Column("id").
		Where("id IN (?) AND status IN (?)", bun.List(ids), bun.List(append([]bulkexport.Status{bulkexport.StatusDone}, open...))).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("select exports with files: %w", err)
	}
	for _, id := range list {
		found[id] = true
	}
	return found, nil
}
