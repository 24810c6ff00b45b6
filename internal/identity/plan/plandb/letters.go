package plandb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/plan"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

type lettersRow struct {
	bun.BaseModel `bun:"table:billing_letters,alias:l"`
	plan.LettersSent
}

// LettersSent returns the count of the last day on which an account sent letters.
func (s *Store) LettersSent(ctx context.Context, owner int64) (plan.LettersSent, error) {
	var row lettersRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ?", owner).Scan(ctx)
	return row.LettersSent, db.Found(err, "select letters of %d", owner)
}

// SaveLettersSent stores the count of an account, in place of the previous one.
func (s *Store) SaveLettersSent(ctx context.Context, l plan.LettersSent) error {
	_, err := s.db.From(ctx).NewInsert().Model(&lettersRow{LettersSent: l}).On("CONFLICT (owner_id) DO UPDATE").
		Set("day = EXCLUDED.day").Set("letters = EXCLUDED.letters").Exec(ctx)
	if err != nil {
		return fmt.Errorf("save letters of %d: %w", l.OwnerID, err)
	}
	return nil
}

// LettersOf returns what accounts sent on a day; those that sent none may be missing.
func (s *Store) LettersOf(ctx context.Context, owners []int64, day civil.Date) ([]plan.LettersSent, error) {
	var rows []lettersRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id IN (?) AND day = ?", bun.List(owners), day).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select letters of %d accounts: %w", len(owners), err)
	}
	list := make([]plan.LettersSent, len(rows))
	for i, r := range rows {
		list[i] = r.LettersSent
	}
	return list, nil
}
