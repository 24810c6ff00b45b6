package accountdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
)

type resetRow struct {
	bun.BaseModel `bun:"table:account_password_resets,alias:r"`

	ID        int64     `bun:"id,pk,autoincrement"`
	UserID    int64     `bun:"user_id"`
	TokenHash []byte    `bun:"token_hash"`
	CreatedAt time.Time `bun:"created_at"`
	ExpiresAt time.Time `bun:"expires_at"`
}

// InsertReset stores the hash of a token that was sent to the user.
func (s *Store) InsertReset(ctx context.Context, user int64, tokenHash []byte, at, expires time.Time) error {
	row := &resetRow{UserID: user, TokenHash: tokenHash, CreatedAt: at, ExpiresAt: expires}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Exec(ctx); err != nil {
		return fmt.Errorf("insert password reset of user %d: %w", user, err)
	}
	return nil
}

// UserByReset returns the user whose password a token may set.
func (s *Store) UserByReset(ctx context.Context, tokenHash []byte, now time.Time) (int64, error) {
	var row resetRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("token_hash = ? AND expires_at > ?", tokenHash, now).Scan(ctx)
	return row.UserID, db.Found(err, "select password reset")
}

// CountResets counts the tokens that a user was sent after since.
func (s *Store) CountResets(ctx context.Context, user int64, since time.Time) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*resetRow)(nil)).Where("user_id = ? AND created_at > ?", user, since).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count password resets of user %d: %w", user, err)
	}
	return int(n), nil
}

// DeleteResets deletes every token of a user.
func (s *Store) DeleteResets(ctx context.Context, user int64) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*resetRow)(nil)).Where("user_id = ?", user).Exec(ctx); err != nil {
		return fmt.Errorf("delete password resets of user %d: %w", user, err)
	}
	return nil
}

// PurgeResets deletes expired tokens.
func (s *Store) PurgeResets(ctx context.Context, now time.Time) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*resetRow)(nil)).Where("expires_at <= ?", now).Exec(ctx); err != nil {
		return fmt.Errorf("purge password resets: %w", err)
	}
	return nil
}
