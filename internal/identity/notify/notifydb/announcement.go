package notifydb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/notify"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type announcementRow struct {
	bun.BaseModel `bun:"table:notify_announcements,alias:a"`
	notify.Announcement
}

// InsertAnnouncement stores an announcement and sets its id.
func (s *Store) InsertAnnouncement(ctx context.Context, a *notify.Announcement) error {
	s.db.Raise(ctx, notify.News, notify.NewsID)
	row := &announcementRow{Announcement: *a}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert announcement: %w", err)
	}
	a.ID = row.ID
	return nil
}

// UpdateAnnouncement stores everything but created_at.
func (s *Store) UpdateAnnouncement(ctx context.Context, a notify.Announcement) error {
	s.db.Raise(ctx, notify.News, notify.NewsID)
	_, err := s.db.From(ctx).NewUpdate().Model(&announcementRow{Announcement: a}).ExcludeColumn("created_at").WherePK().Exec(ctx)
	if err != nil {
		return fmt.Errorf("update announcement %d: %w", a.ID, err)
	}
	return nil
}

// DeleteAnnouncement removes an announcement.
func (s *Store) DeleteAnnouncement(ctx context.Context, id int64) error {
	s.db.Raise(ctx, notify.News, notify.NewsID)
	if _, err := s.db.From(ctx).NewDelete().Model((*announcementRow)(nil)).Where("id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("delete announcement %d: %w", id, err)
	}
	return nil
}

// LockAnnouncement returns an announcement and locks its row until the transaction ends.
func (s *Store) LockAnnouncement(ctx context.Context, id int64) (notify.Announcement, error) {
	var row announcementRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row)).Where("id = ?", id).Scan(ctx)
	return row.Announcement, db.Found(err, "lock announcement %d", id)
}

// Announcements lists all of them, the latest start first.
func (s *Store) Announcements(ctx context.Context, req page.Request) ([]notify.Announcement, int, error) {
	return s.announcements(ctx, req, func(q *bun.SelectQuery) *bun.SelectQuery { return q })
}

// AnnouncementsInForce lists those for some audiences that have begun and not
// ended, the latest start first.
func (s *Store) AnnouncementsInForce(ctx context.Context, to []notify.Reach, at time.Time, req page.Request) ([]notify.Announcement, int, error) {
	return s.announcements(ctx, req, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("audience IN (?) AND starts_at <= ?", bun.List(to), at).Where("ends_at IS NULL OR ends_at > ?", at)
	})
}

func (s *Store) announcements(ctx context.Context, req page.Request, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]notify.Announcement, int, error) {
	var rows []announcementRow
	n, err := narrow(s.db.From(ctx).NewSelect().Model(&rows)).
		Order("starts_at DESC", "id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select announcements: %w", err)
	}
	list := make([]notify.Announcement, len(rows))
	for i, r := range rows {
		list[i] = r.Announcement
	}
	return list, int(n), nil
}
