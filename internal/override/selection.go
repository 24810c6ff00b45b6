package override

import (
	"encoding/json"
	"fmt"
	"slices"

	"allot/internal/platform/apperr"
	"allot/internal/publication"
)

// Photo is a picture as an operator shows it: of the hotel, or of its own. The
// two have ids of their own.
type Photo struct {
	publication.Photo
	Own bool
}

// Ref names a photo of a selection.
type Ref struct {
	ID  int64 `json:"id" minimum:"1"`
	Own bool  `json:"own,omitempty" doc:"True for a photo of your own"`
}

func (p Photo) ref() Ref { return Ref{ID: p.ID, Own: p.Own} }

// selection is what a wish for photos holds: those to show, in this order.
type selection struct {
	Photos []Ref `json:"photos"`
}

// maxPhotos bounds a selection; no gallery comes near it.
const maxPhotos = 2000

// check refuses photos that are not there to be selected.
func (s selection) check(photos []Photo) error {
	var f apperr.Fields
	f.Checkf(len(s.Photos) <= maxPhotos, "photos", "must have at most %d entries", maxPhotos)
	if len(f) > 0 {
		return f.Err()
	}
	known := make(map[Ref]bool, len(photos))
	for _, p := range photos {
		known[p.ref()] = true
	}
	seen := make(map[Ref]bool, len(s.Photos))
	for i, ref := range s.Photos {
		name := fmt.Sprintf("photos[%d].id", i)
		f.Check(known[ref], name, "is no photo of this property; photos of your own need \"own\": true")
		f.Check(!seen[ref], name, "is in the list twice")
		seen[ref] = true
	}
	return f.Err()
}

// pick gives the photos that are selected, in the order of the selection. What
// is not published any more is left out.
func (s selection) pick(photos []Photo) []Photo {
	by := make(map[Ref]Photo, len(photos))
	for _, p := range photos {
		by[p.ref()] = p
	}
	out := make([]Photo, 0, len(s.Photos))
	for _, ref := range s.Photos {
		if p, ok := by[ref]; ok {
			out = append(out, p)
		}
	}
	return out
}

// gallery numbers photos as they are shown. One of them is the cover: that of
// the hotel where the order is the hotel's, else the first.
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

// ofHotel are the photos that a hotel has published.
func ofHotel(photos []publication.Photo) []Photo {
	out := make([]Photo, len(photos))
	for i, p := range photos {
		out[i] = Photo{Photo: p}
	}
	return out
}

// selectionBase remembers which photos there were to choose from.
type selectionBase struct {
	Photos []int64 `json:"photos"`
}

// newPhotos are those that were published after the selection was made.
func newPhotos(base json.RawMessage, photos []publication.Photo) ([]int64, error) {
	var b selectionBase
	if err := json.Unmarshal(base, &b); err != nil {
		return nil, fmt.Errorf("decode what a selection was made of: %w", err)
	}
	out := []int64{}
	for _, p := range photos {
		if !slices.Contains(b.Photos, p.ID) {
			out = append(out, p.ID)
		}
	}
	return out, nil
}
