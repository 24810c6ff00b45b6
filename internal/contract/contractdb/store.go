// Package contractdb keeps contracts and their versions.
package contractdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/contract"
	"allot/internal/platform/db"
)

// Store is the contract module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ contract.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type contractRow struct {
	bun.BaseModel `bun:"table:contracts,alias:c"`
	contract.Contract
}

// InsertContract stores a contract and sets its id.
func (s *Store) InsertContract(ctx context.Context, c *contract.Contract) error {
	row := &contractRow{Contract: *c}
	if row.Flags == nil {
		row.Flags = contract.Flags{}
	}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert contract: %w", err)
	}
	c.ID = row.ID
	return nil
}

// Contract finds a contract by its id, for one of its two sides.
func (s *Store) Contract(ctx context.Context, account, id int64) (contract.Contract, error) {
	var row contractRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND ? IN (user_id, partner_id)", id, account).Scan(ctx)
	return row.Contract, db.Found(err, "select contract %d", id)
}

// Between finds the contract of a hotel and an operator.
func (s *Store) Between(ctx context.Context, hotel, operator int64) (contract.Contract, error) {
	var row contractRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("user_id = ? AND partner_id = ?", hotel, operator).Scan(ctx)
	return row.Contract, db.Found(err, "select contract of %d and %d", hotel, operator)
}

// Active lists the accepted contracts of an account. An account is on one side
// of all its contracts, so one of the two conditions finds nothing.
func (s *Store) Active(ctx context.Context, account int64) ([]contract.Contract, error) {
	var rows []contractRow
	err := s.db.From(ctx).NewSelect().Model(&rows).
		Where("(user_id = ? AND status = ?) OR (partner_id = ? AND status = ?)",
			account, contract.StatusAccepted, account, contract.StatusAccepted).
		Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select active contracts of %d: %w", account, err)
	}
	list := make([]contract.Contract, len(rows))
	for i, r := range rows {
		list[i] = r.Contract
	}
	return list, nil
}
