package override

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/publication"
)

// FactsInput is an override of facts: a merge patch (RFC 7396) for one record.
type FactsInput struct {
	PropertyID int64
	Category   string
	RecordID   int64 // of an array category; 0 otherwise
	Fields     facts.Record
}

// FactsFilter narrows a list of overrides; zero members do not.
type FactsFilter struct {
	Hotels     []int64 // that the operator may see
	PropertyID int64
	Category   string
	Status     Status
}

// FactsOverride is a wish for facts, with what the hotel says beside it.
type FactsOverride struct {
	Wish
	PropertyName string
	Fields       facts.Record
	// ApprovedFields are those in force, nil if none are.
	ApprovedFields facts.Record
	InForce        bool
	// Source is what the hotel says now where the override speaks, nil if the
	// record is gone or may not be seen.
	Source           facts.Record
	SourceAtCreation facts.Record
	SourceChanged    bool
	ChangedAt        *time.Time
	ChangedFields    []string
}

// SaveFacts makes an override, or puts a new patch in the place of the earlier
// one as a whole: inside it, null means to hide what the hotel says.
func (s *Service) SaveFacts(ctx context.Context, who auth.Caller, in FactsInput) (o FactsOverride, created bool, err error) {
	category, ok := s.Catalogue.Find(in.Category)
	if !ok {
		return o, false, apperr.Field("category", "must be one of %s", strings.Join(s.categories(), ", "))
	}
	err = s.change(ctx, who.OwnerID, in.PropertyID, contract.RightFacts, func(ctx context.Context, c contract.Contract, v publication.Version) error {
		if !c.Allows(who.OwnerID, contract.RightCategory(category.Key)) {
			return apperr.ErrNotFound
		}
		sheet := v.Snapshot.Facts.ForPartners()
		record, err := in.record(category, sheet)
		if err != nil {
			return err
		}
		fields, err := checkFields(category, record, in.Fields)
		if err != nil {
			return err
		}
		var w Wish
		w, created, err = s.put(ctx, c, Wish{
			OperatorID: who.OwnerID, HotelID: v.OwnerID, PropertyID: v.PropertyID, Kind: KindFacts,
			Category: category.Key, RecordID: in.RecordID, BaseVersion: v.Number(),
		}, fields, pick(fields, record))
		if err != nil {
			return err
		}
		o, err = s.shown(w, c, v, sheet)
		return err
	})
	return o, created, err
}

func (s *Service) categories() []string {
	var keys []string
	for _, c := range s.Catalogue.Categories() {
		keys = append(keys, c.Key)
	}
	return keys
}

// record finds what the override is laid over.
func (in FactsInput) record(c *facts.Category, sheet facts.Sheet) (facts.Record, error) {
	if !c.IsArray() && in.RecordID != 0 {
		return nil, apperr.Field("record_id", "must be left out: a property has one record of %s", c.Key)
	}
	record, ok := find(c, sheet, in.RecordID)
	if !ok {
		return nil, apperr.Field("record_id", "must be the id of a record of %s that the hotel has published", c.Key)
	}
	return record, nil
}

// Facts lists the overrides of an operator for hotels that it has a contract
// with.
func (s *Service) Facts(ctx context.Context, who auth.Caller, f FactsFilter, req page.Request) ([]FactsOverride, int, error) {
	contracts, err := s.partners(ctx, who.OwnerID)
	if err != nil {
		return nil, 0, err
	}
	f.Hotels = []int64{}
	for hotel, c := range contracts {
		if c.Allows(who.OwnerID, contract.RightFacts) {
			f.Hotels = append(f.Hotels, hotel)
		}
	}
	slices.Sort(f.Hotels)
	if len(f.Hotels) == 0 {
		return []FactsOverride{}, 0, nil
	}
	wishes, count, err := s.store.FactsWishes(ctx, who.OwnerID, f, req)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.withSources(ctx, wishes, contracts)
	return list, count, err
}

// partners are the contracts in force of an account by the other side.
func (s *Service) partners(ctx context.Context, account int64) (map[int64]contract.Contract, error) {
	active, err := s.Contracts.Active(ctx, account)
	by := make(map[int64]contract.Contract, len(active))
	for _, c := range active {
		by[c.Other(account)] = c
	}
	return by, err
}

