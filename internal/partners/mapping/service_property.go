package mapping

import (
	"context"
	"fmt"
	"strings"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Properties lists the caller's property mappings by property.
func (s *Service) Properties(ctx context.Context, who auth.Caller, f PropertyFilter, req page.Request) ([]MappedProperty, int, error) {
	hotels, err := s.hotels(ctx, who.OwnerID, contract.RightFacts)
	if err != nil {
		return nil, 0, err
	}
	q := PropertyQuery{Owners: hotels, Text: fold.Fold(f.Query)}
	if q.Named, err = s.named(ctx, hotels, q.Text); err != nil {
		return nil, 0, err
	}
	if f.Country != "" || f.Property != 0 {
		if q.Within, err = s.deps.Publications.PublishedIDs(ctx, f.cards(hotels)); err != nil {
			return nil, 0, err
		}
	}
	list, count, err := s.store.Properties(ctx, who.OwnerID, q, req)
	if err != nil {
		return nil, 0, err
	}
	shown, err := s.showProperties(ctx, list)
	return shown, count, err
}

// cards returns the part of the filter that applies to the hotel's data.
func (f PropertyFilter) cards(hotels idList) publication.CardFilter {
	c := publication.CardFilter{Owners: hotels}
	if f.Country != "" {
		c.Countries = []string{strings.ToUpper(f.Country)}
	}
	if f.Property != 0 {
		c.Properties = []int64{f.Property}
	}
	return c
}

// showProperties adds the hotels' data to mappings that may be seen.
func (s *Service) showProperties(ctx context.Context, list []PropertyMapping) ([]MappedProperty, error) {
	ids := make([]int64, len(list))
	for i, m := range list {
		ids[i] = m.PropertyID
	}
	cards, err := s.deps.Publications.CardsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	shown := make([]MappedProperty, len(list))
	for i, m := range list {
		c := cards[m.PropertyID]
		shown[i] = MappedProperty{PropertyMapping: m, PropertyName: c.Name, PropertyCode: c.Code, Country: c.Country, City: c.City}
	}
	return shown, nil
}

func (s *Service) showProperty(ctx context.Context, m PropertyMapping) (MappedProperty, error) {
	shown, err := s.showProperties(ctx, []PropertyMapping{m})
	if err != nil {
		return MappedProperty{}, err
	}
	return shown[0], nil
}

// Property returns one mapping of the caller's, while it may see the property.
func (s *Service) Property(ctx context.Context, who auth.Caller, id int64) (MappedProperty, error) {
	m, err := s.property(ctx, who, id)
	if err != nil {
		return MappedProperty{}, err
	}
	return s.showProperty(ctx, m)
}

func (s *Service) property(ctx context.Context, who auth.Caller, id int64) (PropertyMapping, error) {
	m, err := s.store.Property(ctx, who.OwnerID, id)
	if err != nil {
		return PropertyMapping{}, err
	}
	hotels, err := s.hotels(ctx, who.OwnerID, contract.RightFacts)
	if err != nil {
		return PropertyMapping{}, err
	}
	cards, err := s.cards(ctx, hotels, []int64{m.PropertyID})
	if err != nil {
		return PropertyMapping{}, err
	}
	if len(cards) == 0 {
		return PropertyMapping{}, apperr.ErrNotFound
	}
	return m, nil
}

// SaveProperty creates or changes the mapping of a property; created reports
// which.
func (s *Service) SaveProperty(ctx context.Context, who auth.Caller, in PropertyInput) (m MappedProperty, created bool, err error) {
	list, made, err := s.saveProperties(ctx, who, []PropertyInput{in}, func(int) string { return "" })
	if err != nil {
		return MappedProperty{}, false, err
	}
	return list[0], made > 0, nil
}

// SaveProperties maps many properties, all of them or none.
func (s *Service) SaveProperties(ctx context.Context, who auth.Caller, in []PropertyInput) ([]MappedProperty, error) {
	list, _, err := s.saveProperties(ctx, who, in, entry)
	return list, err
}

// entry returns the path of the i-th entry of a list.
func entry(i int) string { return fmt.Sprintf("[%d].", i) }

func (s *Service) saveProperties(ctx context.Context, who auth.Caller, in []PropertyInput, prefix func(i int) string) (shown []MappedProperty, created int, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		w, err := s.propertyWork(ctx, who, in)
		if err != nil {
			return err
		}
		var f apperr.Fields
		for i, one := range in {
			w.take(&f, prefix(i), one)
		}
		if err := f.Err(); err != nil {
			return err
		}
		if err := s.writeProperties(ctx, who.OwnerID, w); err != nil {
			return err
		}
		list := make([]PropertyMapping, len(in))
		for i, one := range in {
			list[i] = *w.list[one.PropertyID]
		}
		created = w.created
		shown, err = s.showProperties(ctx, list)
		return err
	})
	return shown, created, err
}

// propertyWork locks the operator and reads the properties and mappings of the
// input.
func (s *Service) propertyWork(ctx context.Context, who auth.Caller, in []PropertyInput) (*propertyWork, error) {
	if err := s.store.LockOperator(ctx, who.OwnerID, s.now()); err != nil {
		return nil, err
	}
	hotels, err := s.hotels(ctx, who.OwnerID, contract.RightFacts)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(in))
	for i, one := range in {
		ids[i] = one.PropertyID
	}
	cards, err := s.cards(ctx, hotels, ids)
	if err != nil {
		return nil, err
	}
	existing, err := s.store.PropertiesOf(ctx, who.OwnerID, ids)
	if err != nil {
		return nil, err
	}
	return newPropertyWork(who.OwnerID, s.now(), cards, existing), nil
}

// writeProperties stores and audits the changes.
func (s *Service) writeProperties(ctx context.Context, operator int64, w *propertyWork) error {
	if err := s.store.SaveProperties(ctx, operator, w.dirty); err != nil {
		return err
	}
	return w.recordChanges(ctx, s, "property_mapping")
}

// UpdateProperty changes a mapping of the caller's, while it may see the property.
func (s *Service) UpdateProperty(ctx context.Context, who auth.Caller, id int64, c PropertyChange) (shown MappedProperty, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.LockOperator(ctx, who.OwnerID, s.now()); err != nil {
			return err
		}
		m, err := s.property(ctx, who, id)
		if err != nil {
			return err
		}
		shown, _, err = s.SaveProperty(ctx, who, PropertyInput{m.PropertyID, c})
		return err
	})
	return shown, err
}

// DeleteProperty removes a mapping of the caller's, while it may see the
// property. Those of its rooms stay.
func (s *Service) DeleteProperty(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.LockOperator(ctx, who.OwnerID, s.now()); err != nil {
			return err
		}
		before, err := s.property(ctx, who, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteProperty(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.record(ctx, "delete", "property_mapping", id, before, nil)
	})
}
