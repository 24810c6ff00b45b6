package accountdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/platform/fold"
)

// SetTerms stores what staff find a record by. No token depends on it.
func (s *Store) SetTerms(ctx context.Context, t account.Terms) error {
	_, err := s.db.From(ctx).NewRaw(`INSERT INTO account_terms (owner_id, kind, record_id, term, phone) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (owner_id, kind, record_id) DO UPDATE SET term = excluded.term, phone = excluded.phone
		WHERE (account_terms.term, account_terms.phone) <> (excluded.term, excluded.phone)`,
		t.OwnerID, t.Kind, t.RecordID, t.Folded(), t.Digits()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store what %s %d is found by: %w", t.Kind, t.RecordID, err)
	}
	return nil
}

// RemoveTerms deletes them with their record.
func (s *Store) RemoveTerms(ctx context.Context, owner int64, kind account.TermKind, record int64) error {
	_, err := s.db.From(ctx).NewRaw("DELETE FROM account_terms WHERE owner_id = ? AND kind = ? AND record_id = ?", owner, kind, record).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete what %s %d is found by: %w", kind, record, err)
	}
	return nil
}

// found selects the accounts with a record whose terms contain a text.
func (s *Store) found(ctx context.Context, q *bun.SelectQuery, text string) *bun.SelectQuery {
	terms := s.db.From(ctx).NewSelect().ColumnExpr("1").TableExpr("account_terms AS t").Where("t.owner_id = u.id")
	return q.WhereOr("EXISTS (?)", terms.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		q = s.db.OrContains(q, "t.term", fold.Fold(text))
		if digits := account.PhoneDigits(text); digits != "" {
			q = s.db.OrContains(q, "t.phone", digits)
		}
		return q
	}))
}
