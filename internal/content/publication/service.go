package publication

import (
	"context"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/mailing"
	"allot/internal/identity/notify"
	"allot/internal/identity/settings"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertPublication(ctx context.Context, p *Publication, s Snapshot) error
	UpdatePublication(ctx context.Context, p Publication) error
	// ReplacePending marks the pending submission of a property as replaced.
	ReplacePending(ctx context.Context, owner, property int64) error
	// Publication returns a submission of any account, for staff.
	Publication(ctx context.Context, id int64) (Publication, error)
	Snapshot(ctx context.Context, p Publication) (Snapshot, error)
	Pending(ctx context.Context, req page.Request) ([]Publication, int, error)
	History(ctx context.Context, owner, property int64, req page.Request) ([]Publication, int, error)
	// Version returns one published version of an account.
	Version(ctx context.Context, owner, id int64) (Version, error)
	// LastVersion returns the newest published version of a property.
	LastVersion(ctx context.Context, owner, property int64) (Version, error)
	LastPublished(ctx context.Context, owner int64, only []int64) (*time.Time, error)
	FilesInUse(ctx context.Context, keys []string) (map[string]bool, error)

	// ShowVersion stores a version as the current one of its property.
	ShowVersion(ctx context.Context, card Card, rooms []Room) error
	// The following return what is published of any account; callers check the contracts, which
	// this module does not know.
	Card(ctx context.Context, property int64) (Card, error)
	Cards(ctx context.Context, f CardFilter, req page.Request) ([]Card, int, error)
	CardsOf(ctx context.Context, properties []int64) ([]Card, error)
	RoomIDs(ctx context.Context, owners []int64) ([]int64, error)
	RoomsByID(ctx context.Context, ids []int64) ([]Room, error)
	RoomsOf(ctx context.Context, properties []int64) ([]Room, error)
	Current(ctx context.Context, property int64) (Version, error)
	CurrentOf(ctx context.Context, properties []int64) ([]Version, error)
	PublishedIDs(ctx context.Context, f CardFilter) ([]int64, error)
	ShownAsOf(ctx context.Context, f CardFilter, asOf time.Time) ([]Shown, error)
	VersionsAsOf(ctx context.Context, properties []int64, countries []string, asOf time.Time) ([]Version, error)
}

// Deps is what the service works with.
type Deps struct {
	Store      Store
	Catalogue  *facts.Catalogue
	Accounts   *account.Service
	Properties *property.Service
	Photos     *photo.Service
	Settings   *settings.Service
	Notify     *notify.Service
	Events     *outbox.Outbox
	Audit      *audit.Trail
	Mailings   *mailing.Service
	Blobs      blob.Store
	Box        *secret.Box
	Now        func() time.Time
	// Published runs after a property has another published version, in its transaction.
	Published func(ctx context.Context, owner, property int64) error
	// LinkBase returns the address that links in letters begin with, without a trailing slash.
	LinkBase func() string
	// AutoReview publishes submissions at once.
	AutoReview bool
	// MaxAttached is the size above which a gallery is mailed as a link; the default is what
	// most mailboxes accept.
	MaxAttached int64
	// EnforceGate refuses to submit a sheet with missing facts.
	EnforceGate bool
}

// Service implements the operations of the module.
type Service struct {
	deps  Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service {
	s := &Service{deps: d, store: d.Store}
	if s.deps.MaxAttached == 0 {
		s.deps.MaxAttached = maxAttached
	}
	return s
}

// FilesInUse tells which files of properties the module still shows.
func (s *Service) FilesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.store.FilesInUse(ctx, keys)
}

// ContentFuncs returns the functions that write the module's mailings, by document.
func (s *Service) ContentFuncs() map[string]mailing.ContentFunc {
	return map[string]mailing.ContentFunc{string(documentSheet): s.content(documentSheet), string(documentGallery): s.content(documentGallery)}
}

// now returns the time in UTC, in microseconds as both databases store it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }
