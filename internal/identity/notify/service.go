package notify

import (
	"context"
	"time"

	"allot/internal/identity/account"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/page"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
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
	// LinkBase returns the address that links in letters begin with, without a trailing slash.
	LinkBase func() string
	// Serves reports whether this installation serves a path. A link to a page that is not
	// served yet is stored, and shown once the page is served.
	Serves func(path string) bool
	// WantsMail reports whether a user also wants a kind by e-mail. It is called just before
	// the e-mail is sent, so that the latest choice counts.
	WantsMail func(ctx context.Context, userID int64, kind string) (bool, error)
}

// Service implements the operations of the module.
type Service struct {
	deps  Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// now returns the time as both databases store it.
func (s *Service) now() time.Time { return stored(s.deps.Now()) }
