package accountdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/platform/db"
)

type permissionRow struct {
	bun.BaseModel `bun:"table:account_permissions,alias:p"`
	account.Permission
}

// InsertPermission stores the only record of a sub-user and sets its id.
func (s *Store) InsertPermission(ctx context.Context, p *account.Permission) error {
	s.changed(ctx, p.UserID)
	row := &permissionRow{Permission: *p}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "user") {
		return account.ErrPermissionExists
	}
	if err != nil {
		return fmt.Errorf("insert permission of user %d: %w", p.UserID, err)
	}
	*p = row.Permission
	return nil
}

// UpdatePermission stores the record.
func (s *Store) UpdatePermission(ctx context.Context, p account.Permission) error {
	s.changed(ctx, p.UserID)
	_, err := s.db.From(ctx).NewUpdate().Model(&permissionRow{Permission: p}).ExcludeColumn("owner_id", "user_id").
		Where("id = ? AND owner_id = ?", p.ID, p.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update permission %d: %w", p.ID, err)
	}
	return nil
}

// PermissionOf returns the record of a sub-user of an account.
func (s *Store) PermissionOf(ctx context.Context, owner, user int64) (account.Permission, error) {
	var row permissionRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ? AND user_id = ?", owner, user).Scan(ctx)
	return row.Permission, db.Found(err, "select permission of user %d", user)
}

// Permission returns a record of an account by its id.
func (s *Store) Permission(ctx context.Context, owner, id int64) (account.Permission, error) {
	var row permissionRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ? AND id = ?", owner, id).Scan(ctx)
	return row.Permission, db.Found(err, "select permission %d", id)
}

// DeletePermissionOf removes the record of a sub-user, if there is one.
func (s *Store) DeletePermissionOf(ctx context.Context, owner, user int64) error {
	s.changed(ctx, user)
	_, err := s.db.From(ctx).NewDelete().Model((*permissionRow)(nil)).
		Where("owner_id = ? AND user_id = ?", owner, user).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete permission of user %d: %w", user, err)
	}
	return nil
}
