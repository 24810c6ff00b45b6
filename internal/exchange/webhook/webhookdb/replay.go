package webhookdb

import (
	"context"

	"github.com/uptrace/bun"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/db"
)

type replayRow struct {
	bun.BaseModel `bun:"table:webhook_replays,alias:r"`
	webhook.Replay
}

// InsertReplay stores a replay and sets its id.
func (s *Store) InsertReplay(ctx context.Context, r *webhook.Replay) error {
	row := replayRow{Replay: *r}
	_, err := s.db.From(ctx).NewInsert().Model(&row).Returning("id").Exec(ctx)
	r.ID = row.ID
	return wrap(err, "insert replay of webhook endpoint %d", r.EndpointID)
}

// UpdateReplay writes how far a replay is.
func (s *Store) UpdateReplay(ctx context.Context, r webhook.Replay) error {
	row := replayRow{Replay: r}
	_, err := s.db.From(ctx).NewUpdate().Model(&row).Column("status", "deliveries", "source_id", "after_time", "after_id", "finished_at").
		Where("id = ? AND owner_id = ?", r.ID, r.OwnerID).Exec(ctx)
	return wrap(err, "update webhook replay %d", r.ID)
}

// Replay returns a replay of an account.
func (s *Store) Replay(ctx context.Context, owner, id int64) (webhook.Replay, error) {
	return s.replay(ctx, s.db.From(ctx).NewSelect(), owner, id)
}

// LockReplay returns a replay and locks its row until the transaction ends.
func (s *Store) LockReplay(ctx context.Context, owner, id int64) (webhook.Replay, error) {
	return s.replay(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()), owner, id)
}

func (s *Store) replay(ctx context.Context, q *bun.SelectQuery, owner, id int64) (webhook.Replay, error) {
	var row replayRow
	err := q.Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Replay, db.Found(err, "select webhook replay %d of %d", id, owner)
}

// LastReplay returns the latest replay of an endpoint.
func (s *Store) LastReplay(ctx context.Context, owner, endpoint int64) (webhook.Replay, error) {
	var row replayRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("endpoint_id = ? AND owner_id = ?", endpoint, owner).Order("id DESC").Limit(1).Scan(ctx)
	return row.Replay, db.Found(err, "select the last replay of webhook endpoint %d", endpoint)
}

// TrimReplays deletes replays of an endpoint beyond the newest so many.
func (s *Store) TrimReplays(ctx context.Context, owner, endpoint int64, keep int) error {
	edge := s.db.From(ctx).NewSelect().Model((*replayRow)(nil)).Column("id").
		Where("endpoint_id = ?", endpoint).Order("id DESC").Limit(1).Offset(int64(keep))
	_, err := s.db.From(ctx).NewDelete().Model((*replayRow)(nil)).
		Where("endpoint_id = ? AND owner_id = ? AND status <> 'running' AND id <= (?)", endpoint, owner, edge).Exec(ctx)
	return wrap(err, "trim replays of webhook endpoint %d", endpoint)
}
