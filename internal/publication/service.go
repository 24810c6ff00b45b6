package publication

import (
	"context"
	"time"

	"allot/internal/account"
	"allot/internal/facts"
	"allot/internal/mailing"
	"allot/internal/notify"
	"allot/internal/photo"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
	"allot/internal/property"
	"allot/internal/settings"
)

// Store is what the module asks of its database. A missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertPublication(ctx context.Context, p *Publication, s Snapshot) error
	UpdatePublication(ctx context.Context, p Publication) error
	// ReplacePending ends the submission of a property that still waits.
	ReplacePending(ctx context.Context, owner, property int64) error
	// Publication is read by staff, whose queue has the submissions of every account.
	Publication(ctx context.Context, id int64) (Publication, error)
	Snapshot(ctx context.Context, p Publication) (Snapshot, error)
	Pending(ctx context.Context, req page.Request) ([]Publication, int, error)
	History(ctx context.Context, owner, property int64, req page.Request) ([]Publication, int, error)
	// Version is one published version of an account.
	Version(ctx context.Context, owner, id int64) (Version, error)
	// LastVersion is the newest published version of a property.
	LastVersion(ctx context.Context, owner, property int64) (Version, error)
	LastPublished(ctx context.Context, owner int64, only []int64) (*time.Time, error)
	FilesInUse(ctx context.Context, keys []string) (map[string]bool, error)

	// ShowVersion makes a version what is published of its property now.
	ShowVersion(ctx context.Context, card Card, rooms []Room) error
	// What is published of any account: the contracts of whoever asks decide,
	// which this module does not know.
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
	// LinkBase is where links in letters lead, without a trailing slash.
	LinkBase func() string
	// AutoReview publishes what is submitted at once.
	AutoReview bool
	// MaxAttached is from which size on a gallery is mailed as a link; by
	// default what most mailboxes still take.
	MaxAttached int64
	// EnforceGate refuses to submit a sheet with gaps.
	EnforceGate bool
}

// Service is the module's front.
type Service struct {
	Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service {
	s := &Service{Deps: d, store: d.Store}
	if s.MaxAttached == 0 {
		s.MaxAttached = maxAttached
	}
	return s
}

// FilesInUse tells which files of properties the module still shows.
func (s *Service) FilesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.store.FilesInUse(ctx, keys)
}

// Makers are who writes the module's mailings.
func (s *Service) Makers() map[string]mailing.Maker {
	return map[string]mailing.Maker{string(whatSheet): s.maker(whatSheet), string(whatGallery): s.maker(whatGallery)}
}

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
