package invoicedb

import (
	"context"
	"fmt"
	"maps"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type templateRow struct {
	bun.BaseModel `bun:"table:invoice_templates,alias:t"`
	invoice.Template
}

// InsertTemplate stores a template and sets its id.
func (s *Store) InsertTemplate(ctx context.Context, t *invoice.Template) error {
	row := &templateRow{Template: *t}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert invoice template: %w", err)
	}
	t.ID = row.ID
	return nil
}

// UpdateTemplate stores a changed template.
func (s *Store) UpdateTemplate(ctx context.Context, t invoice.Template) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&templateRow{Template: t}).ExcludeColumn("id", "owner_id", "created_at").
		Where("id = ? AND owner_id = ?", t.ID, t.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update invoice template %d: %w", t.ID, err)
	}
	return nil
}

// DeleteTemplate removes a template; the database takes it off invoices, which both
// sides then read otherwise.
func (s *Store) DeleteTemplate(ctx context.Context, t invoice.Template) error {
	partners := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)).ColumnExpr("DISTINCT v.partner_id").
		Where("v.owner_id = ? AND v.template_id = ? AND v.partner_id IS NOT NULL", t.OwnerID, t.ID).OrderExpr("v.partner_id").Scan(ctx, &partners)
	if err != nil {
		return fmt.Errorf("select partners of invoice template %d: %w", t.ID, err)
	}
	s.db.Raise(ctx, account.Invoices, append(partners, t.OwnerID)...)
	_, err = s.db.From(ctx).NewDelete().Model((*templateRow)(nil)).Where("id = ? AND owner_id = ?", t.ID, t.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete invoice template %d: %w", t.ID, err)
	}
	return nil
}

// Template finds a template of an account.
func (s *Store) Template(ctx context.Context, owner, id int64) (invoice.Template, error) {
	return s.template(ctx, s.db.From(ctx).NewSelect(), owner, id)
}

// LockTemplate is Template with a lock until the transaction ends.
func (s *Store) LockTemplate(ctx context.Context, owner, id int64) (invoice.Template, error) {
	return s.template(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()), owner, id)
}

func (s *Store) template(ctx context.Context, q *bun.SelectQuery, owner, id int64) (invoice.Template, error) {
	var row templateRow
	err := q.Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Template, db.Found(err, "select invoice template %d", id)
}

// Templates lists the templates of an account, newest first.
func (s *Store) Templates(ctx context.Context, owner int64, req page.Request) ([]invoice.Template, int, error) {
	var rows []templateRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner).Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select invoice templates of %d: %w", owner, err)
	}
	list := make([]invoice.Template, len(rows))
	for i, r := range rows {
		list[i] = r.Template
	}
	return list, int(n), nil
}

// LogosInUse reports which files templates and sent invoices show.
func (s *Store) LogosInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	used, err := s.db.InUse(ctx, (*templateRow)(nil), keys, "logo_key")
	if err != nil {
		return nil, err
	}
	more, err := s.db.InUse(ctx, (*invoiceRow)(nil), keys, "logo_key")
	maps.Copy(used, more)
	return used, err
}
