package photo

import (
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/identity/plan"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/page"
	"allot/internal/platform/picture"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertPhoto(ctx context.Context, p *Photo) error
	UpdatePhoto(ctx context.Context, p Photo) error
	DeletePhoto(ctx context.Context, owner, property, id int64) error
	Photo(ctx context.Context, owner, property, id int64) (Photo, error)
	// Photos lists one gallery in its order.
	Photos(ctx context.Context, owner, property int64) ([]Photo, error)
	PhotosPage(ctx context.Context, owner, property int64, f Filter, req page.Request) ([]Photo, int, error)
	CountPhotos(ctx context.Context, owner, property int64) (int, error)
	// MostPhotos returns the number of photos of each account's property that has the most.
	MostPhotos(ctx context.Context, owners []int64) (map[int64]int, error)
	// Position returns the place of a photo among those of its property, oldest first, from 1.
	Position(ctx context.Context, owner, property, id int64) (int, error)
	// LastPosition returns the position of the last photo, -1 without one.
	LastPosition(ctx context.Context, owner, property int64) (int, error)
	// SavePositions numbers the photos in the order of ids.
	SavePositions(ctx context.Context, owner, property int64, ids []int64) error
	// Cover and First return one photo of a gallery.
	Cover(ctx context.Context, owner, property int64) (Photo, error)
	First(ctx context.Context, owner, property int64) (Photo, error)
	FilesInUse(ctx context.Context, keys []string) (map[string]bool, error)
}

// Plans limits what an account can have.
type Plans interface {
	AdmitCounted(ctx context.Context, owner int64, f plan.Feature, used int) error
	// RequireWithin refuses a change to a record that is beyond the plan.
	RequireWithin(ctx context.Context, owner int64, f plan.Feature, position func(ctx context.Context) (int, error)) error
}

// Deps is what the service works with.
type Deps struct {
	Store      Store
	Properties *property.Service
	Plans      Plans
	Audit      *audit.Trail
	Blobs      blob.Store
	// Pictures bounds the memory of uploads.
	Pictures *picture.Gate
	Now      func() time.Time
}

// Service implements the operations of the module.
type Service struct {
	deps  Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// FilesInUse tells which files of properties the module still shows.
func (s *Service) FilesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.store.FilesInUse(ctx, keys)
}

// now returns the time in UTC, in microseconds as both databases store it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }
