package apikeydb

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/apikey"
	"allot/internal/platform/db"
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
	_, err := s.db.From(ctx).NewInsert().Model(&tokenRow{Hash: hash, KeyID: key, OwnerID: owner}).Exec(ctx)
	return wrap(err, "insert token of key %d", key)
}

// EndTokens sets an end to every token of a key that would live longer.
func (s *Store) EndTokens(ctx context.Context, owner, key int64, at time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*tokenRow)(nil)).Set("expires_at = ?", at).
		Where("key_id = ? AND owner_id = ? AND (expires_at IS NULL OR expires_at > ?)", key, owner, at).Exec(ctx)
	return wrap(err, "end tokens of key %d", key)
}

// PurgeTokens forgets tokens of a key whose end has come.
func (s *Store) PurgeTokens(ctx context.Context, owner, key int64, before time.Time) error {
	_, err := s.db.From(ctx).NewDelete().Model((*tokenRow)(nil)).
		Where("key_id = ? AND owner_id = ? AND expires_at <= ?", key, owner, before).Exec(ctx)
	return wrap(err, "purge tokens of key %d", key)
}

// KeyByToken finds the key of a live token in one query: every request with a
// key asks it. It is the one question here without an owner, because the token
// is what tells the owner.
func (s *Store) KeyByToken(ctx context.Context, hash []byte, now time.Time) (apikey.Key, error) {
	var row keyRow
	err := s.db.From(ctx).NewSelect().Model(&row).Join("JOIN apikey_tokens AS t ON t.key_id = k.id").
		Where("t.token_hash = ? AND (t.expires_at IS NULL OR t.expires_at > ?)", hash, now).Scan(ctx)
	return row.Key, db.Found(err, "select key by token")
}
