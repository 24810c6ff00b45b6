package connectiondb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/connection"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type logRow struct {
	bun.BaseModel `bun:"table:connection_logs,alias:l"`
	connection.SyncLog
}

// InsertLog stores an entry and sets its id.
func (s *Store) InsertLog(ctx context.Context, l *connection.SyncLog) error {
	row := logRow{SyncLog: *l}
	if _, err := s.db.From(ctx).NewInsert().Model(&row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert log of connection %d: %w", l.ConnectionID, err)
	}
	l.ID = row.ID
	return nil
}

// UpdateLog stores how a sync ended.
func (s *Store) UpdateLog(ctx context.Context, l connection.SyncLog) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&logRow{SyncLog: l}).Column("finished_at", "status", "items_ok", "items_failed", "message", "problems").
		Where("id = ? AND owner_id = ?", l.ID, l.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update log %d: %w", l.ID, err)
	}
	return nil
}

// Log finds an entry.
func (s *Store) Log(ctx context.Context, owner, id int64) (connection.SyncLog, error) {
	var row logRow
	if err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx); err != nil {
		return row.SyncLog, db.Found(err, "select log %d", id)
	}
	return row.SyncLog, nil
}

// Logs returns a page of the log of a connection, newest first.
func (s *Store) Logs(ctx context.Context, owner, id int64, req page.Request) ([]connection.SyncLog, int, error) {
	var rows []logRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).Where("connection_id = ? AND owner_id = ?", id, owner).
		OrderExpr("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select log of connection %d: %w", id, err)
	}
	list := make([]connection.SyncLog, len(rows))
	for i, r := range rows {
		list[i] = r.SyncLog
	}
	return list, int(n), nil
}

// TrimLogs removes all but the newest entries of a connection.
func (s *Store) TrimLogs(ctx context.Context, owner, id int64, keep int) error {
	last := s.db.From(ctx).NewSelect().Model((*logRow)(nil)).Column("id").Where("connection_id = ?", id).OrderExpr("id DESC").Limit(1).Offset(int64(keep))
	_, err := s.db.From(ctx).NewDelete().Model((*logRow)(nil)).Where("connection_id = ? AND owner_id = ? AND id <= (?)", id, owner, last).Exec(ctx)
	if err != nil {
		return fmt.Errorf("trim log of connection %d: %w", id, err)
	}
	return nil
}

// PurgeLogs removes entries of all accounts that are older, at most so many at once.
func (s *Store) PurgeLogs(ctx context.Context, before time.Time, limit int) (int, error) {
	old := s.db.From(ctx).NewSelect().Model((*logRow)(nil)).Column("id").Where("started_at < ?", before).Order("started_at").Limit(int64(limit))
	res, err := s.db.From(ctx).NewDelete().Model((*logRow)(nil)).Where("id IN (?)", old).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("purge logs of connections: %w", err)
	}
	n, err := res.RowsAffected()
	return int(n), err
}
