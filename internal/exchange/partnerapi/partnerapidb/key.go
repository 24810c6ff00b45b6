package partnerapidb

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/partnerapi"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type keyRow struct {
	bun.BaseModel `bun:"table:apikey_keys,alias:k"`
	partnerapi.Key
}

// InsertKey stores a key and sets its id.
func (s *Store) InsertKey(ctx context.Context, k *partnerapi.Key) error {
	row := &keyRow{Key: *k}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	k.ID = row.ID
	return wrap(err, "insert key of %d", k.OwnerID)
}

// UpdateKey stores everything but the last use, which has its own way.
func (s *Store) UpdateKey(ctx context.Context, k partnerapi.Key) error {
	s.changed(ctx, k.OwnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(&keyRow{Key: k}).ExcludeColumn("last_used_at", "created_at", "created_by", "owner_id").
		Where("id = ? AND owner_id = ?", k.ID, k.OwnerID).Exec(ctx)
	return wrap(err, "update key %d", k.ID)
}

// DeleteKey forgets a key with its tokens and its whitelist.
func (s *Store) DeleteKey(ctx context.Context, owner, id int64) error {
	s.changed(ctx, owner)
	q := s.db.From(ctx)
	_, tokens := q.NewDelete().Model((*tokenRow)(nil)).Where("key_id = ? AND owner_id = ?", id, owner).Exec(ctx)
	_, entries := q.NewDelete().Model((*entryRow)(nil)).Where("key_id = ? AND owner_id = ?", id, owner).Exec(ctx)
	_, key := q.NewDelete().Model((*keyRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	return wrap(errors.Join(tokens, entries, key), "delete key %d", id)
}

// Key finds a key of an account.
func (s *Store) Key(ctx context.Context, owner, id int64) (partnerapi.Key, error) {
	return s.key(ctx, s.db.From(ctx).NewSelect(), owner, id)
}

// LockKey finds a key and keeps others from changing it until the transaction ends.
func (s *Store) LockKey(ctx context.Context, owner, id int64) (partnerapi.Key, error) {
	return s.key(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()), owner, id)
}

func (s *Store) key(ctx context.Context, q *bun.SelectQuery, owner, id int64) (partnerapi.Key, error) {
	var row keyRow
	err := q.Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Key, db.Found(err, "select key %d of %d", id, owner)
}

// Keys lists the keys of an account, newest first.
func (s *Store) Keys(ctx context.Context, owner int64, req page.Request) ([]partnerapi.Key, int, error) {
	var rows []keyRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner).
		Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	keys := make([]partnerapi.Key, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
	}
	return keys, int(n), wrap(err, "select keys of %d", owner)
}

// KeysBy finds the keys that a user of an account has made.
func (s *Store) KeysBy(ctx context.Context, owner, user int64) ([]partnerapi.Key, error) {
	var keys []partnerapi.Key
	err := s.db.From(ctx).NewSelect().Model((*keyRow)(nil)).Where("owner_id = ? AND created_by = ?", owner, user).Order("id").Scan(ctx, &keys)
	return keys, wrap(err, "select keys by user %d", user)
}

// SomeKeys finds keys of an account by their ids.
func (s *Store) SomeKeys(ctx context.Context, owner int64, ids []int64) ([]partnerapi.Key, error) {
	var keys []partnerapi.Key
	err := s.db.From(ctx).NewSelect().Model((*keyRow)(nil)).Where("owner_id = ? AND id IN (?)", owner, bun.List(ids)).Scan(ctx, &keys)
	return keys, wrap(err, "select some keys of %d", owner)
}

// CountKeys tells how many keys an account has.
func (s *Store) CountKeys(ctx context.Context, owner int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*keyRow)(nil)).Where("owner_id = ?", owner).Count(ctx)
	return int(n), wrap(err, "count keys of %d", owner)
}

// CountsOf tells how many keys accounts have; those without one are missing.
func (s *Store) CountsOf(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.db.Counts(ctx, "keys of accounts", s.db.From(ctx).NewSelect().Model((*keyRow)(nil)).
		ColumnExpr("owner_id, COUNT(*)").Where("owner_id IN (?)", bun.List(owners)).Group("owner_id"))
}

// Position returns the place of a key among those of its account, oldest first, from 1.
func (s *Store) Position(ctx context.Context, owner, id int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*keyRow)(nil)).Where("owner_id = ? AND id <= ?", owner, id).Count(ctx)
	return int(n), wrap(err, "count keys of %d up to %d", owner, id)
}

// TouchKey writes when a key was used, never an earlier time than is known.
func (s *Store) TouchKey(ctx context.Context, id int64, at time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*keyRow)(nil)).Set("last_used_at = ?", at).
		Where("id = ? AND (last_used_at IS NULL OR last_used_at < ?)", id, at).Exec(ctx)
	return wrap(err, "touch key %d", id)
}
