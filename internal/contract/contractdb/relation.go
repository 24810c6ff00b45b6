package contractdb

import (
	"context"
	"fmt"

	"allot/internal/contract"
)

// Relations reads the contracts of an account that have two sides.
func (s *Store) Relations(ctx context.Context, account int64) (map[int64]contract.Relation, error) {
	var rows []contractRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("id", "user_id", "partner_id", "status", "proposed_by").
		Where("(user_id = ? AND partner_id IS NOT NULL) OR (partner_id = ? AND user_id IS NOT NULL)", account, account).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select relations of %d: %w", account, err)
	}
	relations := make(map[int64]contract.Relation, len(rows))
	for _, r := range rows {
		relations[r.Other(account)] = contract.Relation{ContractID: r.ID, Status: r.Status, Incoming: r.ProposedBy != account}
	}
	return relations, nil
}
