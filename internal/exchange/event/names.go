package event

import (
	"context"

	"allot/internal/partners/mapping"
)

// names are a receiver's names of the rooms of a property, by id. Rooms that
// are not published are missing.
type names map[int64]mapping.RoomCode

// namesFor reads the operator's names, and the published ones where it has
// none. The hotel itself gets its own, as stored in the event.
func (s *Service) namesFor(ctx context.Context, to Receiver, property int64) (names, error) {
	if to.Owner {
		return nil, nil
	}
	rooms, err := s.deps.Publications.RoomsOf(ctx, []int64{property})
	if err != nil {
		return nil, err
	}
	codes, err := s.deps.Mappings.Codes(ctx, to.Account, []int64{property})
	if err != nil {
		return nil, err
	}
	list := names{}
	for _, r := range rooms[property] {
		list[r.ID] = codes[property].Rooms[r.ID].Over(mapping.RoomCode{Code: r.Code, Name: r.Name})
	}
	return list, nil
}
