package mapping

import (
	"context"
	"strings"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
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

// seeProperties looks up properties of the hotels.
func (s *Service) seeProperties(ctx context.Context, hotels idList, ids []int64) (freshFunc[PropertyMapping], error) {
	cards, err := s.cards(ctx, hotels, ids)
	return freshProperty(cards), err
}

func freshProperty(cards map[int64]publication.Card) freshFunc[PropertyMapping] {
	return func(property int64) (PropertyMapping, bool) {
		c, visible := cards[property]
		return PropertyMapping{OwnerID: c.OwnerID, PropertyID: property}, visible
	}
}
