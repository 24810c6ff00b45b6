package override

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// FactsInput is an override of facts: a merge patch (RFC 7396) for one record.
type FactsInput struct {
	PropertyID int64
	Category   string
	RecordID   int64 // of an array category; 0 otherwise
	Fields     facts.Record
}

// FactsFilter narrows a list of overrides; zero fields do not filter.
type FactsFilter struct {
	Hotels     []int64 // that the operator may see
	PropertyID int64
	Category   string
	Status     Status
}

// FactsOverride is an override of facts, with the published values of the same
// fields.
type FactsOverride struct {
	Override
	PropertyName string
	Fields       facts.Record
	// ApprovedFields are the approved values, nil if there are none.
	ApprovedFields facts.Record
	InForce        bool
	// Source is the published values of the same fields, nil if the record is
	// gone or the operator may not read it.
	Source           facts.Record
	SourceAtCreation facts.Record
	SourceChanged    bool
	ChangedAt        *time.Time
	ChangedFields    []string
}

// SaveFacts creates an override, or replaces the whole patch of the existing
// one. A null in the patch hides a fact.
func (s *Service) SaveFacts(ctx context.Context, who auth.Caller, in FactsInput) (o FactsOverride, created bool, err error) {
	category, ok := s.deps.Catalogue.Find(in.Category)
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
		var ov Override
		ov, created, err = s.put(ctx, c, Override{
			OperatorID: who.OwnerID, HotelID: v.OwnerID, PropertyID: v.PropertyID, Kind: KindFacts,
			Category: category.Key, RecordID: in.RecordID, BaseVersion: v.Number(),
		}, fields, pick(fields, record))
		if err != nil {
			return err
		}
		o, err = s.withSource(ov, c, v, sheet)
		return err
	})
	return o, created, err
}

func (s *Service) categories() []string {
	var keys []string
	for _, c := range s.deps.Catalogue.Categories() {
		keys = append(keys, c.Key)
	}
	return keys
}

// record finds the record that is overridden.
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
	overrides, count, err := s.store.FactsOverrides(ctx, who.OwnerID, f, req)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.withSources(ctx, overrides, contracts)
	return list, count, err
}

// partners returns the contracts in force of an account by the id of the other
// party.
func (s *Service) partners(ctx context.Context, account int64) (map[int64]contract.Contract, error) {
	active, err := s.deps.Contracts.Active(ctx, account)
	byPartner := make(map[int64]contract.Contract, len(active))
	for _, c := range active {
		byPartner[c.Other(account)] = c
	}
	return byPartner, err
}

// FactsOf returns the name of a property and the operator's overrides of it.
func (s *Service) FactsOf(ctx context.Context, who auth.Caller, propertyID int64) (name string, list []FactsOverride, err error) {
	card, c, err := s.visible(ctx, who.OwnerID, propertyID, contract.RightFacts)
	if err != nil {
		return "", nil, err
	}
	overrides, err := s.store.PropertyOverrides(ctx, who.OwnerID, propertyID)
	if err != nil {
		return "", nil, err
	}
	overrides = slices.DeleteFunc(overrides, func(ov Override) bool { return ov.Kind != KindFacts })
	list, err = s.withSources(ctx, overrides, map[int64]contract.Contract{c.UserID: c})
	return card.Name, list, err
}

// withSources adds to each override the published values of the same fields.
func (s *Service) withSources(ctx context.Context, overrides []Override, contracts map[int64]contract.Contract) ([]FactsOverride, error) {
	list := make([]FactsOverride, len(overrides))
	err := s.eachCurrent(ctx, overrides, func(v publication.Version, at []int) (err error) {
		sheet := v.Snapshot.Facts.ForPartners()
		for _, i := range at {
			if list[i], err = s.withSource(overrides[i], contracts[overrides[i].HotelID], v, sheet); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// eachCurrent calls fn once for the published version of each property, with
// the indexes of its overrides in the list.
func (s *Service) eachCurrent(ctx context.Context, overrides []Override, fn func(v publication.Version, at []int) error) error {
	at := map[int64][]int{}
	for i, ov := range overrides {
		at[ov.PropertyID] = append(at[ov.PropertyID], i)
	}
	ids := make([]int64, 0, len(at))
	for id := range at {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return s.deps.Publications.EachCurrent(ctx, ids, func(v publication.Version) error { return fn(v, at[v.PropertyID]) })
}

// withSource adds to an override the published values of the same fields. An
// operator that may not read the category sees only its own values.
func (s *Service) withSource(ov Override, c contract.Contract, v publication.Version, sheet facts.Sheet) (FactsOverride, error) {
	o := FactsOverride{Override: ov, PropertyName: v.Snapshot.Property.Name, InForce: ov.inForce(c), ChangedFields: []string{}}
	if err := json.Unmarshal(ov.Wanted, &o.Fields); err != nil {
		return o, fmt.Errorf("decode override %d: %w", ov.ID, err)
	}
	if ov.Approved != nil {
		if err := json.Unmarshal(ov.Approved, &o.ApprovedFields); err != nil {
			return o, fmt.Errorf("decode the approved fields of override %d: %w", ov.ID, err)
		}
	}
	if !c.Allows(ov.OperatorID, contract.RightCategory(ov.Category)) {
		return o, nil
	}
	if err := json.Unmarshal(ov.Base, &o.SourceAtCreation); err != nil {
		return o, fmt.Errorf("decode the source of override %d: %w", ov.ID, err)
	}
	source, found := s.source(ov, o.Fields, sheet)
	if o.ChangedFields = changes("", o.SourceAtCreation, source); len(o.ChangedFields) > 0 || !found {
		o.SourceChanged, o.ChangedAt = true, ov.SourceChangedAt
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

// source returns the values of a sheet at the paths of a patch, and reports
// whether the record exists.
func (s *Service) source(ov Override, fields facts.Record, sheet facts.Sheet) (source facts.Record, found bool) {
	category, ok := s.deps.Catalogue.Find(ov.Category)
	if !ok {
		return pick(fields, nil), false
	}
	record, found := find(category, sheet, ov.RecordID)
	return pick(fields, record), found
}

// DeleteFacts removes an override; the operator reads the published values
// again at once.
func (s *Service) DeleteFacts(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.remove(ctx, who.OwnerID, id, KindFacts) })
}
