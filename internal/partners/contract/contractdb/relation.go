package contractdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/contract"
)

// relationRow has only the columns that a relation needs: an account may have
// thousands.
type relationRow struct {
	bun.BaseModel `bun:"table:contracts,alias:c"`
	ID            int64           `bun:"id"`
	UserID        int64           `bun:"user_id"`
	PartnerID     int64           `bun:"partner_id"`
	Status        contract.Status `bun:"status"`
	ProposedBy    int64           `bun:"proposed_by"`
}

// Relations returns the contracts of an account that have two parties, by the
// other account.
func (s *Store) Relations(ctx context.Context, account int64) (map[int64]contract.Relation, error) {
	return s.relations(ctx, account, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("(user_id = ? AND partner_id IS NOT NULL) OR (partner_id = ? AND user_id IS NOT NULL)", account, account)
	})
}

// RelationsWith returns the contracts of an account with some others.
func (s *Store) RelationsWith(ctx context.Context, account int64, others []int64) (map[int64]contract.Relation, error) {
	if len(others) == 0 {
		return map[int64]contract.Relation{}, nil
	}
	return s.relations(ctx, account, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("(user_id = ? AND partner_id IN (?)) OR (partner_id = ? AND user_id IN (?))",
			account, bun.List(others), account, bun.List(others))
	})
}

func (s *Store) relations(ctx context.Context, account int64, which func(*bun.SelectQuery) *bun.SelectQuery) (map[int64]contract.Relation, error) {
	var rows []relationRow
	if err := which(s.db.From(ctx).NewSelect().Model(&rows)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("select relations of %d: %w", account, err)
	}
	relations := make(map[int64]contract.Relation, len(rows))
	for _, r := range rows {
		relations[r.UserID+r.PartnerID-account] = contract.Relation{
			ContractID: r.ID, Status: r.Status, Direction: contract.Contract{Status: r.Status, ProposedBy: r.ProposedBy}.Direction(account),
		}
	}
	return relations, nil
}
