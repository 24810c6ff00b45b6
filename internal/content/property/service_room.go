package property

import (
	"context"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
)

// Room returns a room type of an account by its id, and the id of its property.
func (s *Service) Room(ctx context.Context, owner, id int64) (room facts.Room, property int64, err error) {
	r, err := s.store.Record(ctx, owner, id)
	if err != nil {
		return facts.Room{}, 0, err
	}
	if r.Category != facts.CategoryRooms {
		return facts.Room{}, 0, apperr.ErrNotFound
	}
	e, err := r.Entry()
	return facts.RoomOf(e), r.PropertyID, err
}

// Rooms returns the room types of a property in their order.
func (s *Service) Rooms(ctx context.Context, owner, id int64) ([]facts.Room, error) {
	rooms, err := s.RoomsOf(ctx, []int64{owner}, []int64{id})
	if err != nil {
		return nil, err
	}
	if rooms[id] == nil {
		return []facts.Room{}, nil
	}
	return rooms[id], nil
}

// RoomsOf returns the room types of properties of some accounts, each property's
// in their order.
func (s *Service) RoomsOf(ctx context.Context, owners, properties []int64) (map[int64][]facts.Room, error) {
	records, err := s.store.RecordsOf(ctx, owners, properties, facts.CategoryRooms)
	if err != nil {
		return nil, err
	}
	rooms := make(map[int64][]facts.Room, len(properties))
	for _, r := range records {
		e, err := r.Entry()
		if err != nil {
			return nil, err
		}
		rooms[r.PropertyID] = append(rooms[r.PropertyID], facts.RoomOf(e))
	}
	return rooms, nil
}
