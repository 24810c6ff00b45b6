package override

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/content/publication"
	"allot/internal/partners/contract"
)

// Set is the approved overrides of an operator for one property. The zero Set
// changes nothing. Every method checks the contract, so a revoked right ends
// the overrides that depend on it.
type Set struct {
	facts     []approvedFacts
	selected  *Override
	selection selection
	own       []approvedPhoto
	logo      *Override
	logoKey   string
}

type (
	approvedFacts struct {
		Override
		fields facts.Record
	}
	approvedPhoto struct {
		Override
		photo Photo
	}
)

// add adds an approved override.
func (s *Set) add(ov Override, files map[int64]OwnFile, logoKey string) error {
	switch ov.Kind {
	case KindFacts:
		one := approvedFacts{Override: ov}
		if err := json.Unmarshal(ov.Approved, &one.fields); err != nil {
			return fmt.Errorf("decode override %d: %w", ov.ID, err)
		}
		s.facts = append(s.facts, one)
	case KindSelection:
		if err := json.Unmarshal(ov.Approved, &s.selection); err != nil {
			return fmt.Errorf("decode photo selection %d: %w", ov.ID, err)
		}
		s.selected = &ov
	case KindOwnPhoto:
		file, ok := files[ov.RecordID]
		if !ok {
			return nil // deleted since the override was read
		}
		p, err := file.photo(ov.Approved)
		if err != nil {
			return err
		}
		s.own = append(s.own, approvedPhoto{ov, p})
	case KindLogo:
		s.logo, s.logoKey = &ov, logoKey
	}
	return nil
}

// Facts returns a copy of the published sheet with the operator's values
// applied. A value that the schema no longer accepts, and one for a record that
// is gone, are ignored.
func (s Set) Facts(catalogue *facts.Catalogue, c contract.Contract, sheet facts.Sheet) facts.Sheet {
	out := sheet.Clone()
	for _, ov := range s.facts {
		category, ok := catalogue.Find(ov.Category)
		if !ok || !ov.inForce(c) {
			continue
		}
		record, ok := find(category, out, ov.RecordID)
		if !ok {
			continue
		}
		merged := category.Overlay(record, ov.fields)
		switch entries := out[ov.Category]; {
		case category.IsArray():
			entries[slices.IndexFunc(entries, func(e facts.Entry) bool { return e.ID == ov.RecordID })].Data = merged
		case len(entries) > 0:
			entries[0].Data = merged
		case len(merged) > 0:
			out[ov.Category] = []facts.Entry{{Data: merged}}
		}
	}
	return out
}

// Paths lists the paths that Facts overrides: "general/official_name" and, for
// an array category, "rooms/17/size".
func (s Set) Paths(c contract.Contract, sheet facts.Sheet) []string {
	out := []string{}
	for _, ov := range s.facts {
		prefix := ov.Category + "/"
		if ov.RecordID != 0 {
			prefix += fmt.Sprintf("%d/", ov.RecordID)
		}
		gone := ov.RecordID != 0 && !slices.ContainsFunc(sheet[ov.Category], func(e facts.Entry) bool { return e.ID == ov.RecordID })
		if gone || !ov.inForce(c) {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(ov.fields)) {
			out = append(out, prefix+key)
		}
	}
	return out
}

// Photos returns the gallery that the operator shows: its selection in its
// order or, without one, the published photos followed by the operator's own.
func (s Set) Photos(c contract.Contract, photos []publication.Photo) []Photo {
	all := hotelPhotos(photos)
	for _, ov := range s.own {
		if ov.inForce(c) {
			all = append(all, ov.photo)
		}
	}
	if s.selected == nil || !s.selected.inForce(c) {
		return gallery(all, false)
	}
	return gallery(s.selection.pick(all), true)
}

// LogoKey returns the logo that the operator shows instead of the hotel's,
// empty for the hotel's.
func (s Set) LogoKey(c contract.Contract) string {
	if s.logo == nil || !s.logo.inForce(c) {
		return ""
	}
	return s.logoKey
}
