package partnerapidb

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// tokenRow is one token of a key. The current one has no end.
type tokenRow struct {
	bun.BaseModel `bun:"table:apikey_tokens,alias:t"`

	Hash      []byte    `bun:"token_hash,pk"`
	KeyID     int64     `bun:"key_id"`
	OwnerID   int64     `bun:"owner_id"`
	ExpiresAt time.Time `bun:"expires_at,nullzero"`
}

// InsertToken gives a key one more token.
func (s *Store) InsertToken(ctx context.Context, owner, key int64, hash []byte) error {
	s.changed(ctx, owner)
	_, err := s.db.From(ctx).NewInsert().Model(&tokenRow{Hash: hash, KeyID: key, OwnerID: owner}).Exec(ctx)
	return wrap(err, "insert token of key %d", key)
}

// EndTokens sets an end to every token of a key that would live longer.
func (s *Store) EndTokens(ctx context.Context, owner, key int64, at time.Time) error {
	s.changed(ctx, owner)
	_, err := s.db.From(ctx).NewUpdate().Model((*tokenRow)(nil)).Set("expires_at = ?", at).
		Where("key_id = ? AND owner_id = ? AND (expires_at IS NULL OR expires_at > ?)", key, owner, at).Exec(ctx)
	return wrap(err, "end tokens of key %d", key)
}

// PurgeTokens forgets tokens of a key whose end has come.
func (s *Store) PurgeTokens(ctx context.Context, owner, key int64, before time.Time) error {
	s.changed(ctx, owner)
	_, err := s.db.From(ctx).NewDelete().Model((*tokenRow)(nil)).
		Where("key_id = ? AND owner_id = ? AND expires_at <= ?", key, owner, before).Exec(ctx)
	return wrap(err, "purge tokens of key %d", key)
}
