package webhookdb

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/db"
)

// dueEndpoints goes from endpoint to endpoint in the index of what waits, so that its
// cost grows with the endpoints that something waits for and not with what waits.
const dueEndpoints = `WITH RECURSIVE waiting (endpoint_id) AS (
  SELECT min(d.endpoint_id) FROM webhook_deliveries AS d WHERE d.status = 'pending'
  UNION ALL
  SELECT (SELECT min(d.endpoint_id) FROM webhook_deliveries AS d WHERE d.status = 'pending' AND d.endpoint_id > waiting.endpoint_id)
  FROM waiting WHERE waiting.endpoint_id IS NOT NULL
)
SELECT e.id, e.owner_id, e.failing_since IS NOT NULL AS failing FROM waiting JOIN webhook_endpoints AS e ON e.id = waiting.endpoint_id
WHERE EXISTS (SELECT 1 FROM webhook_deliveries AS d WHERE d.status = 'pending' AND d.endpoint_id = waiting.endpoint_id AND d.due_at <= ?)`

// DueEndpoints lists the endpoints with deliveries that are due, of all accounts.
func (s *Store) DueEndpoints(ctx context.Context, now time.Time) ([]webhook.Due, error) {
	var list []webhook.Due
	err := s.db.From(ctx).NewRaw(dueEndpoints, now).Scan(ctx, &list)
	return list, wrap(err, "select due webhook endpoints")
}

// Claim takes due deliveries of an endpoint for a node until a time. Concurrent nodes
// take different ones.
func (s *Store) Claim(ctx context.Context, endpoint int64, limit int, now, until time.Time, node string) ([]webhook.Delivery, error) {
	var rows []deliveryRow
	q := s.db.From(ctx).NewSelect().Model(&rows).
		Where("endpoint_id = ? AND status = 'pending' AND due_at <= ?", endpoint, now).Order("due_at", "id").Limit(int64(limit))
	if s.db.Engine() == db.Postgres {
		q = q.For("UPDATE SKIP LOCKED")
	}
	if err := q.Scan(ctx); err != nil || len(rows) == 0 {
		return nil, wrap(err, "select due webhook deliveries of endpoint %d", endpoint)
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	_, err := s.db.From(ctx).NewUpdate().Model((*deliveryRow)(nil)).Set("due_at = ?", until).Set("node_id = ?", node).
		Where("id IN (?)", bun.List(ids)).Exec(ctx)
	return deliveries(rows), wrap(err, "claim webhook deliveries of endpoint %d", endpoint)
}

// Unclaim makes deliveries due again that a node has claimed.
func (s *Store) Unclaim(ctx context.Context, ids []int64, node string, now time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*deliveryRow)(nil)).Set("due_at = ?", now).Set("node_id = NULL").
		Where("id IN (?) AND node_id = ? AND status = 'pending'", bun.List(ids), node).Exec(ctx)
	return wrap(err, "unclaim %d webhook deliveries", len(ids))
}

// Release makes what a node has claimed due again.
func (s *Store) Release(ctx context.Context, node string, now time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*deliveryRow)(nil)).Set("due_at = ?", now).Set("node_id = NULL").
		Where("node_id = ? AND status = 'pending'", node).Exec(ctx)
	return wrap(err, "release webhook deliveries")
}

// PurgeDeliveries deletes ended deliveries that are older, and returns how many.
func (s *Store) PurgeDeliveries(ctx context.Context, before time.Time, limit int) (int, error) {
	old := s.db.From(ctx).NewSelect().Model((*deliveryRow)(nil)).Column("id").
		Where("status <> 'pending' AND created_at < ?", before).Order("created_at").Limit(int64(limit))
	res, err := s.db.From(ctx).NewDelete().Model((*deliveryRow)(nil)).Where("id IN (?)", old).Exec(ctx)
	if err != nil {
		return 0, wrap(err, "delete old webhook deliveries")
	}
	n, err := res.RowsAffected()
	return int(n), err
}

