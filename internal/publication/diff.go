package publication

import (
	"slices"

	"allot/internal/property"
)

// Change is one difference between a submission and what is published.
type Change struct {
	Path   string `json:"path" doc:"JSON pointer" example:"/facts/rooms/17/beds"`
	Label  string `json:"label" doc:"Where it is, in words" example:"Room types › Double Sea View › Beds"`
	Before any    `json:"before" doc:"null where it was added"`
	After  any    `json:"after" doc:"null where it was removed"`
	// The values in words, for people.
	BeforeText string `json:"before_text"`
	AfterText  string `json:"after_text"`
}

// changes lists what a snapshot changes in what is published: facts, then the
// logo and the gallery as a whole.
func (s *Service) changes(last *Version, next Snapshot, lang string) []Change {
	var before Snapshot
	if last != nil {
		before = last.Snapshot
	}
	list := []Change{}
	for _, c := range s.Catalogue.Diff(before.Facts, next.Facts) {
		label, was, is := c.Describe(lang)
		list = append(list, Change{
			Path: "/facts" + c.Pointer, Label: label, Before: c.Before, After: c.After, BeforeText: was, AfterText: is,
		})
	}
	if before.LogoKey != next.LogoKey {
		list = append(list, Change{Path: "/logo", Label: "Logo"})
	}
	if !slices.EqualFunc(before.Photos, next.Photos, samePhoto) {
		list = append(list, Change{Path: "/photos", Label: "Photos", Before: photoIDs(before), After: photoIDs(next)})
	}
	return list
}

// samePhoto tells whether partners see no difference.
func samePhoto(a, b Photo) bool {
	sameRoom := (a.RoomID == nil) == (b.RoomID == nil) && (a.RoomID == nil || *a.RoomID == *b.RoomID)
	return sameRoom && a.Key == b.Key && a.Caption == b.Caption && a.Category == b.Category && a.IsCover == b.IsCover && a.ID == b.ID
}

// photoIDs is the gallery as a list of ids, null for none.
func photoIDs(s Snapshot) any {
	if len(s.Photos) == 0 {
		return nil
	}
	ids := make([]int64, len(s.Photos))
	for i, p := range s.Photos {
		ids[i] = p.ID
	}
	return ids
}

// updated is the event of a new version.
func (s *Service) updated(p property.Property, last *Version, next Snapshot, number int) property.Updated {
	e := property.Updated{OwnerID: p.OwnerID, Property: p, Version: number, ChangedFields: []string{}, Previous: map[string]any{}}
	for _, c := range s.changes(last, next, "en") {
		e.ChangedFields = append(e.ChangedFields, c.Path)
		e.Previous[c.Path] = c.Before
	}
	return e
}
