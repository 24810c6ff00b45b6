package contractdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/partners/contract"
)

type (
	letterRow struct {
		bun.BaseModel `bun:"table:contract_letters,alias:l"`

		ID int64 `bun:"id,pk,autoincrement"`
		contract.Letter
	}
	receiverRow struct {
		bun.BaseModel `bun:"table:contract_receivers,alias:r"`

		Receiver string    `bun:"receiver_key,pk"`
		LastAt   time.Time `bun:"last_at"`
	}
)

// LockReceiver inserts or updates the receiver, which locks its row either way.
func (s *Store) LockReceiver(ctx context.Context, receiver string, now time.Time) error {
	_, err := s.db.From(ctx).NewInsert().Model(&receiverRow{Receiver: receiver, LastAt: now}).
		On("CONFLICT (receiver_key) DO UPDATE").Set("last_at = EXCLUDED.last_at").Exec(ctx)
	if err != nil {
		return fmt.Errorf("lock receiver of letters: %w", err)
	}
	return nil
}

// InsertLetter records a letter for the limits.
func (s *Store) InsertLetter(ctx context.Context, l contract.Letter) error {
	if _, err := s.db.From(ctx).NewInsert().Model(&letterRow{Letter: l}).Exec(ctx); err != nil {
		return fmt.Errorf("count letter of %d: %w", l.AccountID, err)
	}
	return nil
}

// Letters returns when the last letters were sent to a receiver, newest first.
func (s *Store) Letters(ctx context.Context, l contract.LetterQuery) ([]time.Time, error) {
	q := s.db.From(ctx).NewSelect().Model((*letterRow)(nil)).Column("created_at").
		Where("receiver_key = ? AND created_at > ?", l.Receiver, l.Since).Order("created_at DESC").Limit(int64(l.Limit))
	if l.AccountID != 0 {
		q = q.Where("account_id = ?", l.AccountID)
	}
	if l.Proposals {
		q = q.Where("proposal")
	}
	times := []time.Time{}
	if err := q.Scan(ctx, &times); err != nil {
		return nil, fmt.Errorf("select letters to a receiver: %w", err)
	}
	return times, nil
}

// PurgeLetters deletes letters that no limit counts any more.
func (s *Store) PurgeLetters(ctx context.Context, before time.Time) error {
	_, err := s.db.From(ctx).NewDelete().Model((*letterRow)(nil)).Where("created_at < ?", before).Exec(ctx)
	_, err2 := s.db.From(ctx).NewDelete().Model((*receiverRow)(nil)).Where("last_at < ?", before).Exec(ctx)
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("purge counted letters: %w", err)
	}
	return nil
}
