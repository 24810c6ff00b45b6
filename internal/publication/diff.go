package publication

import (
	"reflect"

	"allot/internal/facts"
	"allot/internal/property"
)

// changes lists what a snapshot changes in what is published, facts first,
// then the photos as a whole.
func (s *Service) changes(last *Version, next Snapshot) []facts.Change {
	var before Snapshot
	if last != nil {
		before = last.Snapshot
	}
	changes := s.Catalogue.Diff(before.Facts, next.Facts)
	for i := range changes {
		changes[i].Path = "/facts" + changes[i].Path
	}
	if !reflect.DeepEqual(photoIDs(before), photoIDs(next)) {
		changes = append(changes, facts.Change{
			Path: "/photos", Label: "Photos", Before: photoIDs(before), After: photoIDs(next),
		})
	}
	return changes
}

// photoIDs is the gallery as a list that can be compared.
func photoIDs(s Snapshot) []int64 {
	ids := make([]int64, len(s.Photos))
	for i, p := range s.Photos {
		ids[i] = p.ID
	}
	return ids
}

// updated is the event of a new version.
func (s *Service) updated(p property.Property, last *Version, next Snapshot, number int) property.Updated {
	e := property.Updated{OwnerID: p.OwnerID, Property: p, Version: number, ChangedFields: []string{}, Previous: map[string]any{}}
	for _, c := range s.changes(last, next) {
		e.ChangedFields = append(e.ChangedFields, c.Path)
		e.Previous[c.Path] = c.Before
	}
	return e
}
