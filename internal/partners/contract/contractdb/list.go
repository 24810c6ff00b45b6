package contractdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/contract"
	"allot/internal/platform/page"
)

// Contracts lists contracts of an account, newest first. The subquery selects
// the page from the index alone.
func (s *Store) Contracts(ctx context.Context, side contract.Side, f contract.Filter, req page.Request) ([]contract.Contract, int, error) {
	var rows []contractRow
	chosen := filtered(s.of(ctx, (*contractRow)(nil), side), side, f).Column("id").Order("id DESC").Limit(req.Limit()).Offset(req.Offset())
	err := s.of(ctx, &rows, side).Where("id IN (?)", chosen).Order("id DESC").Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select contracts of %d: %w", side.Account, err)
	}
	if n, known := req.Count(len(rows)); known {
		return contractsOf(rows), n, nil
	}
	all, err := filtered(s.of(ctx, (*contractRow)(nil), side), side, f).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count contracts of %d: %w", side.Account, err)
	}
	return contractsOf(rows), int(all), nil
}

// Parties lists the other parties of an account's contracts.
func (s *Store) Parties(ctx context.Context, side contract.Side, f contract.Filter) ([]contract.Party, error) {
	var rows []contractRow
	err := filtered(s.of(ctx, &rows, side), side, f).Column("id", "user_id", "partner_id", "invite_email").Order("id DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select parties of contracts of %d: %w", side.Account, err)
	}
	list := make([]contract.Party, len(rows))
	for i, r := range rows {
		list[i] = contract.Party{ContractID: r.ID, Other: r.Other(side.Account), Email: r.InviteEmail}
	}
	return list, nil
}

// ContractsByID finds contracts of an account, newest first.
func (s *Store) ContractsByID(ctx context.Context, side contract.Side, ids []int64) ([]contract.Contract, error) {
	var rows []contractRow
	if len(ids) == 0 {
		return nil, nil
	}
	err := s.of(ctx, &rows, side).Where("id IN (?)", bun.List(ids)).Order("id DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select %d contracts of %d: %w", len(ids), side.Account, err)
	}
	return contractsOf(rows), nil
}

// of selects from the contracts of one account.
func (s *Store) of(ctx context.Context, model any, side contract.Side) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Model(model)
	if side.Hotel {
		return q.Where("user_id = ?", side.Account)
	}
	return q.Where("partner_id = ?", side.Account)
}

func filtered(q *bun.SelectQuery, side contract.Side, f contract.Filter) *bun.SelectQuery {
	if list := f.Statuses(); len(list) > 0 {
		q = q.Where("status IN (?)", bun.List(list))
	}
	switch f.Direction { //nolint:exhaustive // the others follow from the status
	case contract.DirectionIncoming:
		q = q.Where("proposed_by <> ?", side.Account)
	case contract.DirectionOutgoing:
		q = q.Where("proposed_by = ?", side.Account)
	}
	return q
}
