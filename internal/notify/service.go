package notify

import (
	"context"
	"time"

	"allot/internal/account"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/page"
)

// Store is what the module asks of its database; a missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertNotifications(ctx context.Context, list []Notification) error
	Notifications(ctx context.Context, owner, user int64, f Filter, req page.Request) ([]Notification, int, error)
	Notification(ctx context.Context, owner, user, id int64) (Notification, error)
	LockNotification(ctx context.Context, owner, user, id int64) (Notification, error)
	CountUnread(ctx context.Context, owner, user int64) (int, error)
	SetRead(ctx context.Context, owner, user, id int64, read bool) error
	SetAllRead(ctx context.Context, owner, user int64) (int, error)
	DeleteNotifications(ctx context.Context, owner, user int64, d Dismissal) (int, error)
	SetMailed(ctx context.Context, owner, user, id int64, at time.Time) error
	PurgeNotifications(ctx context.Context, read bool, before time.Time, most int) (int, error)

	InsertAnnouncement(ctx context.Context, a *Announcement) error
	UpdateAnnouncement(ctx context.Context, a Announcement) error
	DeleteAnnouncement(ctx context.Context, id int64) error
	LockAnnouncement(ctx context.Context, id int64) (Announcement, error)
	Announcements(ctx context.Context, req page.Request) ([]Announcement, int, error)
	AnnouncementsInForce(ctx context.Context, to []Reach, at time.Time, req page.Request) ([]Announcement, int, error)
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Jobs     *jobs.Queue
	Audit    *audit.Trail
	Mail     mailer.Sender
	Now      func() time.Time
	// LinkBase is where links in letters lead, without a trailing slash.
	LinkBase func() string
	// Serves tells whether a path of ours leads somewhere. The paths of pages that
	// are not there yet are stored all the same, and shown once they are.
	Serves func(path string) bool
	// WantsMail tells whether a user also wants a kind by e-mail. It is asked
	// when the e-mail is about to go out, so that the latest choice counts.
	WantsMail func(ctx context.Context, userID int64, kind string) (bool, error)
}

// Service is the module's front.
type Service struct {
	Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, store: d.Store} }

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return stored(s.Now()) }
