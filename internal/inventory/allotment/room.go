package allotment

import (
	"context"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
)

// Room is a room type as calendars know it.
type Room struct {
	ID    int64
	Name  string
	Code  string
	Units int // room_total_units of the fact sheet
}

func roomsOf(list []facts.Room) []Room {
	rooms := make([]Room, len(list))
	for i, r := range list {
		rooms[i] = Room{ID: r.ID, Name: r.Name, Code: r.Code, Units: r.TotalUnits}
	}
	return rooms
}

// Rooms returns the room types of a property in the hotel's order.
func (s *Service) rooms(ctx context.Context, owner, property int64) ([]Room, error) {
	list, err := s.Properties.Rooms(ctx, owner, property)
	if err != nil {
		return nil, err
	}
	return roomsOf(list), nil
}

// room finds one room type of the property, or says which field is wrong.
func (ch *change) room(ctx context.Context, field string, id int64) (Room, error) {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return Room{}, err
	}
	for _, r := range rooms {
		if r.ID == id {
			return r, nil
		}
	}
	return Room{}, apperr.Field(field, "must be the id of a room of this property")
}

func hasRoom(rooms []Room, id int64) bool {
	return slices.ContainsFunc(rooms, func(r Room) bool { return r.ID == id })
}

func idsOf(rooms []Room) []int64 {
	ids := make([]int64, len(rooms))
	for i, r := range rooms {
		ids[i] = r.ID
	}
	return ids
}