// Trim deletes ended deliveries of an endpoint beyond the newest so many.
func (s *Store) Trim(ctx context.Context, owner, endpoint int64, keep int) error {
	edge := s.db.From(ctx).NewSelect().Model((*deliveryRow)(nil)).Column("id").
		Where("endpoint_id = ?", endpoint).Order("id DESC").Limit(1).Offset(int64(keep))
	_, err := s.db.From(ctx).NewDelete().Model((*deliveryRow)(nil)).
		Where("endpoint_id = ? AND owner_id = ? AND status <> 'pending' AND id <= (?)", endpoint, owner, edge).Exec(ctx)
	return wrap(err, "trim webhook deliveries of endpoint %d", endpoint)
}

// TrimBytes deletes the oldest ended deliveries of an account beyond so many bytes, at
// most so many at once, and returns how many.
func (s *Store) TrimBytes(ctx context.Context, owner, bytes int64, limit int) (int, error) {
	ended := func() *bun.SelectQuery {
		return s.db.From(ctx).NewSelect().Model((*deliveryRow)(nil)).Where("owner_id = ? AND status <> 'pending'", owner)
	}
	var total int64
	if err := ended().ColumnExpr("COALESCE(sum(size), 0)").Scan(ctx, &total); err != nil || total <= bytes {
		return 0, wrap(err, "sum webhook deliveries of %d", owner)
	}
	var oldest []webhook.Delivery
	if err := ended().Column("id", "size").Order("id").Limit(int64(limit)).Scan(ctx, &oldest); err != nil {
		return 0, wrap(err, "select the oldest webhook deliveries of %d", owner)
	}
	var ids []int64
	for _, d := range oldest {
		if total <= bytes {
			break
		}
		total -= d.Size
		ids = append(ids, d.ID)
	}
	_, err := s.db.From(ctx).NewDelete().Model((*deliveryRow)(nil)).Where("id IN (?)", bun.List(ids)).Exec(ctx)
	return len(ids), wrap(err, "trim webhook deliveries of %d", owner)
}

// Pending sums what waits for an endpoint, up to a number of deliveries.
func (s *Store) Pending(ctx context.Context, owner, endpoint int64, limit int) (webhook.Waiting, error) {
	var w webhook.Waiting
	some := s.db.From(ctx).NewSelect().Model((*deliveryRow)(nil)).Column("size").
		Where("endpoint_id = ? AND owner_id = ? AND status = 'pending'", endpoint, owner).Limit(int64(limit))
	err := s.db.From(ctx).NewSelect().TableExpr("(?) AS waiting", some).ColumnExpr("count(*) AS deliveries, COALESCE(sum(size), 0) AS bytes").Scan(ctx, &w)
	return w, wrap(err, "sum what waits for webhook endpoint %d", endpoint)
}

// Backlog counts what waits, and the endpoints, of all accounts.
func (s *Store) Backlog(ctx context.Context, now time.Time) (b webhook.Backlog, err error) {
	var waiting struct {
		Pending, Due int
		Oldest       bun.NullTime
	}
	err = s.db.From(ctx).NewSelect().Model((*deliveryRow)(nil)).ColumnExpr("count(*) AS pending").
		ColumnExpr("count(CASE WHEN due_at <= ? THEN 1 END) AS due", now).ColumnExpr("min(due_at) AS oldest").
		Where("status = 'pending'").Scan(ctx, &waiting)
	if err != nil {
		return b, wrap(err, "count waiting webhook deliveries")
	}
	b.Pending, b.Due = waiting.Pending, waiting.Due
	if b.Due > 0 {
		b.OldestDue = waiting.Oldest.Time
	}
	var active struct{ Active, Failing int }
	err = s.db.From(ctx).NewSelect().Model((*endpointRow)(nil)).ColumnExpr("count(*) AS active, count(failing_since) AS failing").
		Where("is_active").Scan(ctx, &active)
	if err != nil {
		return b, wrap(err, "count active webhook endpoints")
	}
	// The condition on the age has it read in the index of all endpoints.
	disabled, err := s.db.From(ctx).NewSelect().Model((*endpointRow)(nil)).
		Where("created_at > ? AND NOT is_active AND disabled_reason <> ''", time.Unix(0, 0).UTC()).Count(ctx)
	b.Active, b.Failing, b.Disabled = active.Active, active.Failing, int(disabled)
	return b, wrap(err, "count disabled webhook endpoints")
}
