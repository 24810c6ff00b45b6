package contractdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/partners/contract"
)

type secretRow struct {
	bun.BaseModel `bun:"table:contract_invitations,alias:i"`

	ID         int64     `bun:"id,pk,autoincrement"`
	ContractID int64     `bun:"contract_id"`
	TokenHash  []byte    `bun:"token_hash"`
	ExpiresAt  time.Time `bun:"expires_at"`
}

// InsertSecret stores the hash of the secret in an invitation's link.
func (s *Store) InsertSecret(ctx context.Context, id int64, tokenHash []byte, expires time.Time) error {
	row := &secretRow{ContractID: id, TokenHash: tokenHash, ExpiresAt: expires}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Exec(ctx); err != nil {
		return fmt.Errorf("insert secret of invitation %d: %w", id, err)
	}
	return nil
}

// LockInvited finds the open invitation of a secret and locks it until the
// transaction ends.
func (s *Store) LockInvited(ctx context.Context, tokenHash []byte, now time.Time) (contract.Contract, error) {
	held := s.db.From(ctx).NewSelect().Model((*secretRow)(nil)).Column("contract_id").Where("token_hash = ? AND expires_at > ?", tokenHash, now)
	return s.one(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return s.db.ForUpdate(q.Where("id = (?) AND invite_email IS NOT NULL AND status = ?", held, contract.StatusProposed))
	})
}

// DeleteSecrets invalidates every link to an invitation.
func (s *Store) DeleteSecrets(ctx context.Context, id int64) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*secretRow)(nil)).Where("contract_id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("delete secrets of invitation %d: %w", id, err)
	}
	return nil
}

// PurgeSecrets deletes the expired secrets.
func (s *Store) PurgeSecrets(ctx context.Context, now time.Time) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*secretRow)(nil)).Where("expires_at <= ?", now).Exec(ctx); err != nil {
		return fmt.Errorf("purge secrets of invitations: %w", err)
	}
	return nil
}
