package roomingdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/inventory/rooming"
)

// LedgersAfter lists the next ledgers of a reader, by id.
func (s *Store) LedgersAfter(ctx context.Context, reader rooming.Reader, f rooming.Filter, after int64, limit int) ([]rooming.Ledger, error) {
	var rows []ledgerRow
	err := matching(s.db.From(ctx).NewSelect().Model(&rows), reader, f).Where("l.id > ?", after).OrderExpr("l.id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select rooming ledgers of %d after %d: %w", reader.Account, after, err)
	}
	return s.counted(ctx, rows)
}

// PropertiesOf lists the properties of a reader's ledgers.
func (s *Store) PropertiesOf(ctx context.Context, reader rooming.Reader, f rooming.Filter) ([]int64, error) {
	ids := []int64{}
	err := matching(s.db.From(ctx).NewSelect().Model((*ledgerRow)(nil)), reader, f).ColumnExpr("DISTINCT l.property_id").
		OrderExpr("l.property_id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select properties with rooming ledgers of %d: %w", reader.Account, err)
	}
	return ids, nil
}

// EntriesOf lists the entries of ledgers, by ledger in the order they were
// written.
func (s *Store) EntriesOf(ctx context.Context, owners, ledgers []int64) ([]rooming.Entry, error) {
	var rows []entryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("ledger_id IN (?) AND owner_id IN (?)", bun.List(ledgers), bun.List(owners)).
		Order("ledger_id", "id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select entries of %d rooming ledgers: %w", len(ledgers), err)
	}
	return entriesOf(rows), nil
}

// Revisions returns the revisions of everything that a reader's ledgers show.
func (s *Store) Revisions(ctx context.Context, reader rooming.Reader, sources []int64) (r rooming.Revisions, err error) {
	st, err := s.db.Stamps(ctx, append(account.Rooming.Of(reader.Account), account.Draft.Of(sources...)...))
	if err != nil {
		return r, err
	}
	if r.Ledgers, r.Drafts = st.Values[:1], st.Values[1:]; reader.Operator {
		return r, nil
	}
	if r.Partners, err = s.partners(ctx, reader.Account); err != nil {
		return r, err
	}
	st, err = s.db.Stamps(ctx, account.Content.Of(r.Partners...))
	r.Names = st.Values
	return r, err
}

// partners returns the operators that a hotel's ledgers name.
func (s *Store) partners(ctx context.Context, owner int64) ([]int64, error) {
	ids := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*ledgerRow)(nil)).ColumnExpr("DISTINCT l.partner_id").
		Where("l.owner_id = ? AND l.partner_id IS NOT NULL", owner).OrderExpr("l.partner_id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select partners of rooming ledgers of %d: %w", owner, err)
	}
	return ids, nil
}
