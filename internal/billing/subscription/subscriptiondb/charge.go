package subscriptiondb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/billing/subscription"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type chargeRow struct {
	bun.BaseModel `bun:"table:billing_charges,alias:c"`
	subscription.Charge
}

func (s *Store) oneCharge(ctx context.Context, where string, args ...any) (subscription.Charge, error) {
	var row chargeRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where(where, args...).Order("id DESC").Limit(1).Scan(ctx)
	return row.Charge, db.Found(err, "select charge")
}

// Pending returns the charge of an account that is not settled.
func (s *Store) Pending(ctx context.Context, owner int64) (subscription.Charge, error) {
	return s.oneCharge(ctx, "owner_id = ? AND status = 'pending'", owner)
}

// Charge returns a charge by its id, for those who have it from a charge: the owner is in it.
func (s *Store) Charge(ctx context.Context, id int64) (subscription.Charge, error) {
	return s.oneCharge(ctx, "id = ?", id)
}

// ChargeOf returns the charge of an account that a payment is for.
func (s *Store) ChargeOf(ctx context.Context, owner int64, payment string) (subscription.Charge, error) {
	return s.oneCharge(ctx, "owner_id = ? AND payment_id = ? AND payment_id <> ''", owner, payment)
}

// InsertCharge stores a charge and sets its id.
func (s *Store) InsertCharge(ctx context.Context, c *subscription.Charge) error {
	row := &chargeRow{Charge: *c}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert charge of %d: %w", c.OwnerID, err)
	}
	c.ID = row.ID
	return nil
}

// UpdateCharge stores how far a charge is.
func (s *Store) UpdateCharge(ctx context.Context, c subscription.Charge) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&chargeRow{Charge: c}).Column("payment_id", "status", "in_browser", "settled_at").
		Where("id = ? AND owner_id = ?", c.ID, c.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update charge %d: %w", c.ID, err)
	}
	return nil
}

type billRow struct {
	bun.BaseModel `bun:"table:billing_history,alias:b"`
	subscription.Bill
}

// OwnerOfBill returns the account that a bill was written for.
func (s *Store) OwnerOfBill(ctx context.Context, number string) (int64, error) {
	var row billRow
	err := s.db.From(ctx).NewSelect().Model(&row).Column("owner_id").Where("b.invoice_number = ?", number).Scan(ctx)
	return row.OwnerID, db.Found(err, "select owner of bill %s", number)
}

// NextNumber returns the next number of a bill in a year.
func (s *Store) NextNumber(ctx context.Context, year int) (serial int, err error) {
	err = s.db.From(ctx).NewRaw(`INSERT INTO billing_numbers AS n (year, last) VALUES (?, 1)
ON CONFLICT (year) DO UPDATE SET last = n.last + 1 RETURNING last`, year).Scan(ctx, &serial)
	if err != nil {
		return 0, fmt.Errorf("next bill number of %d: %w", year, err)
	}
	return serial, nil
}

// InsertBill stores an entry of the history; one with the same reference is left as it is.
func (s *Store) InsertBill(ctx context.Context, b *subscription.Bill) error {
	row := &billRow{Bill: *b}
	_, err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT (provider_reference) DO NOTHING").Returning("id").Exec(ctx)
	if err != nil {
		return fmt.Errorf("insert bill of %d: %w", b.OwnerID, err)
	}
	b.ID = row.ID
	return nil
}

// Bills lists the history of an account, newest first.
func (s *Store) Bills(ctx context.Context, owner int64, req page.Request) ([]subscription.Bill, int, error) {
	var rows []billRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).ExcludeColumn("document").Where("owner_id = ?", owner).
		Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select bills of %d: %w", owner, err)
	}
	list := make([]subscription.Bill, len(rows))
	for i, r := range rows {
		list[i] = r.Bill
	}
	return list, int(n), nil
}

// Bill returns a bill with its document.
func (s *Store) Bill(ctx context.Context, owner int64, number string) (subscription.Bill, error) {
	var row billRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ? AND invoice_number = ? AND document IS NOT NULL", owner, number).Scan(ctx)
	return row.Bill, db.Found(err, "select bill of %d", owner)
}

// BillOf returns the entry that a payment left, without its document.
func (s *Store) BillOf(ctx context.Context, owner int64, reference string) (subscription.Bill, error) {
	var row billRow
	err := s.db.From(ctx).NewSelect().Model(&row).ExcludeColumn("document").Where("provider_reference = ? AND owner_id = ?", reference, owner).Scan(ctx)
	return row.Bill, db.Found(err, "select bill of a payment of %d", owner)
}
