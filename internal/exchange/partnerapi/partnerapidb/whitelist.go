package partnerapidb

import (
	"context"

	"github.com/uptrace/bun"

	"allot/internal/exchange/partnerapi"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type entryRow struct {
	bun.BaseModel `bun:"table:apikey_whitelists,alias:w"`
	partnerapi.WhitelistEntry
}

// InsertEntry stores a whitelist entry and sets its id.
func (s *Store) InsertEntry(ctx context.Context, e *partnerapi.WhitelistEntry) error {
	s.changed(ctx, e.OwnerID)
	row := &entryRow{WhitelistEntry: *e}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err) {
		return partnerapi.ErrEntryExists
	}
	e.ID = row.ID
	return wrap(err, "insert whitelist entry of key %d", e.KeyID)
}

// Entry finds a whitelist entry of an account.
func (s *Store) Entry(ctx context.Context, owner, id int64) (partnerapi.WhitelistEntry, error) {
	var row entryRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.WhitelistEntry, db.Found(err, "select whitelist entry %d of %d", id, owner)
}

// DeleteEntry forgets a whitelist entry.
func (s *Store) DeleteEntry(ctx context.Context, owner, id int64) error {
	s.changed(ctx, owner)
	_, err := s.db.From(ctx).NewDelete().Model((*entryRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	return wrap(err, "delete whitelist entry %d", id)
}

// Entries lists the whitelist of a key, or with key 0 of all keys of an
// account, in the order it was made.
func (s *Store) Entries(ctx context.Context, owner, key int64, req page.Request) ([]partnerapi.WhitelistEntry, int, error) {
	var rows []entryRow
	q := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner)
	if key != 0 {
		q = q.Where("key_id = ?", key)
	}
	n, err := q.Order("id").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	entries := make([]partnerapi.WhitelistEntry, len(rows))
	for i, r := range rows {
		entries[i] = r.WhitelistEntry
	}
	return entries, int(n), wrap(err, "select whitelist of %d", owner)
}

// CountEntries tells how many whitelist entries a key has.
func (s *Store) CountEntries(ctx context.Context, owner, key int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*entryRow)(nil)).Where("owner_id = ? AND key_id = ?", owner, key).Count(ctx)
	return int(n), wrap(err, "count whitelist of key %d", key)
}
