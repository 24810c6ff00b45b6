package mapping

import (
	"context"
	"slices"

	"allot/internal/content/publication"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// ErrGone refuses a write whose property was removed at the same time.
var ErrGone = apperr.New(apperr.Conflict, "property_gone", "a property was removed in this very moment: try again")

// The messages are the same for what does not exist and for what the operator
// must not know.
const (
	noProperty = "is no property that you can see: it must be published, under a contract in force"
	noRoom     = "is no room that you can see: it must be published, under a contract in force"
)

// idList is a sorted set of ids: an operator may see 100,000 properties.
type idList []int64

func listOf(ids []int64) idList {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return sorted
}

func (l idList) has(id int64) bool {
	_, ok := slices.BinarySearch(l, id)
	return ok
}

// rightRooms is the right to read the rooms of a property; without it the
// property itself can still be mapped.
var rightRooms = contract.RightCategory("rooms")

// hotels returns the accounts whose contracts grant the operator a right.
func (s *Service) hotels(ctx context.Context, operator int64, part contract.Right) (idList, error) {
	contracts, err := s.deps.Contracts.Active(ctx, operator)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, c := range contracts {
		if c.Allows(operator, part) {
			ids = append(ids, c.UserID)
		}
	}
	return listOf(ids), nil
}

// cards returns those of the properties that belong to the hotels.
func (s *Service) cards(ctx context.Context, hotels idList, properties []int64) (map[int64]publication.Card, error) {
	cards, err := s.deps.Publications.CardsOf(ctx, properties)
	if err != nil {
		return nil, err
	}
	for id, c := range cards {
		if !hotels.has(c.OwnerID) {
			delete(cards, id)
		}
	}
	return cards, nil
}

// rooms returns those of the rooms that belong to the hotels.
func (s *Service) rooms(ctx context.Context, hotels idList, ids []int64) (map[int64]publication.Room, error) {
	rooms, err := s.deps.Publications.RoomsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for id, r := range rooms {
		if !hotels.has(r.OwnerID) {
			delete(rooms, id)
		}
	}
	return rooms, nil
}

// withCards returns rooms that may be seen, with the cards of their properties.
func (s *Service) withCards(ctx context.Context, ids []int64) (map[int64]publication.Room, map[int64]publication.Card, error) {
	rooms, err := s.deps.Publications.RoomsByID(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	properties := make([]int64, 0, len(rooms))
	for _, r := range rooms {
		properties = append(properties, r.PropertyID)
	}
	cards, err := s.deps.Publications.CardsOf(ctx, properties)
	return rooms, cards, err
}

// eachCard yields every card that the filter selects.
func (s *Service) eachCard(ctx context.Context, f publication.CardFilter, yield func(publication.Card)) error {
	for n := 1; ; n++ {
		cards, _, err := s.deps.Publications.Cards(ctx, f, page.Request{Page: n, Size: page.MaxSize})
		if err != nil {
			return err
		}
		for _, c := range cards {
			yield(c)
		}
		if len(cards) < page.MaxSize {
			return nil
		}
	}
}

// named lists the properties whose name contains the text; none without a text.
func (s *Service) named(ctx context.Context, hotels idList, text string) ([]int64, error) {
	if text == "" {
		return nil, nil
	}
	return s.deps.Publications.PublishedIDs(ctx, publication.CardFilter{Owners: hotels, Query: text})
}
