package photo

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Filter narrows a gallery; zero fields do not narrow.
type Filter struct {
	Category Category
	Room     int64
}

// Gallery returns a page of the photos of a property, in their order.
func (s *Service) Gallery(ctx context.Context, who auth.Caller, property int64, f Filter, req page.Request) ([]Photo, int, error) {
	if _, err := s.deps.Properties.Own(ctx, who, property); err != nil {
		return nil, 0, err
	}
	return s.store.PhotosPage(ctx, who.OwnerID, property, f, req)
}

// All returns every photo of a property in the order of its gallery.
func (s *Service) All(ctx context.Context, owner, property int64) ([]Photo, error) {
	return s.store.Photos(ctx, owner, property)
}

// Order moves the photos of ids to the front, in that order; the others follow in their present
// order. It returns the ids of the whole gallery.
func (s *Service) Order(ctx context.Context, who auth.Caller, property int64, ids []int64) (after []int64, err error) {
	err = s.change(ctx, who, property, func(ctx context.Context) error {
		photos, err := s.store.Photos(ctx, who.OwnerID, property)
		if err != nil {
			return err
		}
		ordered, err := reorder(photos, ids)
		if err != nil {
			return err
		}
		before := idsOf(photos)
		if after = idsOf(ordered); slices.Equal(before, after) {
			return nil
		}
		if err := s.store.SavePositions(ctx, who.OwnerID, property, after); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{
			Action: "order", ObjectType: "gallery", ObjectID: property,
			Before: map[string][]int64{"photos": before}, After: map[string][]int64{"photos": after},
		})
	})
	return after, err
}

func idsOf(photos []Photo) []int64 {
	ids := make([]int64, len(photos))
	for i, p := range photos {
		ids[i] = p.ID
	}
	return ids
}
