package httpx

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx/apidoc"
	"allot/internal/platform/jobs"
)

// keepKeys is how long a repeat is recognised.
const keepKeys = 24 * time.Hour

// Bounds of the answers that are kept.
const (
	// maxKeptAnswer is the largest that is kept whole. Of a larger one the status is.
	maxKeptAnswer = 64 << 10
	// maxKeptAnswers bounds those of one account. Callers who are not signed in share one bound.
	maxKeptAnswers = 16 << 20
	// keptRow is what a row without its answer counts, so that empty answers are bounded too.
	keptRow = 512
)

// keyID is the caller, the hashed key and a hash of the request.
type keyID struct {
	scope string
	owner int64  // whose bound the answer counts against; 0: nobody is signed in
	key   string // hashed
	hash  []byte
}

type keyRow struct {
	bun.BaseModel `bun:"table:idempotency_keys"`

	Scope       string    `bun:"scope,pk"`
	Key         string    `bun:"idem_key,pk"`
	OwnerID     int64     `bun:"owner_id"`
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
	row := &keyRow{Scope: id.scope, Key: id.key, OwnerID: id.owner, RequestHash: id.hash, Body: []byte{}, CreatedAt: s.now().UTC()}
	_, err := s.db.From(ctx).NewInsert().Model(row).Exec(ctx)
	if db.IsUnique(err) {
		return errRepeated
	}
	if err != nil {
		return fmt.Errorf("take idempotency key: %w", err)
	}
	return nil
}

// keptAnswer is what a repeat gets.
type keptAnswer struct {
	status      int
	contentType string
	body        []byte
}

// shortened returns the answer as it is kept: one that is too large says only that it was
// given before.
func (a keptAnswer) shortened() (keptAnswer, error) {
	if len(a.body) <= maxKeptAnswer {
		return a, nil
	}
	format := jsonFormat
	if a.contentType == apidoc.XMLType {
		format = xmlFormat
	} else {
		a.contentType = "application/json"
	}
	var body bytes.Buffer
	if err := format.Marshal(&body, map[string]bool{"replayed": true}); err != nil {
		return a, fmt.Errorf("shorten answer: %w", err)
	}
	a.body = body.Bytes()
	return a, nil
}

// store keeps the answer under its key and drops the account's oldest ones beyond the bound. It
// runs last in the transaction: all that an account sends with keys waits for its total.
func (s *keyStore) store(ctx context.Context, id keyID, answer keptAnswer) error {
	answer, err := answer.shortened()
	if err != nil {
		return err
	}
	var total int64
	err = s.db.From(ctx).NewRaw("INSERT INTO idempotency_totals AS t (owner_id, total) VALUES (?, ?)"+
		" ON CONFLICT (owner_id) DO UPDATE SET total = t.total + EXCLUDED.total RETURNING total", id.owner, keptRow+len(answer.body)).Scan(ctx, &total)
	if err != nil {
		return fmt.Errorf("count answers of %d: %w", id.owner, err)
	}
	_, err = s.db.From(ctx).NewUpdate().Model((*keyRow)(nil)).
		Set("status = ?", answer.status).Set("content_type = ?", answer.contentType).Set("body = ?", answer.body).Set("running_total = ?", total).
		Where("scope = ? AND idem_key = ?", id.scope, id.key).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store answer under its idempotency key: %w", err)
	}
	if total <= maxKeptAnswers {
		return nil
	}
	return s.dropOldest(ctx, id.owner, total-maxKeptAnswers)
}

// dropOldest deletes the answers of an account up to a running total. One that another request
// is replacing is left to it: that request may wait for the total that this one holds.
func (s *keyStore) dropOldest(ctx context.Context, owner, upTo int64) error {
	oldest := s.db.From(ctx).NewSelect().Model((*keyRow)(nil)).Column("scope", "idem_key").Where("owner_id = ? AND running_total <= ?", owner, upTo)
	if s.db.Engine() == db.Postgres {
		oldest = oldest.For("UPDATE SKIP LOCKED")
	}
	if _, err := s.db.From(ctx).NewDelete().Model((*keyRow)(nil)).Where("(scope, idem_key) IN (?)", oldest).Exec(ctx); err != nil {
		return fmt.Errorf("drop the oldest answers of %d: %w", owner, err)
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