// FactsOf lists an operator's overrides of one property, with its name.
func (s *Service) FactsOf(ctx context.Context, who auth.Caller, propertyID int64) (name string, list []FactsOverride, err error) {
	card, c, err := s.visible(ctx, who.OwnerID, propertyID, contract.RightFacts)
	if err != nil {
		return "", nil, err
	}
	wishes, err := s.store.PropertyWishes(ctx, who.OwnerID, propertyID)
	if err != nil {
		return "", nil, err
	}
	wishes = slices.DeleteFunc(wishes, func(w Wish) bool { return w.Kind != KindFacts })
	list, err = s.withSources(ctx, wishes, map[int64]contract.Contract{c.UserID: c})
	return card.Name, list, err
}

// withSources puts beside each wish what its hotel says now.
func (s *Service) withSources(ctx context.Context, wishes []Wish, contracts map[int64]contract.Contract) ([]FactsOverride, error) {
	list := make([]FactsOverride, len(wishes))
	err := s.eachCurrent(ctx, wishes, func(v publication.Version, at []int) (err error) {
		sheet := v.Snapshot.Facts.ForPartners()
		for _, i := range at {
			if list[i], err = s.shown(wishes[i], contracts[wishes[i].HotelID], v, sheet); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// eachCurrent reads what is published of the properties of wishes, each once,
// with the places of its wishes in the list.
func (s *Service) eachCurrent(ctx context.Context, wishes []Wish, fn func(v publication.Version, at []int) error) error {
	at := map[int64][]int{}
	for i, w := range wishes {
		at[w.PropertyID] = append(at[w.PropertyID], i)
	}
	ids := make([]int64, 0, len(at))
	for id := range at {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return s.Publications.EachCurrent(ctx, ids, func(v publication.Version) error { return fn(v, at[v.PropertyID]) })
}

// shown is a wish with what the hotel says now. An operator that may not read
// the category sees its own words only.
func (s *Service) shown(w Wish, c contract.Contract, v publication.Version, sheet facts.Sheet) (FactsOverride, error) {
	o := FactsOverride{Wish: w, PropertyName: v.Snapshot.Property.Name, InForce: w.inForce(c), ChangedFields: []string{}}
	if err := json.Unmarshal(w.Wanted, &o.Fields); err != nil {
		return o, fmt.Errorf("decode override %d: %w", w.ID, err)
	}
	if w.Approved != nil {
		if err := json.Unmarshal(w.Approved, &o.ApprovedFields); err != nil {
			return o, fmt.Errorf("decode what is in force of override %d: %w", w.ID, err)
		}
	}
	if !c.Allows(w.OperatorID, contract.RightCategory(w.Category)) {
		return o, nil
	}
	if err := json.Unmarshal(w.Base, &o.SourceAtCreation); err != nil {
		return o, fmt.Errorf("decode the source of override %d: %w", w.ID, err)
	}
	source, found := s.source(w, o.Fields, sheet)
	if o.ChangedFields = changes("", o.SourceAtCreation, source); len(o.ChangedFields) > 0 || !found {
		o.SourceChanged, o.ChangedAt = true, w.SourceChangedAt
		if o.ChangedAt == nil { // published a moment ago
			at := v.PublishedAt()
			o.ChangedAt = &at
		}
	}
	if found {
		o.Source = source
	} else {
		o.InForce = false
	}
	return o, nil
}

// source is what a sheet says where a patch speaks.
func (s *Service) source(w Wish, fields facts.Record, sheet facts.Sheet) (source facts.Record, found bool) {
	category, ok := s.Catalogue.Find(w.Category)
	if !ok {
		return pick(fields, nil), false
	}
	record, found := find(category, sheet, w.RecordID)
	return pick(fields, record), found
}

// DeleteFacts removes an override; the operator reads what the hotel says again
// at once.
func (s *Service) DeleteFacts(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.remove(ctx, who.OwnerID, id, KindFacts) })
}
