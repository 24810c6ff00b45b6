package accountdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
	"allot/internal/platform/stamp"
)

type sessionRow struct {
	bun.BaseModel `bun:"table:account_sessions,alias:s"`
	account.Session
}

// liveRow is a session joined with the user and permissions that make up its caller.
type liveRow struct {
	bun.BaseModel `bun:"table:account_sessions,alias:s"`
	account.Session
	Suspended  bool           `bun:"suspended,scanonly"`
	User       *userRow       `bun:"rel:belongs-to,join:user_id=id"`
	Permission *permissionRow `bun:"rel:belongs-to,join:user_id=user_id"`
}

// InsertSession stores a session and sets its id.
func (s *Store) InsertSession(ctx context.Context, session *account.Session) error {
	s.changed(ctx, session.UserID)
	row := &sessionRow{Session: *session}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert session of user %d: %w", session.UserID, err)
	}
	*session = row.Session
	return nil
}

// LiveByToken finds an active session with its user, from memory if that is
// current: every request asks it.
func (s *Store) LiveByToken(ctx context.Context, tokenHash []byte) (account.ActiveSession, error) {
	return s.live.Get(ctx, string(tokenHash), func(ctx context.Context) (live account.ActiveSession, st stamp.Stamps, err error) {
		if live, err = s.readLive(ctx, tokenHash); err != nil {
			return live, st, err
		}
		// The manager's stamp tells of a suspension, whichever user of the account this is.
		keys := account.Access.Of(live.User.ID)
		if live.User.OwnerID != live.User.ID {
			keys = account.Access.Of(live.User.ID, live.User.OwnerID)
		}
		st, err = s.db.Stamps(ctx, keys)
		return live, st, err
	})
}

func liveByHash(from bun.IDB) *bun.SelectQuery {
	return from.NewSelect().Model((*liveRow)(nil)).Column("s.id", "s.user_id", "s.remember_me", "s.last_seen").
		ColumnExpr("EXISTS (SELECT 1 FROM account_users AS o WHERE o.id = ?.owner_id AND o.suspended_at IS NOT NULL) AS suspended", bun.Ident("user")).
		Relation("User", func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.Column("id", "owner_id", "account_type", "is_manager", "language", "deleted_at")
		}).
		Relation("Permission").Where("s.token_hash = ? AND s.is_active", db.Arg)
}

func (s *Store) readLive(ctx context.Context, tokenHash []byte) (account.ActiveSession, error) {
	var row liveRow
	if err := db.Found(s.byHash.Scan(ctx, &row, tokenHash), "select session by token"); err != nil {
		return account.ActiveSession{}, err
	}
	if row.User == nil || !row.User.DeletedAt.IsZero() {
		return account.ActiveSession{}, apperr.ErrNotFound
	}
	live := account.ActiveSession{Session: row.Session, User: row.User.User, Suspended: row.Suspended}
	if row.Permission != nil {
		live.Permission = row.Permission.Permission
	}
	return live, nil
}

// ActiveSessions lists the sessions a user has open, oldest first.
func (s *Store) ActiveSessions(ctx context.Context, user int64) ([]account.Session, error) {
	var rows []sessionRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("user_id = ? AND is_active", user).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select active sessions of user %d: %w", user, err)
	}
	return sessions(rows), nil
}

// Sessions lists a user's sessions, newest first.
func (s *Store) Sessions(ctx context.Context, user int64, req page.Request) ([]account.Session, int, error) {
	var rows []sessionRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).Where("user_id = ?", user).
		Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select sessions of user %d: %w", user, err)
	}
	return sessions(rows), int(n), nil
}

func sessions(rows []sessionRow) []account.Session {
	out := make([]account.Session, len(rows))
	for i, r := range rows {
		out[i] = r.Session
	}
	return out
}

// EndSession ends one session. A session that does not exist or is not the user's is not found;
// ending one twice is no error.
func (s *Store) EndSession(ctx context.Context, user, id int64, at time.Time) error {
	s.changed(ctx, user)
	res, err := s.end(ctx, at).Where("id = ? AND user_id = ?", id, user).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end session %d: %w", id, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return fmt.Errorf("end session %d: %w", id, err)
	}
	if n == 0 {
		return apperr.ErrNotFound
	}
	return nil
}

// EndSessions ends all sessions of a user but one.
func (s *Store) EndSessions(ctx context.Context, user, except int64, at time.Time) error {
	s.changed(ctx, user)
	mine := s.locked(ctx).Where("user_id = ? AND id <> ? AND is_active", user, except)
	_, err := s.end(ctx, at).Where("id IN (?)", mine).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end sessions of user %d: %w", user, err)
	}
	return nil
}

// EndIdleSessions ends the sessions that have been idle for longer than their limit.
func (s *Store) EndIdleSessions(ctx context.Context, now time.Time) error {
	var users []int64
	short, long := account.Session{}, account.Session{RememberMe: true}
	idle := s.locked(ctx).Where("is_active AND last_seen <= ?", now.Add(-short.IdleLimit())).
		Where("last_seen <= ? OR NOT remember_me", now.Add(-long.IdleLimit()))
	err := s.end(ctx, now).Where("id IN (?)", idle).Returning("user_id").Scan(ctx, &users)
	if err != nil {
		return fmt.Errorf("end idle sessions: %w", err)
	}
	s.changed(ctx, users...)
	return nil
}

// locked selects the ids of sessions and locks them in order of their ids, as everybody does who
// changes more than one: an UPDATE alone would lock them in any order. SQLite has one writer.
func (s *Store) locked(ctx context.Context) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Model((*sessionRow)(nil)).Column("s.id")
	if s.db.Engine() == db.Postgres {
		return s.db.ForUpdate(q.Order("s.id"))
	}
	return q
}

func (s *Store) end(ctx context.Context, at time.Time) *bun.UpdateQuery {
	return s.db.From(ctx).NewUpdate().Model((*sessionRow)(nil)).
		Set("is_active = FALSE").Set("token_hash = NULL").Set("ended_at = COALESCE(ended_at, ?)", at)
}

// PurgeSessions deletes sessions that ended before a time. No token opens one.
func (s *Store) PurgeSessions(ctx context.Context, before time.Time) error {
	_, err := s.db.From(ctx).NewDelete().Model((*sessionRow)(nil)).
		Where("NOT is_active AND ended_at < ?", before).
		Where("last_seen < ?", before). // implied by ended_at; the index is on last_seen
		Exec(ctx)
	if err != nil {
		return fmt.Errorf("purge sessions: %w", err)
	}
	return nil
}
