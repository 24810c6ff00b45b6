package facts

import "encoding/json"

// CategoryRooms is the category whose records calendars, mappings and contracts
// refer to by id.
const CategoryRooms = "rooms"

// Room is a record of rooms with what calendars need; what the hotel has not stated is zero.
type Room struct {
	ID                int64
	Position          int
	Code              string
	Name              string
	Kind              string
	TotalUnits        int
	MinOccupancy      int
	StandardOccupancy int
	MaxOccupancy      int
	MaxAdults         int
	MaxChildren       int
	MaxInfantsExtra   int
}

// RoomOf reads an entry of the category rooms.
func RoomOf(e Entry) Room {
	return Room{
		ID: e.ID, Position: e.Position,
		Code: e.Data.text("code"), Name: e.Data.text("name"), Kind: e.Data.text("kind"),
		TotalUnits:   e.Data.whole("room_total_units"),
		MinOccupancy: e.Data.whole("min_occupancy"), StandardOccupancy: e.Data.whole("standard_occupancy"),
		MaxOccupancy: e.Data.whole("max_occupancy"), MaxAdults: e.Data.whole("max_adults"),
		MaxChildren: e.Data.whole("max_children"), MaxInfantsExtra: e.Data.whole("max_infants_extra"),
	}
}

func (r Record) text(key string) string {
	s, _ := r[key].(string)
	return s
}

func (r Record) whole(key string) int {
	n, _ := r[key].(json.Number)
	i, _ := n.Int64()
	return int(i)
}
