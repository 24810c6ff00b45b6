package mapping

import (
	"context"
	"maps"

	"allot/internal/content/publication"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// batchLookup holds the properties and rooms that a batch of rows names and the
// operator may see.
type batchLookup struct {
	cards map[int64]publication.Card
	rooms map[int64]publication.Room
	// ofProperty are the rooms of the properties whose rooms are named by code.
	ofProperty map[int64][]publication.Room
	// coded are the properties by the codes of the hotels.
	coded map[string][]int64
}

// lookUp reads everything that a batch of rows names, in a few queries.
func (im *importer) lookUp(ctx context.Context, rows []row) (batchLookup, error) {
	hotels, err := im.hotels(ctx, im.operator, contract.RightFacts)
	if err != nil {
		return batchLookup{}, err
	}
	withRooms, err := im.hotels(ctx, im.operator, rightRooms)
	if err != nil {
		return batchLookup{}, err
	}
	v := batchLookup{coded: map[string][]int64{}}
	var properties, rooms, byCode []int64
	for _, r := range rows {
		ids := []int64{r.property}
		switch {
		case r.room != 0:
			rooms = append(rooms, r.room)
		case r.property == 0:
			if ids, err = im.byCode(ctx, hotels, r.propertyCode); err != nil {
				return batchLookup{}, err
			}
			v.coded[r.propertyCode] = ids
		}
		properties = append(properties, ids...)
		if r.room == 0 && r.roomCode != "" {
			byCode = append(byCode, ids...)
		}
	}
	if v.rooms, err = im.rooms(ctx, withRooms, rooms); err != nil {
		return batchLookup{}, err
	}
	for _, r := range v.rooms {
		properties = append(properties, r.PropertyID)
	}
	if v.cards, err = im.cards(ctx, hotels, properties); err != nil {
		return batchLookup{}, err
	}
	if v.ofProperty, err = im.deps.Publications.RoomsOf(ctx, byCode); err != nil {
		return batchLookup{}, err
	}
	maps.DeleteFunc(v.ofProperty, func(_ int64, rooms []publication.Room) bool {
		return len(rooms) > 0 && !withRooms.has(rooms[0].OwnerID)
	})
	return v, nil
}

// target is a row whose property and room have been found.
type target struct {
	row
	property, room int64 // no room: zero
}

// resolve finds the property and room of each row and reports rows that name
// nothing the operator may see.
func (im *importer) resolve(rows []row, v batchLookup) []target {
	targets := make([]target, 0, len(rows))
	for _, r := range rows {
		t, problem := v.find(r)
		if problem != nil {
			im.result.Fail(r.line, problem)
			continue
		}
		targets = append(targets, t)
	}
	return targets
}

// find prefers ids to codes, because a hotel may change its codes.
func (v batchLookup) find(r row) (target, error) {
	if r.room != 0 {
		room, ok := v.rooms[r.room]
		switch {
		case !ok:
			return target{}, apperr.Field("room_id", "%d "+noRoom, r.room)
		case r.property != 0 && r.property != room.PropertyID:
			return target{}, apperr.Field("room_id", "%d is no room of property_id %d", r.room, r.property)
		}
		return target{r, room.PropertyID, room.ID}, nil
	}
	property, problem := v.findProperty(r)
	if problem != nil || r.roomCode == "" {
		return target{r, property, 0}, problem
	}
	var found []publication.Room
	for _, room := range v.ofProperty[property] {
		if room.Code == r.roomCode {
			found = append(found, room)
		}
	}
	switch len(found) {
	case 0:
		return target{}, apperr.Field("room_code", `"%s" `+noRoom, r.roomCode)
	case 1:
		v.rooms[found[0].ID] = found[0]
		return target{r, property, found[0].ID}, nil
	}
	return target{}, apperr.Field("room_code", `"%s" stands for several rooms of the property: give the room_id`, r.roomCode)
}

func (v batchLookup) findProperty(r row) (int64, error) {
	if r.property != 0 {
		if _, ok := v.cards[r.property]; !ok {
			return 0, apperr.Field("property_id", "%d "+noProperty, r.property)
		}
		return r.property, nil
	}
	var found []int64
	for _, id := range v.coded[r.propertyCode] {
		if _, ok := v.cards[id]; ok {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return 0, apperr.Field("property_code", `"%s" `+noProperty, r.propertyCode)
	case 1:
		return found[0], nil
	}
	return 0, apperr.Field("property_code", `"%s" stands for several properties: give the property_id`, r.propertyCode)
}

// apply changes the mappings of the row.
func (t target) apply(properties *propertyWork, rooms *roomWork) outcome {
	var ofProperty, ofRoom outcome
	if t.change != (PropertyChange{}) {
		_, ofProperty = properties.apply(PropertyInput{t.property, t.change})
	}
	if t.roomChange != (RoomChange{}) {
		_, ofRoom = rooms.apply(RoomInput{t.room, t.roomChange})
	}
	return max(ofProperty, ofRoom)
}
