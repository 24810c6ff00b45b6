package widget

import (
	"context"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/inventory/allotment"
	"allot/internal/platform/audit"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/stamp"
)

// Store is what the module asks of its database; a missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertWidget(ctx context.Context, w *Widget) error
	UpdateWidget(ctx context.Context, w Widget) error
	DeleteWidget(ctx context.Context, owner, property int64) error
	Widget(ctx context.Context, owner, property int64) (Widget, error)
	// ByPublicID finds a widget of any account.
	ByPublicID(ctx context.Context, publicID string) (Widget, error)
}

// LimitWindow is the time over which requests of one client address are counted.
const LimitWindow = time.Minute

// Deps is what the service works with.
type Deps struct {
	Store        Store
	Catalogue    *facts.Catalogue
	Accounts     *account.Service
	Properties   *property.Service
	Publications *publication.Service
	Allotments   *allotment.Service
	Audit        *audit.Trail
	Stamps       stamp.Source
	Now          func() time.Time
	// Requests limits how often an address reads widgets.
	Requests *ratelimit.Addresses
}

// cacheBytes bounds the kept views.
const cacheBytes = 8 << 20

// Service is the module's front.
type Service struct {
	deps  Deps
	store Store
	// views are kept by what they are made of, and so never change.
	views *stamp.Cache[viewKey, *View]
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{
		deps: d, store: d.Store,
		views: stamp.NewCache[viewKey]("widgets", d.Stamps, cacheBytes, (*View).bytes),
	}
}

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) record(ctx context.Context, action string, id int64, before, after any) error {
	return s.deps.Audit.Record(ctx, audit.Change{Action: action, ObjectType: "widget", ObjectID: id, Before: before, After: after})
}
