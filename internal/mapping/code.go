package mapping

import (
	"cmp"
	"context"
)

// Codes are what an operator calls a property, and its rooms by their ids.
type Codes struct {
	Hotel, Internal, External, Supplier string
	Rooms                               map[int64]RoomCode
}

// RoomCode is what an operator calls a room.
type RoomCode struct{ Code, Name string }

// PropertyCodes is how answers show the codes of a property.
type PropertyCodes struct {
	Hotel    string `json:"hotel" doc:"Yours if you have mapped the property, else the hotel's own"`
	Internal string `json:"internal"`
	External string `json:"external"`
	Supplier string `json:"supplier"`
}

// Shown are the codes for an answer.
func (c Codes) Shown() PropertyCodes {
	return PropertyCodes{Hotel: c.Hotel, Internal: c.Internal, External: c.External, Supplier: c.Supplier}
}

// Over are the codes with the hotel's own where the operator has none for it.
func (c Codes) Over(hotel string) Codes {
	if c.Hotel == "" {
		c.Hotel = hotel
	}
	return c
}

// Over is what the operator calls a room that the hotel calls so.
func (r RoomCode) Over(hotel RoomCode) RoomCode {
	return RoomCode{cmp.Or(r.Code, hotel.Code), cmp.Or(r.Name, hotel.Name)}
}

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
