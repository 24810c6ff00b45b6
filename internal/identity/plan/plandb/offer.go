package plandb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/plan"
	"allot/internal/platform/db"
)

type offerRow struct {
	bun.BaseModel `bun:"table:billing_plans,alias:o"`
	plan.Offer
}

// Offers lists every plan, also those not sold any more, cheapest first.
func (s *Store) Offers(ctx context.Context) ([]plan.Offer, error) {
	var rows []offerRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).OrderExpr("CAST(price AS DECIMAL), id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select plans: %w", err)
	}
	list := make([]plan.Offer, len(rows))
	for i, r := range rows {
		list[i] = r.Offer
	}
	return list, nil
}

// LockOffer returns a plan and locks it until the transaction ends.
func (s *Store) LockOffer(ctx context.Context, id int64) (plan.Offer, error) {
	var row offerRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row).Where("id = ?", id)).Scan(ctx)
	return row.Offer, db.Found(err, "lock plan %d", id)
}

// InsertOffer stores a plan and sets its id.
func (s *Store) InsertOffer(ctx context.Context, o *plan.Offer) error {
	row := &offerRow{Offer: *o}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return named(err, "insert plan")
	}
	o.ID = row.ID
	return nil
}

// UpdateOffer stores a changed plan.
func (s *Store) UpdateOffer(ctx context.Context, o plan.Offer) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&offerRow{Offer: o}).WherePK().Exec(ctx)
	return named(err, "update plan")
}

// named turns a name that is taken into the module's refusal.
func named(err error, doing string) error {
	switch {
	case err == nil:
		return nil
	case db.IsUnique(err):
		return plan.ErrNameTaken
	}
	return fmt.Errorf("%s: %w", doing, err)
}
