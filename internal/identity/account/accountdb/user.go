package accountdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type userRow struct {
	bun.BaseModel `bun:"table:account_users,alias:u"`
	account.User
}

// InsertUser stores a user and sets its id. A user without an owner owns itself.
func (s *Store) InsertUser(ctx context.Context, u *account.User) error {
	row := &userRow{User: *u}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "email") {
		return account.ErrEmailTaken
	}
	if err != nil {
		return fmt.Errorf("insert user: %w", err)
	}
	if row.OwnerID == 0 {
		row.OwnerID = row.ID
		_, err = s.db.From(ctx).NewUpdate().Model(row).Column("owner_id").WherePK().Exec(ctx)
		if err != nil {
			return fmt.Errorf("make user %d its own owner: %w", row.ID, err)
		}
	}
	*u = row.User
	return s.SetTerms(ctx, u.Terms())
}

// UpdateUser stores everything but the suspension, which SetSuspended stores.
func (s *Store) UpdateUser(ctx context.Context, u account.User) error {
	s.changed(ctx, u.ID)
	_, err := s.db.From(ctx).NewUpdate().Model(&userRow{User: u}).ExcludeColumn("created_at", "owner_id", "suspended_at", "suspended_note").
		Where("id = ? AND owner_id = ?", u.ID, u.OwnerID).Exec(ctx)
	if db.IsUnique(err, "email") {
		return account.ErrEmailTaken
	}
	if err != nil {
		return fmt.Errorf("update user %d: %w", u.ID, err)
	}
	if !u.DeletedAt.IsZero() {
		return s.RemoveTerms(ctx, u.OwnerID, account.TermUser, u.ID)
	}
	return s.SetTerms(ctx, u.Terms())
}

// selectUsers selects whole users, with when they were last seen.
func (s *Store) selectUsers(ctx context.Context, model any) *bun.SelectQuery {
	return s.db.From(ctx).NewSelect().Model(model).ColumnExpr("?TableColumns").
		ColumnExpr("(SELECT l.last_seen FROM account_last_seen AS l WHERE l.user_id = u.id) AS last_seen")
}

// UserByEmail returns a user by e-mail address.
func (s *Store) UserByEmail(ctx context.Context, email string) (account.User, error) {
	var row userRow
	err := s.selectUsers(ctx, &row).Where("email = ? AND deleted_at IS NULL", email).Scan(ctx)
	return row.User, db.Found(err, "select user by e-mail")
}

// User returns a user by id.
func (s *Store) User(ctx context.Context, id int64) (account.User, error) {
	var row userRow
	err := s.selectUsers(ctx, &row).Where("id = ? AND deleted_at IS NULL", id).Scan(ctx)
	return row.User, db.Found(err, "select user %d", id)
}

// LockUser returns a user and locks its row until the transaction ends.
func (s *Store) LockUser(ctx context.Context, id int64) (account.User, error) {
	var row userRow
	err := s.db.ForUpdate(s.selectUsers(ctx, &row)).Where("id = ? AND deleted_at IS NULL", id).Scan(ctx)
	return row.User, db.Found(err, "lock user %d", id)
}

// SubUsers lists the sub-users of an account in order of creation.
func (s *Store) SubUsers(ctx context.Context, owner int64, req page.Request) ([]account.User, int, error) {
	var rows []userRow
	n, err := s.selectUsers(ctx, &rows).
		Where("owner_id = ? AND NOT is_manager AND deleted_at IS NULL", owner).
		Order("id").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select sub-users of %d: %w", owner, err)
	}
	return users(rows), int(n), nil
}

func users(rows []userRow) []account.User {
	list := make([]account.User, len(rows))
	for i, r := range rows {
		list[i] = r.User
	}
	return list
}

// SubUser returns one sub-user of an account.
func (s *Store) SubUser(ctx context.Context, owner, id int64) (account.User, error) {
	var row userRow
	err := s.selectUsers(ctx, &row).
		Where("id = ? AND owner_id = ? AND NOT is_manager AND deleted_at IS NULL", id, owner).Scan(ctx)
	return row.User, db.Found(err, "select sub-user %d of %d", id, owner)
}

// Online reports which users have an active session that was seen after since.
func (s *Store) Online(ctx context.Context, ids []int64, since time.Time) (map[int64]bool, error) {
	online := map[int64]bool{}
	if len(ids) == 0 {
		return online, nil
	}
	var seen []int64
	err := s.db.From(ctx).NewSelect().Model((*sessionRow)(nil)).ColumnExpr("DISTINCT user_id").
		Where("user_id IN (?) AND is_active AND last_seen > ?", bun.List(ids), since).Scan(ctx, &seen)
	if err != nil {
		return nil, fmt.Errorf("select who is online: %w", err)
	}
	for _, id := range seen {
		online[id] = true
	}
	return online, nil
}

// Emails returns the addresses of users of an account, by id.
func (s *Store) Emails(ctx context.Context, owner int64, ids []int64) (map[int64]string, error) {
	emails := map[int64]string{}
	if len(ids) == 0 {
		return emails, nil
	}
	var rows []userRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("id", "email").
		Where("owner_id = ? AND id IN (?) AND deleted_at IS NULL", owner, bun.List(ids)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select e-mail addresses of %d: %w", owner, err)
	}
	for _, r := range rows {
		emails[r.ID] = r.Email
	}
	return emails, nil
}

// AvatarsInUse reports which of the keys are some user's avatar.
func (s *Store) AvatarsInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	used := map[string]bool{}
	if len(keys) == 0 {
		return used, nil
	}
	var found []string
	err := s.db.From(ctx).NewSelect().Model((*userRow)(nil)).ColumnExpr("DISTINCT avatar_key").
		Where("avatar_key IN (?) AND avatar_key <> '' AND deleted_at IS NULL", bun.List(keys)).Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("select avatars in use: %w", err)
	}
	for _, k := range found {
		used[k] = true
	}
	return used, nil
}
