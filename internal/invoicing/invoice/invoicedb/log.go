package invoicedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/invoicing/invoice"
)

type (
	activityRow struct {
		bun.BaseModel `bun:"table:invoice_activities,alias:a"`
		invoice.Activity
	}
	reminderRow struct {
		bun.BaseModel `bun:"table:invoice_reminders,alias:r"`
		invoice.Reminder
	}
)

// InsertActivity adds an entry to the log of an invoice. There is no way to change one.
func (s *Store) InsertActivity(ctx context.Context, a *invoice.Activity) error {
	row := &activityRow{Activity: *a}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert activity of invoice %d: %w", a.InvoiceID, err)
	}
	a.ID = row.ID
	return nil
}

// Activities lists the log of an invoice, oldest first.
func (s *Store) Activities(ctx context.Context, v invoice.Invoice) ([]invoice.Activity, error) {
	var rows []activityRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("invoice_id = ? AND owner_id = ?", v.RowID, v.OwnerID).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select activities of invoice %d: %w", v.RowID, err)
	}
	list := make([]invoice.Activity, len(rows))
	for i, r := range rows {
		list[i] = r.Activity
	}
	return list, nil
}

// InsertReminder notes that a reminder was sent.
func (s *Store) InsertReminder(ctx context.Context, r *invoice.Reminder) error {
	row := &reminderRow{Reminder: *r}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert reminder of invoice %d: %w", r.InvoiceID, err)
	}
	r.ID = row.ID
	return nil
}

// Reminders lists the reminders of an invoice, oldest first.
func (s *Store) Reminders(ctx context.Context, v invoice.Invoice) ([]invoice.Reminder, error) {
	var rows []reminderRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("invoice_id = ? AND owner_id = ?", v.RowID, v.OwnerID).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select reminders of invoice %d: %w", v.RowID, err)
	}
	list := make([]invoice.Reminder, len(rows))
	for i, r := range rows {
		list[i] = r.Reminder
	}
	return list, nil
}
