package accountdb

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/platform/page"
)

// isAccount selects the managers of customers' accounts, in the words of the index
// account_users_accounts.
const isAccount = "u.is_manager AND u.account_type <> 'admin' AND u.deleted_at IS NULL"

// Accounts lists the managers of accounts, newest first.
func (s *Store) Accounts(ctx context.Context, f account.AccountFilter, req page.Request) ([]account.User, int, error) {
	var rows []userRow
	err := s.matching(ctx, f).Model(&rows).Order("u.id DESC").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select accounts: %w", err)
	}
	if n, known := req.Count(len(rows)); known {
		return users(rows), n, nil
	}
	n, err := s.matching(ctx, f).Model((*userRow)(nil)).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count accounts: %w", err)
	}
	return users(rows), int(n), nil
}

func (s *Store) matching(ctx context.Context, f account.AccountFilter) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Where(isAccount)
	if f.AccountType != "" {
		q = q.Where("u.account_type = ?", f.AccountType)
	}
	switch f.Status {
	case account.StatusActive:
		q = q.Where("u.suspended_at IS NULL")
	case account.StatusSuspended:
		q = q.Where("u.suspended_at IS NOT NULL")
	}
	if f.Among != nil {
		q = s.db.Among(q, "u.id", f.Among.IDs, f.Among.Others)
	}
	if f.Query != "" {
		q = q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
			q = s.found(ctx, q, f.Query)
			if f.Also != 0 {
				q = q.WhereOr("u.id = ?", f.Also)
			}
			if id, err := strconv.ParseInt(f.Query, 10, 64); err == nil {
				q = q.WhereOr("u.id = ?", id)
			}
			return q
		})
	}
	return q
}

type useRow struct {
	bun.BaseModel `bun:"table:account_users,alias:u"`
	OwnerID       int64     `bun:"owner_id"`
	Users         int       `bun:"users"`
	LastSeen      time.Time `bun:"last_seen,nullzero"`
}

// Uses counts the users of accounts and says when one of them was last seen, by owner.
func (s *Store) Uses(ctx context.Context, owners []int64) (map[int64]account.Use, error) {
	uses := map[int64]account.Use{}
	if len(owners) == 0 {
		return uses, nil
	}
	var rows []useRow
	err := s.db.From(ctx).NewSelect().Model(&rows).ColumnExpr("u.owner_id, count(*) AS users, max(l.last_seen) AS last_seen").
		Join("LEFT JOIN account_last_seen AS l ON l.user_id = u.id").
		Where("u.owner_id IN (?) AND u.deleted_at IS NULL", bun.List(owners)).Group("u.owner_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("count the users of %d accounts: %w", len(owners), err)
	}
	for _, r := range rows {
		uses[r.OwnerID] = account.Use{Users: r.Users, LastSeen: r.LastSeen}
	}
	return uses, nil
}

// UsersOf lists at most limit users of an account. The manager is the oldest of them.
func (s *Store) UsersOf(ctx context.Context, owner int64, limit int) ([]account.User, error) {
	var rows []userRow
	err := s.selectUsers(ctx, &rows).Where("u.owner_id = ? AND u.deleted_at IS NULL", owner).
		Order("u.id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select users of %d: %w", owner, err)
	}
	return users(rows), nil
}

// ActiveSessionsOf lists the sessions that users have open, oldest first, by user.
func (s *Store) ActiveSessionsOf(ctx context.Context, ids []int64) (map[int64][]account.Session, error) {
	open := map[int64][]account.Session{}
	if len(ids) == 0 {
		return open, nil
	}
	var rows []sessionRow
	err := s.db.From(ctx).NewSelect().Model(&rows).ExcludeColumn("token_hash").
		Where("s.user_id IN (?) AND s.is_active", bun.List(ids)).Order("s.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select active sessions of %d users: %w", len(ids), err)
	}
	for _, r := range rows {
		open[r.UserID] = append(open[r.UserID], r.Session)
	}
	return open, nil
}
