package connection

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// place is a property whose rooms an import can name.
type place struct {
	property  int64
	today     civil.Date
	rooms     []rules.Room
	calendars []rules.Calendar // nil until they are read
}

// roomIndex finds rooms by id and by code.
type roomIndex struct {
	places map[int64]*place   // by property
	ids    map[int64]*place   // by room
	codes  map[string][]int64 // rooms by code
}

// indexRooms reads the rooms of a property, or of all in the scope of the caller.
func (s *Service) indexRooms(ctx context.Context, who auth.Caller, property int64) (*roomIndex, error) {
	ids, err := s.deps.Properties.IDs(ctx, who.OwnerID)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return !who.MaySeeProperty(id) || property != 0 && id != property })
	if property != 0 && len(ids) == 0 {
		return nil, apperr.Field("property_id", "is not the id of a property that this key may write")
	}
	x := &roomIndex{map[int64]*place{}, map[int64]*place{}, map[string][]int64{}}
	if len(ids) == 0 {
		return x, nil
	}
	found, err := s.deps.Properties.Some(ctx, []int64{who.OwnerID}, ids)
	if err != nil {
		return nil, err
	}
	rooms, err := s.deps.Properties.RoomsOf(ctx, []int64{who.OwnerID}, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		p := &place{property: id}
		if p.today, err = civil.Today(s.now(), found[id].Timezone); err != nil {
			return nil, fmt.Errorf("today at property %d: %w", id, err)
		}
		x.places[id] = p
		for _, r := range rooms[id] {
			p.rooms = append(p.rooms, rules.Room{ID: r.ID, Name: r.Name, Code: r.Code, Units: r.TotalUnits})
			x.ids[r.ID] = p
			if r.Code != "" {
				x.codes[r.Code] = append(x.codes[r.Code], r.ID)
			}
		}
	}
	return x, nil
}

// find returns the room that a row names, or why there is none.
func (x *roomIndex) find(r *row) (room int64, at *place, err error) {
	id, notNumber := strconv.ParseInt(r.room, 10, 64)
	byID := x.ids[id]
	if notNumber != nil || r.roomID && byID == nil {
		byID = nil
	}
	codes := x.codes[r.room]
	if r.roomID {
		codes = nil
	}
	switch {
	case len(codes) > 1:
		return 0, nil, apperr.Field("room", `"%s" is the code of rooms of several properties: name one with property_id`, r.room)
	case len(codes) == 1 && byID != nil && codes[0] != id && !r.roomCode:
		return 0, nil, apperr.Field("room", `"%s" is the id of one room and the code of another: send JSON, where a number is an id and a text a code`, r.room)
	case len(codes) == 1:
		return codes[0], x.ids[codes[0]], nil
	case byID != nil:
		return id, byID, nil
	}
	return 0, nil, apperr.Field("room", `"%s" is neither the id nor the code of a room that can be written`, cutName(r.room))
}

const maxNamed = 60

func cutName(text string) string {
	if r := []rune(text); len(r) > maxNamed {
		return string(r[:maxNamed]) + "…"
	}
	return text
}
