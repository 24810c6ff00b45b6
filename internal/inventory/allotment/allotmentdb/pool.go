package allotmentdb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

type loanRow struct {
	bun.BaseModel `bun:"table:allotment_loans,alias:l"`
	rules.Loan
}

const poolQuery = `SELECT room_id, date, owner_id, property_id, total, committed, reported, external, borrowed, lent, version
  FROM allotment_pool WHERE owner_id = ?`

func newPoolBatch(d *db.DB) *batch[rules.Pool] {
	type pool = rules.Pool
	return newBatch(d, "allotment_pool",
		column[pool]{name: "room_id", key: true, number: func(r *pool) int64 { return r.RoomID }},
		column[pool]{name: "date", key: true, date: func(r *pool) civil.Date { return r.Date }},
		column[pool]{name: "owner_id", fixed: true, number: func(r *pool) int64 { return r.OwnerID }},
		column[pool]{name: "property_id", fixed: true, number: func(r *pool) int64 { return r.PropertyID }},
		column[pool]{name: "total", number: func(r *pool) int64 { return int64(r.Total) }},
		column[pool]{name: "committed", number: func(r *pool) int64 { return int64(r.Committed) }},
		column[pool]{name: "reported", number: func(r *pool) int64 { return int64(r.Reported) }},
		column[pool]{name: "external", number: func(r *pool) int64 { return int64(r.External) }},
		column[pool]{name: "borrowed", number: func(r *pool) int64 { return int64(r.Borrowed) }},
		column[pool]{name: "lent", number: func(r *pool) int64 { return int64(r.Lent) }},
		column[pool]{name: "version", number: func(r *pool) int64 { return r.Version }},
	)
}

// Pools returns the rows of some rooms in a season; without a row nothing is taken.
// Only transactions that change them use it.
func (s *Store) Pools(ctx context.Context, owner int64, rooms []int64, season civil.Range) (list []rules.Pool, err error) {
	if err := s.pools.run(ctx, s.db, rooms, season, scanPool(&list), owner); err != nil {
		return nil, fmt.Errorf("select pool of %d rooms: %w", len(rooms), err)
	}
	return list, nil
}

func scanPool(into *[]rules.Pool) func(rows *sql.Rows) error {
	return func(rows *sql.Rows) error {
		var p rules.Pool
		err := rows.Scan(&p.RoomID, &p.Date, &p.OwnerID, &p.PropertyID, &p.Total, &p.Committed, &p.Reported, &p.External, &p.Borrowed, &p.Lent, &p.Version)
		*into = append(*into, p)
		return err
	}
}

// SavePools stores rows in the given order.
func (s *Store) SavePools(ctx context.Context, pools []rules.Pool) error {
	if err := s.poolBatch.save(ctx, pools); err != nil {
		return fmt.Errorf("save %d rows of the pool: %w", len(pools), err)
	}
	return nil
}

const loanQuery = "SELECT share_id, date, property_id, units, version FROM allotment_loans WHERE property_id = ? AND date >= ? AND date <= ? ORDER BY date"

// Loans returns the units that rules of a property lend in a season.
func (s *Store) Loans(ctx context.Context, property int64, season civil.Range) (list []rules.Loan, err error) {
	var reads db.Reads
	s.addLoans(&reads, property, season, &list)
	if err := s.db.Read(ctx, &reads); err != nil {
		return nil, fmt.Errorf("select loans of property %d: %w", property, err)
	}
	return list, nil
}

func (s *Store) addLoans(reads *db.Reads, property int64, season civil.Range, into *[]rules.Loan) {
	reads.Add(s.loans, func(rows *sql.Rows) error {
		var l rules.Loan
		err := rows.Scan(&l.ShareID, &l.Date, &l.PropertyID, &l.Units, &l.Version)
		*into = append(*into, l)
		return err
	}, property, season.From.String(), season.To.String())
}

// SaveLoans stores loans.
func (s *Store) SaveLoans(ctx context.Context, loans []rules.Loan) error {
	rows := make([]loanRow, len(loans))
	for i, l := range loans {
		rows[i].Loan = l
	}
	if err := upsert(ctx, s.db, rows, "share_id, date", "units", "version"); err != nil {
		return fmt.Errorf("save %d loans: %w", len(loans), err)
	}
	return nil
}
