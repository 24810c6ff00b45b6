package ratecontractdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

type contractRow struct {
	bun.BaseModel `bun:"table:ratecontracts,alias:r"`
	ratecontract.RateContract
	NumberKey string `bun:"number_key"`
	Search    string `bun:"search"`
}

func newContractRow(r ratecontract.RateContract) *contractRow {
	return &contractRow{RateContract: r, NumberKey: ratecontract.NumberKey(r.Number), Search: r.SearchText()}
}

// contractColumns are the columns without those that are only searched and
// compared.
var contractColumns = []string{
	"id", "owner_id", "property_id", "partner_id", "name", "number", "start_date", "end_date", "status", "ended_at", "created_at", "updated_at",
}

func contractsOf(rows []contractRow) []ratecontract.RateContract {
	list := make([]ratecontract.RateContract, len(rows))
	for i, r := range rows {
		list[i] = r.RateContract
	}
	return list
}

// InsertRateContract stores a contract without its rows and sets its id.
func (s *Store) InsertRateContract(ctx context.Context, r *ratecontract.RateContract) error {
	s.db.Raise(ctx, account.Content, r.OwnerID, r.PartnerID)
	row := newContractRow(*r)
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "number") {
		return ratecontract.ErrNumberTaken
	}
	if err != nil {
		return fmt.Errorf("insert rate contract: %w", err)
	}
	r.ID = row.ID
	return nil
}

// UpdateRateContract stores every column that can change, without the rows.
func (s *Store) UpdateRateContract(ctx context.Context, r ratecontract.RateContract) error {
	s.db.Raise(ctx, account.Content, r.OwnerID, r.PartnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(newContractRow(r)).ExcludeColumn("id", "owner_id", "property_id", "partner_id", "created_at").
		Where("id = ? AND owner_id = ?", r.ID, r.OwnerID).Exec(ctx)
	if db.IsUnique(err, "number") {
		return ratecontract.ErrNumberTaken
	}
	if err != nil {
		return fmt.Errorf("update rate contract %d: %w", r.ID, err)
	}
	return nil
}

// DeleteRateContract removes a contract; the database removes its rows.
func (s *Store) DeleteRateContract(ctx context.Context, owner, id int64) error {
	s.db.Raise(ctx, account.Content, owner) // which its operator looks at too
	_, err := s.db.From(ctx).NewDelete().Model((*contractRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete rate contract %d: %w", id, err)
	}
	return nil
}

// RateContract finds a contract that an account has granted, or that was granted
// to it and is no draft.
func (s *Store) RateContract(ctx context.Context, account, id int64) (ratecontract.RateContract, error) {
	q := s.db.From(ctx).NewSelect().Where("id = ? AND (owner_id = ? OR (partner_id = ? AND status <> ?))", id, account, account, ratecontract.StatusDraft)
	return s.one(ctx, q, id)
}

// LockRateContract finds a contract of an account and locks it until the
// transaction ends.
func (s *Store) LockRateContract(ctx context.Context, owner, id int64) (ratecontract.RateContract, error) {
	return s.one(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()).Where("id = ? AND owner_id = ?", id, owner), id)
}

func (s *Store) one(ctx context.Context, q *bun.SelectQuery, id int64) (ratecontract.RateContract, error) {
	var row contractRow
	if err := q.Model(&row).Column(contractColumns...).Scan(ctx); err != nil {
		return ratecontract.RateContract{}, db.Found(err, "select rate contract %d", id)
	}
	list := []ratecontract.RateContract{row.RateContract}
	err := s.addRows(ctx, list)
	return list[0], err
}

// OfProperties lists the contracts of some properties in the order they were made.
func (s *Store) OfProperties(ctx context.Context, owner int64, properties []int64) ([]ratecontract.RateContract, error) {
	if len(properties) == 0 {
		return nil, nil
	}
	var rows []contractRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column(contractColumns...).
		Where("property_id IN (?) AND owner_id = ?", bun.List(properties), owner).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select rate contracts of %d properties: %w", len(properties), err)
	}
	list := contractsOf(rows)
	return list, s.addRows(ctx, list)
}

// Operators returns the operator of every contract of an account, by contract.
func (s *Store) Operators(ctx context.Context, owner int64) (map[int64]int64, error) {
	var rows []struct {
		ID        int64 `bun:"id"`
		PartnerID int64 `bun:"partner_id"`
	}
	err := s.db.From(ctx).NewSelect().Model((*contractRow)(nil)).Column("id", "partner_id").Where("owner_id = ?", owner).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("select the operators of the rate contracts of %d: %w", owner, err)
	}
	by := make(map[int64]int64, len(rows))
	for _, r := range rows {
		by[r.ID] = r.PartnerID
	}
	return by, nil
}

// GrantedTo lists the contracts of an operator without drafts and without their
// rows, oldest first.
func (s *Store) GrantedTo(ctx context.Context, operator int64) ([]ratecontract.RateContract, error) {
	var rows []contractRow
	err := s.readable(ctx, ratecontract.Reader{Account: operator, Operator: true}).Model(&rows).Column(contractColumns...).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select rate contracts granted to %d: %w", operator, err)
	}
	return contractsOf(rows), nil
}

// EndingIn lists the active contracts whose last day is in the season.
func (s *Store) EndingIn(ctx context.Context, reader ratecontract.Reader, season civil.Range) ([]ratecontract.RateContract, error) {
	var rows []contractRow
	err := s.readable(ctx, reader).Model(&rows).Column(contractColumns...).
		Where("status = ? AND end_date >= ? AND end_date <= ?", ratecontract.StatusActive, season.From, season.To).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select rate contracts of %d that end about now: %w", reader.Account, err)
	}
	return contractsOf(rows), nil
}
