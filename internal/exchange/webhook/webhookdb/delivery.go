package webhookdb

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type deliveryRow struct {
	bun.BaseModel `bun:"table:webhook_deliveries,alias:d"`
	webhook.Delivery
}

type attemptRow struct {
	bun.BaseModel `bun:"table:webhook_attempts,alias:a"`
	webhook.Attempt
}

func deliveries(rows []deliveryRow) []webhook.Delivery {
	list := make([]webhook.Delivery, len(rows))
	for i, r := range rows {
		list[i] = r.Delivery
	}
	return list
}

// insertAtOnce keeps a statement below the number of values that SQLite takes.
const insertAtOnce = 200

// InsertDeliveries stores deliveries and sets their ids.
func (s *Store) InsertDeliveries(ctx context.Context, list []webhook.Delivery) error {
	for len(list) > 0 {
		part := list[:min(len(list), insertAtOnce)]
		rows := make([]deliveryRow, len(part))
		for i, d := range part {
			rows[i].Delivery = d
		}
		if _, err := s.db.From(ctx).NewInsert().Model(&rows).Returning("id").Exec(ctx); err != nil {
			return wrap(err, "insert %d webhook deliveries", len(part))
		}
		for i, r := range rows {
			part[i].ID = r.ID
		}
		list = list[len(part):]
	}
	return nil
}

// UpdateDelivery writes what became of a delivery.
func (s *Store) UpdateDelivery(ctx context.Context, d webhook.Delivery) error {
	row := deliveryRow{Delivery: d}
	_, err := s.db.From(ctx).NewUpdate().Model(&row).
		Column("status", "size", "response_code", "response_body", "error", "problems", "attempt_count", "retries_left", "is_manual", "next_retry_at", "due_at", "node_id", "finished_at").
		Where("id = ? AND owner_id = ?", d.ID, d.OwnerID).Exec(ctx)
	return wrap(err, "update webhook delivery %d", d.ID)
}

// Delivery returns a delivery of an account.
func (s *Store) Delivery(ctx context.Context, owner, id int64) (webhook.Delivery, error) {
	var row deliveryRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Delivery, db.Found(err, "select webhook delivery %d of %d", id, owner)
}

// DeliveryByPublicID returns a delivery by the id that receivers know.
func (s *Store) DeliveryByPublicID(ctx context.Context, owner int64, deliveryID string) (webhook.Delivery, error) {
	var row deliveryRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("delivery_id = ? AND owner_id = ?", deliveryID, owner).Scan(ctx)
	return row.Delivery, db.Found(err, "select a webhook delivery of %d", owner)
}

// LockDelivery returns a delivery and locks its row until the transaction ends.
func (s *Store) LockDelivery(ctx context.Context, owner, id int64) (webhook.Delivery, error) {
	var row deliveryRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row)).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Delivery, db.Found(err, "lock webhook delivery %d of %d", id, owner)
}

// Deliveries lists the deliveries of an endpoint, newest first.
func (s *Store) Deliveries(ctx context.Context, owner, endpoint int64, f webhook.DeliveryFilter, req page.Request) ([]webhook.Delivery, int, error) {
	var rows []deliveryRow
	q := s.db.From(ctx).NewSelect().Model(&rows).Where("endpoint_id = ? AND owner_id = ?", endpoint, owner)
	if f.Status != "" {
		q.Where("status = ?", f.Status)
	}
	if f.Event != "" {
		q.Where("event = ?", f.Event)
	}
	if !f.From.IsZero() {
		q.Where("created_at >= ?", f.From.UTC())
	}
	if !f.To.IsZero() {
		q.Where("created_at < ?", f.To.UTC())
	}
	n, err := q.Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	return deliveries(rows), int(n), wrap(err, "select webhook deliveries of endpoint %d", endpoint)
}

// FailPending ends the waiting deliveries of an endpoint.
func (s *Store) FailPending(ctx context.Context, owner, endpoint int64, reason webhook.Reason, now time.Time) error {
	problems, err := json.Marshal(reason)
	if err != nil {
		return err
	}
	_, err = s.db.From(ctx).NewUpdate().Model((*deliveryRow)(nil)).
		Set("status = ?", webhook.StatusFailed).Set("error = ?", reason.String()).Set("problems = ?", string(problems)).Set("next_retry_at = NULL").Set("due_at = NULL").
		Set("node_id = NULL").Set("is_manual = ?", false).Set("finished_at = ?", now).
		Where("endpoint_id = ? AND owner_id = ? AND status = 'pending'", endpoint, owner).Exec(ctx)
	return wrap(err, "end webhook deliveries of endpoint %d", endpoint)
}

// InsertAttempt stores an attempt.
func (s *Store) InsertAttempt(ctx context.Context, a *webhook.Attempt) error {
	row := attemptRow{Attempt: *a}
	_, err := s.db.From(ctx).NewInsert().Model(&row).Returning("NULL").Exec(ctx)
	return wrap(err, "insert attempt of webhook delivery %d", a.WebhookDeliveryID)
}

// Attempts returns those of several deliveries, in order.
func (s *Store) Attempts(ctx context.Context, ids []int64) ([]webhook.Attempt, error) {
	var rows []attemptRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("webhook_delivery_id IN (?)", bun.List(ids)).Order("webhook_delivery_id", "id").Scan(ctx)
	list := make([]webhook.Attempt, len(rows))
	for i, r := range rows {
		list[i] = r.Attempt
	}
	return list, wrap(err, "select attempts of %d webhook deliveries", len(ids))
}
