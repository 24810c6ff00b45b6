package stopsale

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
)

// own reads properties of a hotel as drafted.
func (s *Service) own(ctx context.Context, owner int64, ids []int64) ([]Shared, error) {
	properties, err := s.deps.Properties.Some(ctx, []int64{owner}, ids)
	if err != nil {
		return nil, err
	}
	rooms, err := s.deps.Properties.RoomsOf(ctx, []int64{owner}, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Shared, 0, len(ids))
	for _, id := range ids {
		p, ok := properties[id]
		if !ok {
			continue // deleted meanwhile
		}
		one := Shared{
			PropertyID: id, Name: p.Name, Country: p.Country, City: p.City, Codes: mapping.Codes{Hotel: p.Code}, owner: owner,
			Rooms: make([]SharedRoom, len(rooms[id])),
		}
		for i, r := range rooms[id] {
			one.Rooms[i] = SharedRoom{ID: r.ID, Name: r.Name, Code: r.Code}
		}
		list = append(list, one)
	}
	return list, nil
}

// published reads published properties, under the names of the operator that owns
// the key.
func (s *Service) published(ctx context.Context, key auth.KeyCaller, ids []int64) ([]Shared, error) {
	cards, err := s.deps.Publications.CardsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	rooms, err := s.deps.Publications.RoomsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	codes := map[int64]mapping.Codes{}
	if key.AccountType == auth.TourOperator {
		if codes, err = s.deps.Mappings.Codes(ctx, key.OwnerID, ids); err != nil {
			return nil, err
		}
	}
	list := make([]Shared, 0, len(ids))
	for _, id := range ids {
		c, ok := cards[id]
		if !ok {
			continue // deleted meanwhile
		}
		one := Shared{
			PropertyID: id, Name: c.Name, Country: c.Country, City: c.City, Codes: codes[id].Over(c.Code), owner: c.OwnerID,
			Rooms: make([]SharedRoom, len(rooms[id])),
		}
		for i, r := range rooms[id] {
			own := one.Codes.Rooms[r.ID].Over(mapping.RoomCode{Code: r.Code, Name: r.Name})
			one.Rooms[i] = SharedRoom{ID: r.ID, Name: own.Name, Code: own.Code}
		}
		list = append(list, one)
	}
	return list, nil
}

// yieldWithDays adds the days and update times and yields the properties. The days
// of at most roomsAtOnce rooms, or of one property, are in memory at a time.
func (s *Service) yieldWithDays(ctx context.Context, list []Shared, w Window, yield func(Shared) error) error {
	if err := s.setWindows(ctx, list, w); err != nil {
		return err
	}
	for len(list) > 0 {
		n, rooms := 1, len(list[0].Rooms)
		for n < len(list) && rooms+len(list[n].Rooms) <= roomsAtOnce {
			rooms += len(list[n].Rooms)
			n++
		}
		if err := s.addDays(ctx, list[:n]); err != nil {
			return err
		}
		for i := range list[:n] {
			if err := yield(list[i]); err != nil {
				return err
			}
			list[i].Rooms = nil
		}
		list = list[n:]
	}
	return nil
}

// setWindows sets the update times, and the windows by the date where each
// property is.
func (s *Service) setWindows(ctx context.Context, list []Shared, w Window) error {
	owners, ids := make([]int64, len(list)), make([]int64, len(list))
	for i, p := range list {
		owners[i], ids[i] = p.owner, p.PropertyID
	}
	touched, err := s.store.Touched(ctx, owners, ids)
	if err != nil {
		return err
	}
	properties, err := s.deps.Properties.Some(ctx, owners, ids)
	if err != nil {
		return err
	}
	for i := range list {
		if at, ok := touched[list[i].PropertyID]; ok {
			list[i].Updated = &at
		}
		today, err := s.today(properties[list[i].PropertyID])
		if err != nil {
			return err
		}
		list[i].window = w.withDefault(today)
	}
	return nil
}

// addDays reads the days of all rooms of some properties in one query.
func (s *Service) addDays(ctx context.Context, list []Shared) error {
	var (
		owners, ids []int64
		at          = map[int64]*SharedRoom{}
		of          = map[int64]Shared{}
		all         = list[0].window
	)
	for _, p := range list {
		owners = append(owners, p.owner)
		all.From = min(all.From, p.window.From)
		for i := range p.Rooms {
			ids = append(ids, p.Rooms[i].ID)
			at[p.Rooms[i].ID], of[p.Rooms[i].ID] = &p.Rooms[i], p
			p.Rooms[i].Days = []SharedDay{}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	days, err := s.store.Days(ctx, owners, ids, all)
	if err != nil {
		return err
	}
	for id, room := range at {
		if p := of[id]; p.Closed {
			room.Days = p.window.stopped()
		}
	}
	for _, d := range days {
		p := of[d.RoomID]
		if p.Closed || !p.window.contains(d.Date) {
			continue
		}
		if p.noRequests {
			d.Color = d.Color.withoutRequests()
		}
		at[d.RoomID].Days = append(at[d.RoomID].Days, d.SharedDay)
	}
	return nil
}
