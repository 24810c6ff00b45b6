package publication

import (
	"context"

	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Card returns the card of a published property of any account; callers check the contract. A
// property without a published version is not found.
func (s *Service) Card(ctx context.Context, propertyID int64) (Card, error) {
	return s.store.Card(ctx, propertyID)
}

// Cards lists the published properties of the owners by name. Without owners the list is empty.
func (s *Service) Cards(ctx context.Context, f CardFilter, req page.Request) ([]Card, int, error) {
	if len(f.Owners) == 0 {
		return []Card{}, 0, nil
	}
	f.Query = fold.Fold(f.Query)
	return s.store.Cards(ctx, f, req)
}

// CardsOf returns the cards of those properties that are published, by property; callers check
// the contracts.
func (s *Service) CardsOf(ctx context.Context, properties []int64) (map[int64]Card, error) {
	list, err := s.store.CardsOf(ctx, properties)
	if err != nil {
		return nil, err
	}
	cards := make(map[int64]Card, len(list))
	for _, c := range list {
		cards[c.PropertyID] = c
	}
	return cards, nil
}

// RoomIDs lists every published room by owner, property and position. It returns only ids,
// because a portfolio may have 100,000 rooms.
func (s *Service) RoomIDs(ctx context.Context, owners []int64) ([]int64, error) {
	return s.store.RoomIDs(ctx, owners)
}

// RoomsByID returns those rooms that are published, by id; callers check the contracts.
func (s *Service) RoomsByID(ctx context.Context, ids []int64) (map[int64]Room, error) {
	list, err := s.store.RoomsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	rooms := make(map[int64]Room, len(list))
	for _, r := range list {
		rooms[r.ID] = r
	}
	return rooms, nil
}

// RoomsOf returns the published rooms of each property in the order of its sheet; callers check
// the contracts.
func (s *Service) RoomsOf(ctx context.Context, properties []int64) (map[int64][]Room, error) {
	list, err := s.store.RoomsOf(ctx, properties)
	if err != nil {
		return nil, err
	}
	rooms := map[int64][]Room{}
	for _, r := range list {
		rooms[r.PropertyID] = append(rooms[r.PropertyID], r)
	}
	return rooms, nil
}
