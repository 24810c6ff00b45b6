package accountdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
)

// UsersWithFlag lists the manager of an account and its sub-users whose record has the flag, in
// order of creation.
func (s *Store) UsersWithFlag(ctx context.Context, owner int64, flag auth.Flag) ([]account.User, error) {
	allowed := s.db.From(ctx).NewSelect().Model((*permissionRow)(nil)).ColumnExpr("1").
		Where("p.owner_id = u.owner_id AND p.user_id = u.id AND p.?", bun.Ident(flag))
	var rows []userRow
	err := s.selectUsers(ctx, &rows).
		Where("u.owner_id = ? AND u.deleted_at IS NULL", owner).
		Where("u.is_manager OR EXISTS (?)", allowed).Order("u.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select users of %d with %s: %w", owner, flag, err)
	}
	return users(rows), nil
}

// rightsRow is a user with its permissions, if it has any.
type rightsRow struct {
	bun.BaseModel `bun:"table:account_users,alias:u"`
	account.User
	Permission *permissionRow `bun:"rel:has-one,join:id=user_id"`
}

// Callers returns users of an account with their permissions, by id.
func (s *Store) Callers(ctx context.Context, owner int64, ids []int64) (map[int64]auth.Caller, error) {
	callers := map[int64]auth.Caller{}
	if len(ids) == 0 {
		return callers, nil
	}
	var rows []rightsRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Relation("Permission").
		Where("u.owner_id = ? AND u.id IN (?) AND u.deleted_at IS NULL", owner, bun.List(ids)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select rights of users of %d: %w", owner, err)
	}
	for _, r := range rows {
		live := account.ActiveSession{User: r.User}
		if r.Permission != nil {
			live.Permission = r.Permission.Permission
		}
		callers[r.ID] = live.Caller()
	}
	return callers, nil
}

// Admins lists the platform's staff in order of creation.
func (s *Store) Admins(ctx context.Context) ([]account.User, error) {
	var rows []userRow
	err := s.selectUsers(ctx, &rows).
		Where("u.account_type = ? AND u.deleted_at IS NULL", auth.Admin).Order("u.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select platform staff: %w", err)
	}
	return users(rows), nil
}
