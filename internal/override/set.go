package override

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/publication"
)

// Set is what an operator has made different in one property, as far as it was
// approved. The zero Set changes nothing. Each method asks the contract, so a
// right that was taken back ends what was made under it.
type Set struct {
	facts     []factsWish
	selected  *Wish
	selection selection
	own       []ownWish
	logo      *Wish
	logoKey   string
}

type (
	factsWish struct {
		Wish
		fields facts.Record
	}
	ownWish struct {
		Wish
		photo Photo
	}
)

// add takes up a wish that is approved.
func (s *Set) add(w Wish, files map[int64]OwnFile, logoKey string) error {
	switch w.Kind {
	case KindFacts:
		one := factsWish{Wish: w}
		if err := json.Unmarshal(w.Approved, &one.fields); err != nil {
			return fmt.Errorf("decode override %d: %w", w.ID, err)
		}
		s.facts = append(s.facts, one)
	case KindSelection:
		if err := json.Unmarshal(w.Approved, &s.selection); err != nil {
			return fmt.Errorf("decode photo selection %d: %w", w.ID, err)
		}
		s.selected = &w
	case KindOwnPhoto:
		file, ok := files[w.RecordID]
		if !ok {
			return nil // deleted since the wish was read
		}
		p, err := file.photo(w.Approved)
		if err != nil {
			return err
		}
		s.own = append(s.own, ownWish{w, p})
	case KindLogo:
		s.logo, s.logoKey = &w, logoKey
	}
	return nil
}

// Facts is the sheet as the operator shows it: what the hotel has published,
// with the operator's own values laid over. A value that the schema does not
// take any more, and one for a record that is gone, change nothing. The result
// shares nothing with the sheet.
func (s Set) Facts(catalogue *facts.Catalogue, c contract.Contract, sheet facts.Sheet) facts.Sheet {
	out := sheet.Clone()
	for _, w := range s.facts {
		category, ok := catalogue.Find(w.Category)
		if !ok || !w.inForce(c) {
			continue
		}
		record, ok := find(category, out, w.RecordID)
		if !ok {
			continue
		}
		laid := category.Overlay(record, w.fields)
		switch entries := out[w.Category]; {
		case category.IsArray():
			entries[slices.IndexFunc(entries, func(e facts.Entry) bool { return e.ID == w.RecordID })].Data = laid
		case len(entries) > 0:
			entries[0].Data = laid
		case len(laid) > 0:
			out[w.Category] = []facts.Entry{{Data: laid}}
		}
	}
	return out
}

// Paths names what Facts lays over a sheet: "general/official_name" and, of an
// array category, "rooms/17/size".
func (s Set) Paths(c contract.Contract, sheet facts.Sheet) []string {
	out := []string{}
	for _, w := range s.facts {
		prefix := w.Category + "/"
		if w.RecordID != 0 {
			prefix += fmt.Sprintf("%d/", w.RecordID)
		}
		gone := w.RecordID != 0 && !slices.ContainsFunc(sheet[w.Category], func(e facts.Entry) bool { return e.ID == w.RecordID })
		if gone || !w.inForce(c) {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(w.fields)) {
			out = append(out, prefix+key)
		}
	}
	return out
}

// Photos is the gallery as the operator shows it: its selection in its order;
// without one, what the hotel has published and the operator's own behind.
func (s Set) Photos(c contract.Contract, photos []publication.Photo) []Photo {
	all := ofHotel(photos)
	for _, w := range s.own {
		if w.inForce(c) {
			all = append(all, w.photo)
		}
	}
	if s.selected == nil || !s.selected.inForce(c) {
		return gallery(all, false)
	}
	return gallery(s.selection.pick(all), true)
}

// LogoKey is the logo that the operator shows instead of the hotel's, empty for
// the hotel's.
func (s Set) LogoKey(c contract.Contract) string {
	if s.logo == nil || !s.logo.inForce(c) {
		return ""
	}
	return s.logoKey
}
