package mapping

import (
	"context"
)

// Codes are what an operator calls a property, and its rooms by their ids.
type Codes struct {
	Hotel, Internal, External, Supplier string
	Rooms                               map[int64]RoomCode
}

// RoomCode is what an operator calls a room.
type RoomCode struct{ Code, Name string }

// Codes returns the operator's codes of those properties that have any. Whoever
// asks knows that the operator may see the properties.
func (s *Service) Codes(ctx context.Context, operator int64, properties []int64) (map[int64]Codes, error) {
	codes := make(map[int64]Codes, len(properties))
	heads, err := s.store.PropertiesOf(ctx, operator, properties)
	if err != nil {
		return nil, err
	}
	for _, m := range heads {
		codes[m.PropertyID] = Codes{
			Hotel: m.HotelCode, Internal: m.InternalCode, External: m.ExternalCode, Supplier: m.SupplierCode,
			Rooms: map[int64]RoomCode{},
		}
	}
	rooms, err := s.store.RoomsOf(ctx, operator, properties)
	if err != nil {
		return nil, err
	}
	for _, m := range rooms {
		c, ok := codes[m.PropertyID]
		if !ok {
			c.Rooms = map[int64]RoomCode{}
			codes[m.PropertyID] = c
		}
		c.Rooms[m.RoomID] = RoomCode{m.Code, m.Name}
	}
	return codes, nil
}
