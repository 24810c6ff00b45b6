package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/allotment"
	"allot/internal/platform/civil"
)

type (
	poolRow struct {
		bun.BaseModel `bun:"table:allotment_pool,alias:p"`
		allotment.Pool
	}
	loanRow struct {
		bun.BaseModel `bun:"table:allotment_loans,alias:l"`
		allotment.Loan
	}
)

// Pools are what is taken of some rooms in a season; where nothing is, there is
// no row.
func (s *Store) Pools(ctx context.Context, owner int64, rooms []int64, season civil.Range) ([]allotment.Pool, error) {
	var rows []poolRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("p.room_id IN (?) AND p.owner_id = ?", bun.List(rooms), owner).
		Where("p.date >= ? AND p.date <= ?", season.From, season.To).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select pool of %d rooms: %w", len(rooms), err)
	}
	list := make([]allotment.Pool, len(rows))
	for i, r := range rows {
		list[i] = r.Pool
	}
	return list, nil
}

// SavePools stores rows in the order given.
func (s *Store) SavePools(ctx context.Context, pools []allotment.Pool) error {
	rows := make([]poolRow, len(pools))
	for i, p := range pools {
		rows[i].Pool = p
	}
	err := upsert(ctx, s.db, rows, "room_id, date", "total", "committed", "reported", "external", "borrowed", "lent", "version")
	if err != nil {
		return fmt.Errorf("save %d rows of the pool: %w", len(pools), err)
	}
	return nil
}

// Loans are what rules of a property lend in a season.
func (s *Store) Loans(ctx context.Context, property int64, season civil.Range) ([]allotment.Loan, error) {
	var rows []loanRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("l.property_id = ? AND l.date >= ? AND l.date <= ?", property, season.From, season.To).
		Order("l.date").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select loans of property %d: %w", property, err)
	}
	list := make([]allotment.Loan, len(rows))
	for i, r := range rows {
		list[i] = r.Loan
	}
	return list, nil
}

// SaveLoans stores what rules lend.
func (s *Store) SaveLoans(ctx context.Context, loans []allotment.Loan) error {
	rows := make([]loanRow, len(loans))
	for i, l := range loans {
		rows[i].Loan = l
	}
	if err := upsert(ctx, s.db, rows, "share_id, date", "units", "version"); err != nil {
		return fmt.Errorf("save %d loans: %w", len(loans), err)
	}
	return nil
}
