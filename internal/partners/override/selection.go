package override

import (
	"encoding/json"
	"fmt"
	"slices"

	"allot/internal/content/publication"
	"allot/internal/platform/apperr"
)

// Photo is a photo that an operator shows: one of the hotel's, or one of its
// own. The ids of the two overlap.
type Photo struct {
	publication.Photo
	Own bool
}

// Ref identifies a photo in a selection.
type Ref struct {
	ID  int64 `json:"id" minimum:"1"`
	Own bool  `json:"own,omitempty" doc:"True for a photo of your own"`
}

func (p Photo) ref() Ref { return Ref{ID: p.ID, Own: p.Own} }

// selection is the value of an override for photos: those to show, in this
// order.
type selection struct {
	Photos []Ref `json:"photos"`
}

// maxPhotos bounds a selection; it is far above the size of a gallery.
const maxPhotos = 2000

// check refuses photos that cannot be selected, and duplicates.
func (s selection) check(photos []Photo) error {
	var f apperr.Fields
	f.Checkf(len(s.Photos) <= maxPhotos, "photos", "must have at most %d entries", maxPhotos)
	if len(f) > 0 {
		return f.Err()
	}
	selectable := make(map[Ref]bool, len(photos))
	for _, p := range photos {
		selectable[p.ref()] = true
	}
	seen := make(map[Ref]bool, len(s.Photos))
	for i, ref := range s.Photos {
		name := fmt.Sprintf("photos[%d].id", i)
		f.Check(selectable[ref], name, "is no photo of this property; photos of your own need \"own\": true")
		f.Check(!seen[ref], name, "is in the list twice")
		seen[ref] = true
	}
	return f.Err()
}

// pick returns the selected photos in the order of the selection. Photos that
// are no longer published are left out.
func (s selection) pick(photos []Photo) []Photo {
	byRef := make(map[Ref]Photo, len(photos))
	for _, p := range photos {
		byRef[p.ref()] = p
	}
	out := make([]Photo, 0, len(s.Photos))
	for _, ref := range s.Photos {
		if p, ok := byRef[ref]; ok {
			out = append(out, p)
		}
	}
	return out
}

// gallery sets the positions and the cover: the hotel's cover if there is no
// selection, else the first photo.
func gallery(photos []Photo, ordered bool) []Photo {
	hasCover := slices.ContainsFunc(photos, func(p Photo) bool { return p.IsCover })
	for i := range photos {
		photos[i].Position = i
		if ordered || !hasCover {
			photos[i].IsCover = i == 0
		}
	}
	return photos
}

// hotelPhotos converts the photos that a hotel has published.
func hotelPhotos(photos []publication.Photo) []Photo {
	out := make([]Photo, len(photos))
	for i, p := range photos {
		out[i] = Photo{Photo: p}
	}
	return out
}

// selectionBase stores which photos could be selected at the time.
type selectionBase struct {
	Photos []int64 `json:"photos"`
}

// newPhotos returns the ids of photos that were published after the selection
// was made.
func newPhotos(base json.RawMessage, photos []publication.Photo) ([]int64, error) {
	var b selectionBase
	if err := json.Unmarshal(base, &b); err != nil {
		return nil, fmt.Errorf("decode the photos that a selection was made from: %w", err)
	}
	out := []int64{}
	for _, p := range photos {
		if !slices.Contains(b.Photos, p.ID) {
			out = append(out, p.ID)
		}
	}
	return out, nil
}
