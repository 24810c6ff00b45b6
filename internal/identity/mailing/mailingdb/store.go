// Package mailingdb keeps mailings while their letters go out.
package mailingdb

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/mailing"
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

// DeleteMailing deletes a mailing and reports whether it existed.
func (s *Store) DeleteMailing(ctx context.Context, owner, id int64) (deleted bool, err error) {
	res, err := s.db.From(ctx).NewDelete().Model((*row)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	return changed(res, err, "delete", id)
}

// Mailing returns a mailing if batch is its current one, else apperr.ErrNotFound.
func (s *Store) Mailing(ctx context.Context, owner, id int64, batch int) (mailing.Mailing, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("id = ? AND owner_id = ? AND turn = ?", id, owner, batch).Scan(ctx)
	return r.Mailing, db.Found(err, "select mailing %d", id)
}

// Advance stores the progress of a mailing, unless another job has moved it.
func (s *Store) Advance(ctx context.Context, before, after mailing.Mailing) (moved bool, err error) {
	res, err := s.db.From(ctx).NewUpdate().Model(&row{Mailing: after}).Column("letters", "after_contact", "turn", "moved_at", "failing_since").
		Where("id = ? AND owner_id = ? AND turn = ? AND after_contact = ?", before.ID, before.OwnerID, before.Batch, before.AfterContact).Exec(ctx)
	return changed(res, err, "advance", before.ID)
}

// Oldest returns the mailing of an account that is being sent.
func (s *Store) Oldest(ctx context.Context, owner int64) (mailing.Mailing, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("owner_id = ?", owner).Order("id").Limit(1).Scan(ctx)
	return r.Mailing, db.Found(err, "select oldest mailing of %d", owner)
}

// Stalled lists the oldest mailing of every account that was not moved since a time.
func (s *Store) Stalled(ctx context.Context, since time.Time) ([]mailing.Mailing, error) {
	var rows []row
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("m.moved_at < ?", since).
		Where("NOT EXISTS (SELECT 1 FROM mailing_mailings AS o WHERE o.owner_id = m.owner_id AND o.id < m.id)").
		Order("m.moved_at").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select stalled mailings: %w", err)
	}
	list := make([]mailing.Mailing, len(rows))
	for i, r := range rows {
		list[i] = r.Mailing
	}
	return list, nil
}

// changed reports whether a statement changed a row.
func changed(res sql.Result, err error, verb string, id int64) (bool, error) {
	if err != nil {
		return false, fmt.Errorf("%s mailing %d: %w", verb, id, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("%s mailing %d: %w", verb, id, err)
	}
	return n > 0, nil
}
