package event

import (
	"context"

	"allot/internal/mapping"
)

// names are what a receiver calls the rooms of a property, by their ids. Rooms
// that are not published are not in it.
type names map[int64]mapping.RoomCode

// namesFor reads the operator's names over those that the hotel publishes. The
// hotel itself is told its own, as they were when the event was stored.
func (s *Service) namesFor(ctx context.Context, to Receiver, property int64) (names, error) {
	if to.Owner {
		return nil, nil
	}
	rooms, err := s.Publications.RoomsOf(ctx, []int64{property})
	if err != nil {
		return nil, err
	}
	codes, err := s.Mappings.Codes(ctx, to.Account, []int64{property})
	if err != nil {
		return nil, err
	}
	list := names{}
	for _, r := range rooms[property] {
		list[r.ID] = codes[property].Rooms[r.ID].Over(mapping.RoomCode{Code: r.Code, Name: r.Name})
	}
	return list, nil
}
