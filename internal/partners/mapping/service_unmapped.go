package mapping

import (
	"context"
	"slices"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/page"
)

// Unmapped is a property or room that the operator sees and has no code for.
type Unmapped struct {
	PropertyID   int64   `json:"property" doc:"Id of the property"`
	PropertyName string  `json:"property_name"`
	PropertyCode string  `json:"property_code" doc:"The hotel's own code of the property"`
	Country      string  `json:"country" doc:"ISO 3166-1 alpha-2"`
	City         string  `json:"city"`
	RoomID       *int64  `json:"room" doc:"Id of the room; null in a list of properties"`
	RoomName     *string `json:"room_name"`
	RoomCode     *string `json:"room_code" doc:"The hotel's own code of the room"`
}

// UnmappedFilter narrows the list; zero fields do not filter.
type UnmappedFilter struct {
	Property int64
	Country  string
}

func (f UnmappedFilter) cards(hotels idList) publication.CardFilter {
	return PropertyFilter{Property: f.Property, Country: f.Country}.cards(hotels)
}

func unmapped(c publication.Card) Unmapped {
	return Unmapped{PropertyID: c.PropertyID, PropertyName: c.Name, PropertyCode: c.Code, Country: c.Country, City: c.City}
}

// UnmappedProperties lists, by id, the properties that the caller sees and has
// not mapped.
func (s *Service) UnmappedProperties(ctx context.Context, who auth.Caller, f UnmappedFilter, req page.Request) ([]Unmapped, int, error) {
	hotels, err := s.hotels(ctx, who.OwnerID, contract.RightFacts)
	if err != nil {
		return nil, 0, err
	}
	ids, err := s.deps.Publications.PublishedIDs(ctx, f.cards(hotels))
	if err != nil {
		return nil, 0, err
	}
	mapped, err := s.store.MappedProperties(ctx, who.OwnerID, hotels)
	if err != nil {
		return nil, 0, err
	}
	ids = only(ids, listOf(mapped), false)
	shown := page.Cut(ids, req)
	cards, err := s.deps.Publications.CardsOf(ctx, shown)
	if err != nil {
		return nil, 0, err
	}
	list := make([]Unmapped, 0, len(shown))
	for _, id := range shown {
		if c, ok := cards[id]; ok { // it may have been removed meanwhile
			list = append(list, unmapped(c))
		}
	}
	return list, len(ids), nil
}

// UnmappedRooms lists, by property and position, the rooms that the caller sees
// and has not mapped.
func (s *Service) UnmappedRooms(ctx context.Context, who auth.Caller, f UnmappedFilter, req page.Request) ([]Unmapped, int, error) {
	hotels, err := s.hotels(ctx, who.OwnerID, rightRooms)
	if err != nil {
		return nil, 0, err
	}
	ids, err := s.visibleRooms(ctx, hotels, f)
	if err != nil {
		return nil, 0, err
	}
	mapped, err := s.store.MappedRooms(ctx, who.OwnerID, RoomQuery{Owners: hotels, Property: f.Property})
	if err != nil {
		return nil, 0, err
	}
	ids = only(ids, listOf(mapped), false)
	list, err := s.showUnmapped(ctx, page.Cut(ids, req))
	return list, len(ids), err
}

func (s *Service) showUnmapped(ctx context.Context, ids []int64) ([]Unmapped, error) {
	rooms, cards, err := s.withCards(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Unmapped, 0, len(ids))
	for _, id := range ids {
		r, ok := rooms[id]
		if !ok { // the hotel has just published another version
			continue
		}
		u := unmapped(cards[r.PropertyID])
		u.RoomID, u.RoomName, u.RoomCode = &r.ID, &r.Name, &r.Code
		list = append(list, u)
	}
	return list, nil
}

// visibleRooms returns the rooms of the hotels by property and position.
func (s *Service) visibleRooms(ctx context.Context, hotels idList, f UnmappedFilter) ([]int64, error) {
	if f.Country == "" {
		return s.published(ctx, hotels, f.Property)
	}
	properties, err := s.deps.Publications.PublishedIDs(ctx, f.cards(hotels))
	if err != nil {
		return nil, err
	}
	return s.roomsOf(ctx, hotels, properties)
}

// propertiesAtOnce bounds the rooms in memory while all properties are read: a
// property has at most 500.
const propertiesAtOnce = 20

// roomsOf lists the rooms of properties that belong to the hotels, in the order
// of the properties and of their sheets.
func (s *Service) roomsOf(ctx context.Context, hotels idList, properties []int64) ([]int64, error) {
	var ids []int64
	for part := range slices.Chunk(properties, propertiesAtOnce) {
		rooms, err := s.deps.Publications.RoomsOf(ctx, part)
		if err != nil {
			return nil, err
		}
		for _, p := range part {
			for _, r := range rooms[p] {
				if hotels.has(r.OwnerID) {
					ids = append(ids, r.ID)
				}
			}
		}
	}
	return ids, nil
}
