package accountdb

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
)

type lastSeenRow struct {
	bun.BaseModel `bun:"table:account_last_seen,alias:l"`
	UserID        int64     `bun:"user_id,pk"`
	LastSeen      time.Time `bun:"last_seen"`
}

// TouchSessions stores when sessions and their users were last seen, unless a later time is
// stored. It locks all sessions before any user's time, each in order of ids, so that two
// writers of many do not wait for each other; it never waits for the row of a user.
func (s *Store) TouchSessions(ctx context.Context, uses ...account.SessionUse) error {
	uses = slices.SortedFunc(slices.Values(uses), func(a, b account.SessionUse) int { return cmp.Compare(a.SessionID, b.SessionID) })
	for _, use := range uses {
		s.changed(ctx, use.UserID)
		_, err := s.db.From(ctx).NewUpdate().Model((*sessionRow)(nil)).Set("last_seen = ?", use.At).
			Where("id = ? AND user_id = ? AND is_active AND last_seen < ?", use.SessionID, use.UserID, use.At).Exec(ctx)
		if err != nil {
			return fmt.Errorf("touch session %d: %w", use.SessionID, err)
		}
	}
	slices.SortFunc(uses, func(a, b account.SessionUse) int { return cmp.Compare(a.UserID, b.UserID) })
	for _, use := range uses {
		_, err := s.db.From(ctx).NewInsert().Model(&lastSeenRow{UserID: use.UserID, LastSeen: use.At}).
			On("CONFLICT (user_id) DO UPDATE").Set("last_seen = EXCLUDED.last_seen").Where("l.last_seen < EXCLUDED.last_seen").Exec(ctx)
		if err != nil {
			return fmt.Errorf("touch user %d: %w", use.UserID, err)
		}
	}
	return nil
}
