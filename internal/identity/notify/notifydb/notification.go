package notifydb

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/notify"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type notificationRow struct {
	bun.BaseModel `bun:"table:notify_notifications,alias:n"`
	notify.Notification
}

// InsertNotifications stores notifications of different users and sets their ids.
func (s *Store) InsertNotifications(ctx context.Context, list []notify.Notification) error {
	rows := make([]notificationRow, len(list))
	for i, n := range list {
		rows[i].Notification = n
		s.db.Raise(ctx, notify.Inbox, n.UserID)
	}
	// SQLite does not promise the order of returned rows, so ids are matched by user.
	var ids []struct{ ID, UserID int64 }
	if _, err := s.db.From(ctx).NewInsert().Model(&rows).Returning("id, user_id").Exec(ctx, &ids); err != nil {
		return fmt.Errorf("insert %d notifications: %w", len(list), err)
	}
	byUser := make(map[int64]int64, len(ids))
	for _, r := range ids {
		byUser[r.UserID] = r.ID
	}
	for i := range list {
		list[i].ID = byUser[list[i].UserID]
	}
	return nil
}

// Notifications lists a user's notifications, newest first.
func (s *Store) Notifications(ctx context.Context, owner, user int64, f notify.Filter, req page.Request) ([]notify.Notification, int, error) {
	var rows []notificationRow
	q := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ? AND user_id = ?", owner, user)
	if f.IsRead != nil {
		q.Where("is_read = ?", *f.IsRead)
	}
	if f.Kind != "" {
		q.Where("kind = ?", f.Kind)
	}
	n, err := q.Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select notifications of user %d: %w", user, err)
	}
	list := make([]notify.Notification, len(rows))
	for i, r := range rows {
		list[i] = r.Notification
	}
	return list, int(n), nil
}

// Notification returns one notification of a user.
func (s *Store) Notification(ctx context.Context, owner, user, id int64) (notify.Notification, error) {
	var row notificationRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ? AND user_id = ? AND id = ?", owner, user, id).Scan(ctx)
	return row.Notification, db.Found(err, "select notification %d of user %d", id, user)
}

// LockNotification returns a notification and locks its row until the transaction ends.
func (s *Store) LockNotification(ctx context.Context, owner, user, id int64) (notify.Notification, error) {
	var row notificationRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row)).
		Where("owner_id = ? AND user_id = ? AND id = ?", owner, user, id).Scan(ctx)
	return row.Notification, db.Found(err, "lock notification %d of user %d", id, user)
}

// CountUnread counts a user's unread notifications.
func (s *Store) CountUnread(ctx context.Context, owner, user int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*notificationRow)(nil)).
		Where("owner_id = ? AND user_id = ? AND is_read = ?", owner, user, false).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count unread notifications of user %d: %w", user, err)
	}
	return int(n), nil
}

// SetRead marks one notification of a user as read or unread.
func (s *Store) SetRead(ctx context.Context, owner, user, id int64, read bool) error {
	s.db.Raise(ctx, notify.Inbox, user)
	_, err := s.db.From(ctx).NewUpdate().Model((*notificationRow)(nil)).Set("is_read = ?", read).
		Where("owner_id = ? AND user_id = ? AND id = ?", owner, user, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("mark notification %d: %w", id, err)
	}
	return nil
}

// SetAllRead marks every unread notification of a user as read and returns how many.
func (s *Store) SetAllRead(ctx context.Context, owner, user int64) (int, error) {
	s.db.Raise(ctx, notify.Inbox, user)
	unread := s.lockIDs(ctx).Where("owner_id = ? AND user_id = ? AND is_read = ?", owner, user, false)
	res, err := s.db.From(ctx).NewUpdate().Model((*notificationRow)(nil)).Set("is_read = ?", true).
		Where("id IN (?)", unread).Exec(ctx)
	return affected(res, err, "mark notifications of user %d as read", user)
}

// DeleteNotifications removes notifications of a user and returns how many.
func (s *Store) DeleteNotifications(ctx context.Context, owner, user int64, d notify.Dismissal) (int, error) {
	s.db.Raise(ctx, notify.Inbox, user)
	doomed := s.lockIDs(ctx).Where("owner_id = ? AND user_id = ?", owner, user)
	if !d.All {
		doomed.Where("id IN (?)", bun.List(d.IDs))
	}
	res, err := s.db.From(ctx).NewDelete().Model((*notificationRow)(nil)).Where("id IN (?)", doomed).Exec(ctx)
	return affected(res, err, "delete notifications of user %d", user)
}

// lockIDs selects ids in order and locks the rows, so that two statements that change many rows
// of one user do not deadlock.
func (s *Store) lockIDs(ctx context.Context) *bun.SelectQuery {
	return s.db.ForUpdate(s.db.From(ctx).NewSelect().Model((*notificationRow)(nil)).Column("id").Order("id"))
}

// SetMailed stores when a notification was sent by e-mail, which its user does not see: no stamp
// is raised.
func (s *Store) SetMailed(ctx context.Context, owner, user, id int64, at time.Time) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*notificationRow)(nil)).Set("mailed_at = ?", at).
		Where("owner_id = ? AND user_id = ? AND id = ?", owner, user, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("mark notification %d as mailed: %w", id, err)
	}
	return nil
}

// PurgeNotifications deletes at most most notifications of all users that are read, or unread,
// and older than before.
func (s *Store) PurgeNotifications(ctx context.Context, read bool, before time.Time, most int) (int, error) {
	old := s.db.From(ctx).NewSelect().Model((*notificationRow)(nil)).Column("id").
		Where("is_read = ? AND created_at < ?", read, before).Order("created_at").Limit(int64(most))
	var users []int64
	if err := s.db.From(ctx).NewDelete().Model((*notificationRow)(nil)).Where("id IN (?)", old).Returning("user_id").Scan(ctx, &users); err != nil {
		return 0, fmt.Errorf("purge notifications: %w", err)
	}
	s.db.Raise(ctx, notify.Inbox, users...)
	return len(users), nil
}

func affected(res sql.Result, err error, format string, args ...any) (int, error) {
	if err != nil {
		return 0, fmt.Errorf(format+": %w", append(args, err)...)
	}
	n, err := res.RowsAffected()
	return int(n), err
}
