package mapping

import (
	"context"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
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
	mappings, err := s.store.OfRooms().Of(ctx, who.OwnerID, page.Cut(mapped, req))
	if err != nil {
		return nil, 0, err
	}
	list, err := s.showRooms(ctx, mappings)
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

// showRooms adds the hotels' data to mappings that may be seen.
func (s *Service) showRooms(ctx context.Context, list []RoomMapping) ([]MappedRoom, error) {
	ids := make([]int64, len(list))
	for i, m := range list {
		ids[i] = m.RoomID
	}
	rooms, cards, err := s.withCards(ctx, ids)
	if err != nil {
		return nil, err
	}
	shown := make([]MappedRoom, len(list))
	for i, m := range list {
		r := rooms[m.RoomID]
		shown[i] = MappedRoom{RoomMapping: m, PropertyName: cards[m.PropertyID].Name, RoomName: r.Name, RoomCode: r.Code}
	}
	return shown, nil
}

// seeRooms looks up rooms of the hotels.
func (s *Service) seeRooms(ctx context.Context, hotels idList, ids []int64) (freshFunc[RoomMapping], error) {
	rooms, err := s.rooms(ctx, hotels, ids)
	return freshRoom(rooms), err
}

func freshRoom(rooms map[int64]publication.Room) freshFunc[RoomMapping] {
	return func(room int64) (RoomMapping, bool) {
		r, visible := rooms[room]
		return RoomMapping{OwnerID: r.OwnerID, PropertyID: r.PropertyID, RoomID: room}, visible
	}
}
