// Package contractdb stores contracts and their versions.
package contractdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/contract"
	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// Store is the contract module's tables.
type Store struct{ db *db.DB }

// New creates a store on d.
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

func newContractRow(c contract.Contract) *contractRow {
	if c.Flags == nil {
		c.Flags = contract.Flags{}
	}
	return &contractRow{Contract: c}
}

func contractsOf(rows []contractRow) []contract.Contract {
	list := make([]contract.Contract, len(rows))
	for i, r := range rows {
		list[i] = r.Contract
	}
	return list
}

// InsertContract stores a contract and sets its id. It returns ErrExists for a
// duplicate and leaves the transaction usable.
func (s *Store) InsertContract(ctx context.Context, c *contract.Contract) error {
	s.db.Raise(ctx, account.Content, c.UserID, c.PartnerID)
	row := newContractRow(*c)
	_, err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("id").Exec(ctx)
	if db.IsNoRows(err) || err == nil && row.ID == 0 {
		return contract.ErrExists
	}
	if err != nil {
		return fmt.Errorf("insert contract: %w", err)
	}
	c.ID = row.ID
	return nil
}

// UpdateContract stores a changed contract. One of its parties is the same as
// before, also when an invitation gets its second one.
func (s *Store) UpdateContract(ctx context.Context, c contract.Contract) error {
	s.db.Raise(ctx, account.Content, c.UserID, c.PartnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(newContractRow(c)).ExcludeColumn("created_at").
		Where("id = ? AND (user_id = ? OR partner_id = ?)", c.ID, c.UserID, c.PartnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update contract %d: %w", c.ID, err)
	}
	return nil
}

// Contract finds a contract by its id, for one of its two sides.
func (s *Store) Contract(ctx context.Context, account, id int64) (contract.Contract, error) {
	return s.one(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("id = ? AND ? IN (user_id, partner_id)", id, account)
	})
}

// LockContract is Contract with a lock until the transaction ends.
func (s *Store) LockContract(ctx context.Context, account, id int64) (contract.Contract, error) {
	return s.one(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return s.db.ForUpdate(q.Where("id = ? AND ? IN (user_id, partner_id)", id, account))
	})
}

// Between finds the contract of a hotel and an operator.
func (s *Store) Between(ctx context.Context, hotel, operator int64) (contract.Contract, error) {
	return s.one(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("user_id = ? AND partner_id = ?", hotel, operator)
	})
}

// LockBetween is Between with a lock until the transaction ends.
func (s *Store) LockBetween(ctx context.Context, hotel, operator int64) (contract.Contract, error) {
	return s.one(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return s.db.ForUpdate(q.Where("user_id = ? AND partner_id = ?", hotel, operator))
	})
}

// LockInvitation finds and locks the invitation of an account to an address.
func (s *Store) LockInvitation(ctx context.Context, inviter int64, email string) (contract.Contract, error) {
	return s.one(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return s.db.ForUpdate(q.Where("initiated_by = ? AND invite_email = ?", inviter, email))
	})
}

func (s *Store) one(ctx context.Context, where func(*bun.SelectQuery) *bun.SelectQuery) (contract.Contract, error) {
	var row contractRow
	err := where(s.db.From(ctx).NewSelect().Model(&row)).Scan(ctx)
	return row.Contract, db.Found(err, "select contract")
}

// LockInvitations lists and locks the open invitations to an address, oldest
// first.
func (s *Store) LockInvitations(ctx context.Context, email string, hotel bool) ([]contract.Contract, error) {
	missing := "partner_id IS NULL"
	if hotel {
		missing = "user_id IS NULL"
	}
	var rows []contractRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&rows)).
		Where("invite_email = ? AND status = ?", email, contract.StatusProposed).Where(missing).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock invitations: %w", err)
	}
	return contractsOf(rows), nil
}

// Active lists the accepted contracts of an account. An account is the same
// party in all its contracts, so one of the two conditions finds nothing.
// Columns that no right depends on are not read: an account may have thousands
// of contracts.
func (s *Store) Active(ctx context.Context, account int64) ([]contract.Contract, error) {
	return s.active(ctx, account, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("(user_id = ? AND status = ?) OR (partner_id = ? AND status = ?)",
			account, contract.StatusAccepted, account, contract.StatusAccepted)
	})
}

func (s *Store) active(ctx context.Context, account int64, where func(*bun.SelectQuery) *bun.SelectQuery) ([]contract.Contract, error) {
	var rows []contractRow
	err := where(s.db.From(ctx).NewSelect().Model(&rows)).
		ExcludeColumn("invite_email", "comments", "accepted_at", "cancelled_at", "created_at", "updated_at").
		Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select active contracts of %d: %w", account, err)
	}
	return contractsOf(rows), nil
}

// Hosted lists the accepted contracts in which the account is the hotel.
func (s *Store) Hosted(ctx context.Context, hotel int64) ([]contract.Contract, error) {
	return s.active(ctx, hotel, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("user_id = ? AND status = ?", hotel, contract.StatusAccepted)
	})
}

// CountConnections counts the contracts that use a connection of an account's
// plan.
func (s *Store) CountConnections(ctx context.Context, account int64) (int, error) {
	n, err := s.connections(ctx, account).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count connections of %d: %w", account, err)
	}
	return int(n), nil
}

// connections selects the contracts that use a connection of an account's plan.
func (s *Store) connections(ctx context.Context, account int64) *bun.SelectQuery {
	return s.db.From(ctx).NewSelect().Model((*contractRow)(nil)).
		Where("user_id = ? OR partner_id = ?", account, account).
		Where("status IN (?) OR (status = ? AND initiated_by = ?)", bun.List(connected), contract.StatusProposed, account)
}

// connected are the statuses in which a contract uses a connection of both sides.
var connected = []contract.Status{contract.StatusAccepted, contract.StatusCountered}

// ConnectionsOf is CountConnections for several accounts; those without one are
// missing.
func (s *Store) ConnectionsOf(ctx context.Context, accounts []int64) (map[int64]int, error) {
	side := func(column string) *bun.SelectQuery {
		at := bun.Ident(column)
		return s.db.From(ctx).NewSelect().Model((*contractRow)(nil)).ColumnExpr("? AS account", at).Where("? IN (?)", at, bun.List(accounts)).
			Where("status IN (?) OR (status = ? AND initiated_by = ?)", bun.List(connected), contract.StatusProposed, at)
	}
	return s.db.Counts(ctx, "connections of accounts", s.db.From(ctx).NewSelect().
		TableExpr("(?) AS connections", side("user_id").UnionAll(side("partner_id"))).ColumnExpr("account, COUNT(*)").Group("account"))
}

// Position returns the place of a contract among those that use a connection of
// an account, from 1. Contracts in force come first, by the time that they came
// into force: the row of an ended contract is used again, so its id says nothing
// of its age.
func (s *Store) Position(ctx context.Context, account int64, c contract.Contract) (int, error) {
	q := s.connections(ctx, account)
	if c.Status == contract.StatusAccepted {
		q = q.Where("status = ? AND (accepted_at < ? OR (accepted_at = ? AND id <= ?))", c.Status, c.AcceptedAt, c.AcceptedAt, c.ID)
	} else {
		q = q.Where("status = ? OR id <= ?", contract.StatusAccepted, c.ID)
	}
	n, err := q.Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count connections of %d up to %d: %w", account, c.ID, err)
	}
	return int(n), nil
}

// Source is where stamps are read.
func (s *Store) Source() stamp.Source { return s.db }
