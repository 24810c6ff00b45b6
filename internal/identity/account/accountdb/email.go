package accountdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/platform/db"
)

type confirmationRow struct {
	bun.BaseModel `bun:"table:account_email_confirmations,alias:c"`

	ID int64 `bun:"id,pk,autoincrement"`
	account.Confirmation
}

// InsertConfirmation stores the hash of a token that was sent to an address.
func (s *Store) InsertConfirmation(ctx context.Context, c account.Confirmation) error {
	if _, err := s.db.From(ctx).NewInsert().Model(&confirmationRow{Confirmation: c}).Exec(ctx); err != nil {
		return fmt.Errorf("insert confirmation of user %d: %w", c.UserID, err)
	}
	return nil
}

// Confirmation returns the confirmation letter that a token belongs to, unless the token has
// expired.
func (s *Store) Confirmation(ctx context.Context, tokenHash []byte, now time.Time) (account.Confirmation, error) {
	var row confirmationRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("token_hash = ? AND expires_at > ?", tokenHash, now).Scan(ctx)
	return row.Confirmation, db.Found(err, "select confirmation")
}

// ConfirmationsTo lists when the latest letters to an address were sent, newest first, without
// those of the job exceptJob. All attempts of one job count as one letter.
func (s *Store) ConfirmationsTo(ctx context.Context, email string, exceptJob int64, since time.Time, limit int) ([]time.Time, error) {
	times := []time.Time{}
	err := s.db.From(ctx).NewSelect().Model((*confirmationRow)(nil)).ColumnExpr("MAX(created_at) AS sent_at").
		Where("email = ? AND created_at > ? AND job_id <> ?", email, since, exceptJob).Group("job_id").Order("sent_at DESC").Limit(int64(limit)).Scan(ctx, &times)
	if err != nil {
		return nil, fmt.Errorf("select confirmations to an address: %w", err)
	}
	return times, nil
}

// VoidConfirmations expires every token of a user. The rows stay, because the letters to an
// address are counted by them.
func (s *Store) VoidConfirmations(ctx context.Context, user int64, now time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*confirmationRow)(nil)).Set("expires_at = ?", now).
		Where("user_id = ? AND expires_at > ?", user, now).Exec(ctx)
	if err != nil {
		return fmt.Errorf("void confirmations of user %d: %w", user, err)
	}
	return nil
}

// PurgeConfirmations deletes expired tokens of letters that were sent at or before sentUntil.
func (s *Store) PurgeConfirmations(ctx context.Context, now, sentUntil time.Time) error {
	_, err := s.db.From(ctx).NewDelete().Model((*confirmationRow)(nil)).
		Where("expires_at <= ? AND created_at <= ?", now, sentUntil).Exec(ctx)
	if err != nil {
		return fmt.Errorf("purge confirmations: %w", err)
	}
	return nil
}

// PendingUsers lists at most limit users who have not confirmed their address.
func (s *Store) PendingUsers(ctx context.Context, limit int) ([]int64, error) {
	ids := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*userRow)(nil)).Column("id").
		Where("email_state = 'pending' AND deleted_at IS NULL").Order("id").Limit(int64(limit)).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select users with unconfirmed addresses: %w", err)
	}
	return ids, nil
}
