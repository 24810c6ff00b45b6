package allotment

import (
	"context"
	"slices"

	"allot/internal/content/property"
	"allot/internal/platform/civil"
)

// PropertyChanged makes readers look again: names are part of what they show,
// and in another time zone it may be another day.
func (s *Service) PropertyChanged(ctx context.Context, before, after property.Property) error {
	if before.Timezone == after.Timezone && before.Name == after.Name {
		return nil
	}
	return s.change(ctx, after.OwnerID, after.ID, Everything, func(context.Context, *hotel) error { return nil })
}

// RoomsChanged gives the days to come the units that rooms have now. Fewer than
// are held are refused; with more of them, what systems report beyond may fit.
func (s *Service) RoomsChanged(ctx context.Context, p property.Property, recounted []int64) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, h *hotel) error {
		if len(recounted) == 0 {
			return nil
		}
		for _, room := range recounted {
			h.touchRoom(p, room)
		}
		rooms, err := h.allRooms(ctx)
		if err != nil {
			return err
		}
		units := make(map[int64]*int, len(rooms))
		for i := range rooms {
			units[rooms[i].ID] = &rooms[i].Units
		}
		rows, err := h.poolFrom(ctx, rooms)
		if err != nil {
			return err
		}
		edits := map[cell]edit{}
		for _, row := range rows {
			if row.Total != *units[row.RoomID] || row.Overbooked() > 0 {
				edits[cell{row.RoomID, row.Date}] = edit{total: units[row.RoomID]}
			}
		}
		return h.move(ctx, edits)
	})
}

// touchRoom notes that all days of a room change. While a property is being set up
// that is no news: it is not published, and nothing was set on its days yet.
func (h *hotel) touchRoom(p property.Property, room int64) {
	if p.PublishedAt != nil || !h.blank {
		h.touchSeason(room, civil.Range{From: h.today, To: h.today.Add(eventDays - 1)})
	}
}

// RoomDeleting refuses to let a room go that is needed on days to come.
func (s *Service) RoomDeleting(ctx context.Context, p property.Property, room int64) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, h *hotel) error {
		h.touchRoom(p, room)
		return h.unused(ctx, "the room", func(r Room) bool { return r.ID == room })
	})
}

// PropertyDeleting refuses to let a property go that has guests to come.
func (s *Service) PropertyDeleting(ctx context.Context, p property.Property) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, h *hotel) error {
		return h.unused(ctx, "the property", func(Room) bool { return true })
	})
}

// unused refuses to delete rooms of which units are held from today on.
func (h *hotel) unused(ctx context.Context, what string, wanted func(r Room) bool) error {
	all, err := h.allRooms(ctx)
	if err != nil {
		return err
	}
	rooms := slices.DeleteFunc(slices.Clone(all), func(r Room) bool { return !wanted(r) })
	rows, err := h.poolFrom(ctx, rooms)
	if err != nil {
		return err
	}
	p := &pool{hotel: h, rooms: rooms}
	for _, row := range rows {
		if held := row.Committed + row.External + row.Lent; held+row.Borrowed > 0 {
			name := rooms[slices.IndexFunc(rooms, func(r Room) bool { return r.ID == row.RoomID })].Name
			p.short = append(p.short, conflict{namedDay: namedDay{row.RoomID, name, row.Date}, Wanted: held})
		}
	}
	if len(p.short) == 0 {
		return nil
	}
	first, refusal := p.refusal()
	return refusal.Withf("%s cannot be deleted: units of %s are closed, sold, reported or lent on %s, today or later", what, first.RoomName, first.Date)
}
