package mapping

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Rooms lists the caller's room mappings by property. Mappings of rooms that
// are no longer published stay stored, but are not listed.
func (s *Service) Rooms(ctx context.Context, who auth.Caller, f RoomFilter, req page.Request) ([]MappedRoom, int, error) {
	hotels, err := s.hotels(ctx, who.OwnerID, rightRooms)
	if err != nil {
		return nil, 0, err
	}
	q := RoomQuery{Owners: hotels, Property: f.Property, Text: fold.Fold(f.Query)}
	if q.Named, err = s.named(ctx, hotels, q.Text); err != nil {
		return nil, 0, err
	}
	mapped, err := s.store.MappedRooms(ctx, who.OwnerID, q)
	if err != nil || len(mapped) == 0 {
		return nil, 0, err
	}
	shown, err := s.published(ctx, hotels, f.Property)
	if err != nil {
		return nil, 0, err
	}
	mapped = only(mapped, listOf(shown), true)
	list, err := s.showRooms(ctx, who.OwnerID, page.Cut(mapped, req))
	return list, len(mapped), err
}

// only returns the ids that are in the list, or those that are not.
func only(ids []int64, list idList, in bool) []int64 {
	kept := make([]int64, 0, len(ids))
	for _, id := range ids {
		if list.has(id) == in {
			kept = append(kept, id)
		}
	}
	return kept
}

// published returns the rooms of the hotels by property and position, or those
// of one property.
func (s *Service) published(ctx context.Context, hotels idList, property int64) ([]int64, error) {
	if property == 0 {
		return s.deps.Publications.RoomIDs(ctx, hotels)
	}
	return s.roomsOf(ctx, hotels, []int64{property})
}

// showRooms returns the operator's mappings of rooms that may be seen, in the
// order of the ids, with the hotels' data.
func (s *Service) showRooms(ctx context.Context, operator int64, ids []int64) ([]MappedRoom, error) {
	mappings, err := s.store.RoomsByID(ctx, operator, ids)
	if err != nil {
		return nil, err
	}
	rooms, cards, err := s.withCards(ctx, ids)
	if err != nil {
		return nil, err
	}
	byRoom := make(map[int64]MappedRoom, len(mappings))
	for _, m := range mappings {
		r := rooms[m.RoomID]
		byRoom[m.RoomID] = MappedRoom{RoomMapping: m, PropertyName: cards[m.PropertyID].Name, RoomName: r.Name, RoomCode: r.Code}
	}
	shown := make([]MappedRoom, 0, len(ids))
	for _, id := range ids {
		if m, ok := byRoom[id]; ok { // it may have been removed meanwhile
			shown = append(shown, m)
		}
	}
	return shown, nil
}

// Room returns one mapping of the caller's, while it may see the room.
func (s *Service) Room(ctx context.Context, who auth.Caller, id int64) (MappedRoom, error) {
	m, err := s.room(ctx, who, id)
	if err != nil {
		return MappedRoom{}, err
	}
	shown, err := s.showRooms(ctx, who.OwnerID, []int64{m.RoomID})
	if err != nil {
		return MappedRoom{}, err
	}
	if len(shown) == 0 {
		return MappedRoom{}, apperr.ErrNotFound
	}
	return shown[0], nil
}

func (s *Service) room(ctx context.Context, who auth.Caller, id int64) (RoomMapping, error) {
	m, err := s.store.Room(ctx, who.OwnerID, id)
	if err != nil {
		return RoomMapping{}, err
	}
	hotels, err := s.hotels(ctx, who.OwnerID, rightRooms)
	if err != nil {
		return RoomMapping{}, err
	}
	rooms, err := s.rooms(ctx, hotels, []int64{m.RoomID})
	if err != nil {
		return RoomMapping{}, err
	}
	if len(rooms) == 0 {
		return RoomMapping{}, apperr.ErrNotFound
	}
	return m, nil
}

// SaveRoom creates or changes the mapping of a room; created reports which.
func (s *Service) SaveRoom(ctx context.Context, who auth.Caller, in RoomInput) (m MappedRoom, created bool, err error) {
	list, made, err := s.saveRooms(ctx, who, []RoomInput{in}, func(int) string { return "" })
	if err != nil {
		return MappedRoom{}, false, err
	}
	return list[0], made > 0, nil
}

// SaveRooms maps many rooms, all of them or none.
func (s *Service) SaveRooms(ctx context.Context, who auth.Caller, in []RoomInput) ([]MappedRoom, error) {
	list, _, err := s.saveRooms(ctx, who, in, entry)
	return list, err
}

func (s *Service) saveRooms(ctx context.Context, who auth.Caller, in []RoomInput, prefix func(i int) string) (shown []MappedRoom, created int, err error) {
	ids := make([]int64, len(in))
	for i, one := range in {
		ids[i] = one.RoomID
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		w, err := s.roomWork(ctx, who, ids)
		if err != nil {
			return err
		}
		var f apperr.Fields
		for i, one := range in {
			w.take(&f, prefix(i), one)
		}
		if err := f.Err(); err != nil {
			return err
		}
		if err := s.writeRooms(ctx, who.OwnerID, w); err != nil {
			return err
		}
		created = w.created
		shown, err = s.showRooms(ctx, who.OwnerID, ids)
		return err
	})
	return shown, created, err
}

// roomWork locks the operator and reads the rooms and mappings of the input.
func (s *Service) roomWork(ctx context.Context, who auth.Caller, ids []int64) (*roomWork, error) {
	if err := s.store.LockOperator(ctx, who.OwnerID, s.now()); err != nil {
		return nil, err
	}
	hotels, err := s.hotels(ctx, who.OwnerID, rightRooms)
	if err != nil {
		return nil, err
	}
	rooms, err := s.rooms(ctx, hotels, ids)
	if err != nil {
		return nil, err
	}
	existing, err := s.store.RoomsByID(ctx, who.OwnerID, ids)
	if err != nil {
		return nil, err
	}
	return newRoomWork(who.OwnerID, s.now(), rooms, existing), nil
}

// writeRooms stores and audits the changes.
func (s *Service) writeRooms(ctx context.Context, operator int64, w *roomWork) error {
	if err := s.store.SaveRooms(ctx, operator, w.dirty); err != nil {
		return err
	}
	return w.recordChanges(ctx, s, "room_mapping")
}

// UpdateRoom changes a mapping of the caller's, while it may see the room.
func (s *Service) UpdateRoom(ctx context.Context, who auth.Caller, id int64, c RoomChange) (shown MappedRoom, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.LockOperator(ctx, who.OwnerID, s.now()); err != nil {
			return err
		}
		m, err := s.room(ctx, who, id)
		if err != nil {
			return err
		}
		shown, _, err = s.SaveRoom(ctx, who, RoomInput{m.RoomID, c})
		return err
	})
	return shown, err
}

// DeleteRoom removes a mapping of the caller's, while it may see the room.
func (s *Service) DeleteRoom(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.LockOperator(ctx, who.OwnerID, s.now()); err != nil {
			return err
		}
		before, err := s.room(ctx, who, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteRoom(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.record(ctx, "delete", "room_mapping", id, before, nil)
	})
}
