package publication

import (
	"fmt"
	"slices"
	"strings"

	"allot/internal/content/facts"
	"allot/internal/content/property"
)

// Change is one difference between a submission and the published version.
type Change struct {
	Path   string `json:"path" doc:"JSON pointer" example:"/facts/rooms/17/beds"`
	Label  string `json:"label" doc:"Where it is, in words" example:"Room types › Double Sea View › Beds"`
	Before any    `json:"before" doc:"null where it was added"`
	After  any    `json:"after" doc:"null where it was removed"`
	// The values as texts, for people.
	BeforeText string `json:"before_text"`
	AfterText  string `json:"after_text"`
}

// PhotoChange is a photo that differs between a submission and the published version.
type PhotoChange struct {
	Kind          facts.ChangeKind
	Before, After *Photo // nil where it was added or removed
}

// photoChanges lists the photos that were added, changed and removed.
func photoChanges(before, next []Photo) []PhotoChange {
	list := []PhotoChange{}
	was := map[int64]*Photo{}
	for i := range before {
		was[before[i].ID] = &before[i]
	}
	for i := range next {
		old, known := was[next[i].ID]
		delete(was, next[i].ID)
		switch {
		case !known:
			list = append(list, PhotoChange{facts.Added, nil, &next[i]})
		case !samePhoto(*old, next[i]):
			list = append(list, PhotoChange{facts.Changed, old, &next[i]})
		}
	}
	for i := range before {
		if was[before[i].ID] != nil {
			list = append(list, PhotoChange{facts.Removed, &before[i], nil})
		}
	}
	return list
}

// changes lists the differences between two snapshots: the property itself, its facts, which
// are compared already, then the gallery as a whole.
func changes(before, next Snapshot, diff []facts.Change, lang string) ([]Change, error) {
	list, err := headerChanges(before, next)
	if err != nil {
		return nil, err
	}
	for _, c := range diff {
		label, was, is := c.Describe(lang)
		list = append(list, Change{
			Path: "/facts" + c.Pointer, Label: label, Before: c.Before, After: c.After, BeforeText: was, AfterText: is,
		})
	}
	if !slices.EqualFunc(before.Photos, next.Photos, samePhoto) {
		list = append(list, Change{Path: "/photos", Label: "Photos", Before: photoIDs(before), After: photoIDs(next)})
	}
	return list, nil
}

// previous is the snapshot of the last version, or an empty one.
func previous(last *Version, next Snapshot) Snapshot {
	if last == nil {
		return Snapshot{Property: property.Property{ID: next.Property.ID, OwnerID: next.Property.OwnerID}}
	}
	return last.Snapshot
}

func headerChanges(before, next Snapshot) ([]Change, error) {
	was, is := before.Property, next.Property
	was.LogoKey, is.LogoKey = before.LogoKey, next.LogoKey
	differences, err := property.Differences(was, is)
	if err != nil {
		return nil, err
	}
	list := []Change{}
	for _, d := range differences {
		list = append(list, Change{
			Path: "/" + d.Field, Label: strings.ReplaceAll(d.Field, "_", " "), Before: d.Before, After: d.After,
			BeforeText: plain(d.Before), AfterText: plain(d.After),
		})
	}
	return list, nil
}

// plain returns a value of the property as text, "" for nil.
func plain(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// samePhoto reports whether two photos look the same to partners.
func samePhoto(a, b Photo) bool {
	sameRoom := (a.RoomID == nil) == (b.RoomID == nil) && (a.RoomID == nil || *a.RoomID == *b.RoomID)
	return sameRoom && a.Key == b.Key && a.Caption == b.Caption && a.Category == b.Category && a.IsCover == b.IsCover && a.ID == b.ID
}

// photoIDs returns the ids of the gallery, nil for none.
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

// updated returns the event of a new version. Its property is that of the snapshot, because the
// hotel may have changed the property since.
func (s *Service) updated(p property.Property, last *Version, next Snapshot, number int) (property.Updated, error) {
	head := next.Property
	head.LogoKey, head.Status, head.PublishedAt, head.UpdatedAt = next.LogoKey, p.Status, p.PublishedAt, p.UpdatedAt
	ev := property.Updated{Route: property.UpdatedRoute{
		OwnerID: p.OwnerID, PropertyID: p.ID, Scope: property.ScopePublished, Version: number,
	}}
	var err error
	if ev.Data, err = s.difference(head, last, next); err != nil {
		return property.Updated{}, err
	}
	if last != nil {
		shown := *last
		shown.Snapshot.Facts = last.Snapshot.Facts.ForPartners()
		last = &shown
	}
	next.Facts = next.Facts.ForPartners()
	shared, err := s.difference(head, last, next)
	ev.Shared = &shared
	return ev, err
}

// difference returns a property as it is published now, with what a version changes.
func (s *Service) difference(head property.Property, last *Version, next Snapshot) (property.UpdatedData, error) {
	data := property.NewUpdatedData(head, s.deps.Catalogue.Show(next.Facts), property.ScopePublished)
	before := previous(last, next)
	list, err := changes(before, next, s.deps.Catalogue.Diff(before.Facts, next.Facts), "en")
	if err != nil {
		return data, err
	}
	for _, c := range list {
		data.Note(c.Path, c.Before, c.After)
	}
	return data.Bounded()
}
