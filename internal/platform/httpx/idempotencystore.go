package httpx

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
)

// keepKeys is how long a repeat is recognised.
const keepKeys = 24 * time.Hour

// keyID is the caller, the hashed key and a hash of the request.
type keyID struct {
	scope string
	key   string // hashed
	hash  []byte
}

type keyRow struct {
	bun.BaseModel `bun:"table:idempotency_keys"`

	Scope       string    `bun:"scope,pk"`
	Key         string    `bun:"idem_key,pk"`
	RequestHash []byte    `bun:"request_hash"`
	Status      int       `bun:"status"`
	ContentType string    `bun:"content_type"`
	Body        []byte    `bun:"body"`
	CreatedAt   time.Time `bun:"created_at"`
}

type keyStore struct {
	db  *db.DB
	now func() time.Time
}

func (s *keyStore) find(ctx context.Context, id keyID) (keyRow, error) {
	var row keyRow
	err := s.db.From(ctx).NewSelect().Model(&row).
		Where("scope = ? AND idem_key = ? AND created_at > ?", id.scope, id.key, s.now().UTC().Add(-keepKeys)).Scan(ctx)
	if db.IsNoRows(err) {
		return row, apperr.ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("read idempotency key: %w", err)
	}
	return row, nil
}

// insert stores the key. The database makes it wait for another request that is
// inserting the same.
func (s *keyStore) insert(ctx context.Context, id keyID) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*keyRow)(nil)).
		Where("scope = ? AND idem_key = ? AND created_at <= ?", id.scope, id.key, s.now().UTC().Add(-keepKeys)).Exec(ctx); err != nil {
		return fmt.Errorf("free old idempotency key: %w", err)
	}
	row := &keyRow{Scope: id.scope, Key: id.key, RequestHash: id.hash, Body: []byte{}, CreatedAt: s.now().UTC()}
	_, err := s.db.From(ctx).NewInsert().Model(row).Exec(ctx)
	if db.IsUnique(err) {
		return errRepeated
	}
	if err != nil {
		return fmt.Errorf("take idempotency key: %w", err)
	}
	return nil
}

func (s *keyStore) store(ctx context.Context, id keyID, status int, contentType string, body []byte) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*keyRow)(nil)).
		Set("status = ?", status).Set("content_type = ?", contentType).Set("body = ?", body).
		Where("scope = ? AND idem_key = ?", id.scope, id.key).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store answer under its idempotency key: %w", err)
	}
	return nil
}

type purgeKeysArgs struct{}

func (purgeKeysArgs) Kind() string { return "idempotency_purge" }

// Jobs declares the job that deletes old idempotency keys once an hour.
func Jobs(d *db.DB, now func() time.Time) []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(func(ctx context.Context, _ jobs.Job[purgeKeysArgs]) error {
			_, err := d.From(ctx).NewDelete().Model((*keyRow)(nil)).Where("created_at <= ?", now().UTC().Add(-keepKeys)).Exec(ctx)
			return err
		}, jobs.Handling{InTx: true}),
		jobs.Every(time.Hour, purgeKeysArgs{}),
	}
}
