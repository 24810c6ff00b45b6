package mapping

import (
	"cmp"
	"context"
)

// Codes are an operator's codes of a property, and of its rooms by their ids.
type Codes struct {
	Hotel, Internal, External, Supplier string
	Rooms                               map[int64]RoomCode
}

// RoomCode is an operator's code and name of a room.
type RoomCode struct{ Code, Name string }

// PropertyCodes are the codes of a property in responses.
type PropertyCodes struct {
	Hotel    string `json:"hotel" doc:"Yours if you have mapped the property, else the hotel's own"`
	Internal string `json:"internal"`
	External string `json:"external"`
	Supplier string `json:"supplier"`
}

// Shown returns the codes for a response.
func (c Codes) Shown() PropertyCodes {
	return PropertyCodes{Hotel: c.Hotel, Internal: c.Internal, External: c.External, Supplier: c.Supplier}
}

// Over returns the codes with the hotel's own code where the operator has none.
func (c Codes) Over(hotel string) Codes {
	if c.Hotel == "" {
		c.Hotel = hotel
	}
	return c
}

// Over returns the operator's code and name, and the hotel's where the operator
// has none.
func (r RoomCode) Over(hotel RoomCode) RoomCode {
	return RoomCode{cmp.Or(r.Code, hotel.Code), cmp.Or(r.Name, hotel.Name)}
}

// Codes returns the operator's codes of those properties that have any. The
// caller must have checked that the operator may see the properties.
func (s *Service) Codes(ctx context.Context, operator int64, properties []int64) (map[int64]Codes, error) {
	codes := make(map[int64]Codes, len(properties))
	heads, err := s.store.OfProperties().Of(ctx, operator, properties)
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

// PropertiesByCode returns the properties of hotels that the operator has given the
// code, as any of its four, by id. The caller must have checked that the operator may
// see properties of these hotels.
func (s *Service) PropertiesByCode(ctx context.Context, operator int64, hotels []int64, code string) ([]int64, error) {
	if len(hotels) == 0 || code == "" {
		return nil, nil
	}
	return s.store.PropertiesByCode(ctx, operator, hotels, code)
}
