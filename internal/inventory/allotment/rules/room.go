package rules

import "slices"

// Room is a room type as calendars know it.
type Room struct {
	ID    int64
	Name  string
	Code  string
	Units int // room_total_units of the fact sheet
}

// UnknownRoom refuses a room that the property does not have.
const UnknownRoom = "must be the id of a room of this property"

// HasRoom reports whether a room is in the list.
func HasRoom(rooms []Room, id int64) bool {
	return slices.ContainsFunc(rooms, func(r Room) bool { return r.ID == id })
}

// RoomIDs returns the ids of rooms in their order.
func RoomIDs(rooms []Room) []int64 {
	ids := make([]int64, len(rooms))
	for i, r := range rooms {
		ids[i] = r.ID
	}
	return ids
}
