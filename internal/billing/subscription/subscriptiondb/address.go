package subscriptiondb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/billing/subscription"
	"allot/internal/platform/db"
)

type addressRow struct {
	bun.BaseModel `bun:"table:billing_addresses,alias:a"`
	subscription.Address
}

// Address returns the billing address that an account has given.
func (s *Store) Address(ctx context.Context, owner int64) (subscription.Address, error) {
	var row addressRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ?", owner).Scan(ctx)
	return row.Address, db.Found(err, "select billing address of %d", owner)
}

// SaveAddress stores the billing address of an account, in place of the previous one.
func (s *Store) SaveAddress(ctx context.Context, a subscription.Address) error {
	_, err := s.db.From(ctx).NewInsert().Model(&addressRow{Address: a}).On("CONFLICT (owner_id) DO UPDATE").
		Set("company_name = EXCLUDED.company_name").Set("vat_number = EXCLUDED.vat_number").Set("country = EXCLUDED.country").
		Set("billing_email = EXCLUDED.billing_email").Set("address = EXCLUDED.address").Set("city = EXCLUDED.city").
		Set("postal_code = EXCLUDED.postal_code").Set("updated_at = EXCLUDED.updated_at").Exec(ctx)
	if err != nil {
		return fmt.Errorf("save billing address of %d: %w", a.OwnerID, err)
	}
	return nil
}

type sellerRow struct {
	bun.BaseModel `bun:"table:billing_sellers,alias:s"`

	ID     int64               `bun:"id,pk"`
	Seller subscription.Seller `bun:"seller,type:text"`
}

// Seller returns the operator of this platform.
func (s *Store) Seller(ctx context.Context) (subscription.Seller, error) {
	var row sellerRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = 1").Scan(ctx)
	return row.Seller, db.Found(err, "select seller")
}

// LockSeller returns the operator of this platform and locks the row, which it makes with first if
// there is none yet.
func (s *Store) LockSeller(ctx context.Context, first subscription.Seller) (subscription.Seller, error) {
	if _, err := s.db.From(ctx).NewInsert().Model(&sellerRow{ID: 1, Seller: first}).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
		return subscription.Seller{}, fmt.Errorf("make seller: %w", err)
	}
	var row sellerRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row).Where("id = 1")).Scan(ctx)
	return row.Seller, db.Found(err, "lock seller")
}

// SaveSeller stores the operator of this platform.
func (s *Store) SaveSeller(ctx context.Context, seller subscription.Seller) error {
	_, err := s.db.From(ctx).NewInsert().Model(&sellerRow{ID: 1, Seller: seller}).On("CONFLICT (id) DO UPDATE").Set("seller = EXCLUDED.seller").Exec(ctx)
	if err != nil {
		return fmt.Errorf("save seller: %w", err)
	}
	return nil
}
