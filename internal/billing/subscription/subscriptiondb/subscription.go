package subscriptiondb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/billing/subscription"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

type subscriptionRow struct {
	bun.BaseModel `bun:"table:billing_subscriptions,alias:s"`
	subscription.Subscription
}

// Subscription returns the subscription of an account.
func (s *Store) Subscription(ctx context.Context, owner int64) (subscription.Subscription, error) {
	var row subscriptionRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ?", owner).Scan(ctx)
	return row.Subscription, db.Found(err, "select subscription of %d", owner)
}

// OwnerOf finds an account by the id of its customer at the processor: the one question here
// without an owner, because the processor does not know it.
func (s *Store) OwnerOf(ctx context.Context, customer string) (owner int64, err error) {
	err = s.db.From(ctx).NewSelect().Model((*subscriptionRow)(nil)).Column("owner_id").
		Where("stripe_customer_id = ? AND stripe_customer_id <> ''", customer).Scan(ctx, &owner)
	return owner, db.Found(err, "select account of customer")
}

// SaveSubscription stores the subscription of an account, in place of the previous one.
func (s *Store) SaveSubscription(ctx context.Context, sub subscription.Subscription) error {
	q := s.db.From(ctx).NewInsert().Model(&subscriptionRow{Subscription: sub}).On("CONFLICT (owner_id) DO UPDATE")
	for _, column := range []string{
		"terms", "is_active", "start_date", "end_date", "auto_renew", "cancel_at_period_end", "provider_subscription_id", "stripe_customer_id",
		"renewal_attempts", "scheduled_attempts", "anchor_day", "period_net", "balance", "next_terms", "due_on", "cancel_as_of", "cancel_event",
		"invoice_as_of", "invoice_attempt", "updated_at",
	} {
		q.Set("? = EXCLUDED.?", bun.Ident(column), bun.Ident(column))
	}
	if _, err := q.Exec(ctx); err != nil {
		return fmt.Errorf("save subscription of %d: %w", sub.OwnerID, err)
	}
	return nil
}

// Due lists what the job has to look at, the longest due first, after one that it has looked at.
func (s *Store) Due(ctx context.Context, today civil.Date, after subscription.Due, limit int) ([]subscription.Due, error) {
	var list []subscription.Due
	err := s.db.From(ctx).NewSelect().Model((*subscriptionRow)(nil)).Column("due_on", "owner_id").
		Where("due_on <= ? AND (due_on, owner_id) > (?, ?)", today, after.On, after.OwnerID).
		Order("due_on", "owner_id").Limit(int64(limit)).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("select due subscriptions: %w", err)
	}
	return list, nil
}

type eventRow struct {
	bun.BaseModel `bun:"table:billing_events,alias:e"`

	ID         string    `bun:"id,pk"`
	ReceivedAt time.Time `bun:"received_at"`
}

// AddEvent stores the id of an event of the processor, and reports whether it is new.
func (s *Store) AddEvent(ctx context.Context, id string, at time.Time) (bool, error) {
	res, err := s.db.From(ctx).NewInsert().Model(&eventRow{ID: id, ReceivedAt: at}).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("insert event: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("insert event: %w", err)
	}
	return n > 0, nil
}

// PurgeEvents deletes the ids of events that were received before a time.
func (s *Store) PurgeEvents(ctx context.Context, before time.Time) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*eventRow)(nil)).Where("received_at < ?", before).Exec(ctx); err != nil {
		return fmt.Errorf("purge events: %w", err)
	}
	return nil
}
