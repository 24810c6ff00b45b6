// Package mailingdb keeps mailings while their letters go out.
package mailingdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/mailing"
	"allot/internal/platform/db"
)

// Store is the mailing module's table.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ mailing.Store = (*Store)(nil)

type row struct {
	bun.BaseModel `bun:"table:mailing_mailings,alias:m"`
	mailing.Mailing
}

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// InsertMailing stores a new mailing and sets its id.
func (s *Store) InsertMailing(ctx context.Context, m *mailing.Mailing) error {
	r := &row{Mailing: *m}
	if _, err := s.db.From(ctx).NewInsert().Model(r).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert mailing of %d: %w", m.OwnerID, err)
	}
	m.ID = r.ID
	return nil
}

// DeleteMailing forgets a mailing.
func (s *Store) DeleteMailing(ctx context.Context, owner, id int64) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*row)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx); err != nil {
		return fmt.Errorf("delete mailing %d: %w", id, err)
	}
	return nil
}

// Claim gives a mailing to a job unless another one has it.
func (s *Store) Claim(ctx context.Context, owner, id, job int64) (mailing.Mailing, error) {
	var r row
	err := s.db.From(ctx).NewUpdate().Model(&r).Set("job_id = ?", job).
		Where("id = ? AND owner_id = ? AND job_id IN (0, ?)", id, owner, job).Returning("*").Scan(ctx)
	return r.Mailing, db.Found(err, "claim mailing %d", id)
}

// Release takes a mailing from the job that has it.
func (s *Store) Release(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*row)(nil)).Set("job_id = 0").Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("release mailing %d: %w", id, err)
	}
	return nil
}

// Advance stores how far a mailing has come, unless another job has moved it.
func (s *Store) Advance(ctx context.Context, before, after mailing.Mailing) (moved bool, err error) {
	res, err := s.db.From(ctx).NewUpdate().Model(&row{Mailing: after}).Column("letters", "after_contact", "moved_at").
		Where("id = ? AND owner_id = ? AND job_id = ? AND after_contact = ?", before.ID, before.OwnerID, before.JobID, before.AfterContact).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("advance mailing %d: %w", before.ID, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("advance mailing %d: %w", before.ID, err)
	}
	return n > 0, nil
}

// Waiting is the oldest mailing of an account that no job has begun.
func (s *Store) Waiting(ctx context.Context, owner int64) (mailing.Mailing, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("owner_id = ? AND job_id = 0 AND after_contact = 0", owner).
		Order("id").Limit(1).Scan(ctx)
	return r.Mailing, db.Found(err, "select waiting mailing of %d", owner)
}

// Moving tells whether a mailing of the account has moved since.
func (s *Store) Moving(ctx context.Context, owner int64, since time.Time) (bool, error) {
	moving, err := s.db.From(ctx).NewSelect().Model((*row)(nil)).Where("owner_id = ? AND moved_at > ?", owner, since).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("select moving mailings of %d: %w", owner, err)
	}
	return moving, nil
}
