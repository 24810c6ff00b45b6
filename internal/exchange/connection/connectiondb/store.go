// Package connectiondb stores connections, their logs and imports.
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

// Store is the module's tables.
type Store struct{ db *db.DB }

// New returns a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ connection.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type connectionRow struct {
	bun.BaseModel `bun:"table:connections,alias:c"`
	connection.Connection
}

// InsertConnection stores a connection and sets its id.
func (s *Store) InsertConnection(ctx context.Context, c *connection.Connection) error {
	row := connectionRow{Connection: *c}
	_, err := s.db.From(ctx).NewInsert().Model(&row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "username") {
		return connection.ErrUsernameTaken
	}
	if err != nil {
		return fmt.Errorf("insert connection: %w", err)
	}
	c.ID = row.ID
	return nil
}

// UpdateConnection stores every column that can change.
func (s *Store) UpdateConnection(ctx context.Context, c connection.Connection) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&connectionRow{Connection: c}).ExcludeColumn("id", "owner_id", "property_id", "provider", "created_at").
		Where("id = ? AND owner_id = ?", c.ID, c.OwnerID).Exec(ctx)
	if db.IsUnique(err, "username") {
		return connection.ErrUsernameTaken
	}
	if err != nil {
		return fmt.Errorf("update connection %d: %w", c.ID, err)
	}
	return nil
}

// TouchConnection notes when the system of a connection last called.
func (s *Store) TouchConnection(ctx context.Context, owner, id int64, at time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*connectionRow)(nil)).Set("last_sync_at = ?", at).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note the call of connection %d: %w", id, err)
	}
	return nil
}

// DeleteConnection removes a connection; the database removes its log.
func (s *Store) DeleteConnection(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*connectionRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete connection %d: %w", id, err)
	}
	return nil
}

// Connection finds a connection of an account.
func (s *Store) Connection(ctx context.Context, owner, id int64) (connection.Connection, error) {
	return s.one(ctx, s.db.From(ctx).NewSelect(), owner, id)
}

// LockConnection finds a connection and locks it until the transaction ends.
func (s *Store) LockConnection(ctx context.Context, owner, id int64) (connection.Connection, error) {
	return s.one(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()), owner, id)
}

func (s *Store) one(ctx context.Context, q *bun.SelectQuery, owner, id int64) (connection.Connection, error) {
	var row connectionRow
	if err := q.Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx); err != nil {
		return row.Connection, db.Found(err, "select connection %d", id)
	}
	return row.Connection, nil
}

// ByUsername finds the connection of any account with a user name.
func (s *Store) ByUsername(ctx context.Context, username string) (connection.Connection, error) {
	var row connectionRow
	if err := s.db.From(ctx).NewSelect().Model(&row).Where("username = ?", username).Scan(ctx); err != nil {
		return row.Connection, db.Found(err, "select connection by user name")
	}
	return row.Connection, nil
}

// Connections returns a page of those of an account, newest first.
func (s *Store) Connections(ctx context.Context, owner int64, only []int64, req page.Request) ([]connection.Connection, int, error) {
	var rows []connectionRow
	q := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner)
	if len(only) > 0 {
		q = q.Where("property_id IN (?)", bun.List(only))
	}
	n, err := q.Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select connections of %d: %w", owner, err)
	}
	return connectionsOf(rows), int(n), nil
}

// CountSyncing counts the connections of an account whose sync began after a time and
// runs.
func (s *Store) CountSyncing(ctx context.Context, owner int64, after time.Time) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*connectionRow)(nil)).Where("owner_id = ? AND syncing_since > ?", owner, after).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count running syncs of %d: %w", owner, err)
	}
	return int(n), nil
}

// CountConnections counts those of an account.
func (s *Store) CountConnections(ctx context.Context, owner int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*connectionRow)(nil)).Where("owner_id = ?", owner).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count connections of %d: %w", owner, err)
	}
	return int(n), nil
}

// DueConnections returns connections of all accounts whose next sync is due.
func (s *Store) DueConnections(ctx context.Context, now time.Time, limit int) ([]connection.Connection, error) {
	var rows []connectionRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("next_sync_at <= ?", now).Order("next_sync_at", "id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select connections that are due: %w", err)
	}
	return connectionsOf(rows), nil
}

func connectionsOf(rows []connectionRow) []connection.Connection {
	list := make([]connection.Connection, len(rows))
	for i, r := range rows {
		list[i] = r.Connection
	}
	return list
}
