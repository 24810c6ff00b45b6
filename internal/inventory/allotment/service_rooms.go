package allotment

import (
	"context"
	"slices"

	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// PropertyChanged raises the version of a property if its name or time zone has
// changed: readers show the name, and the time zone decides which day is today.
func (s *Service) PropertyChanged(ctx context.Context, before, after property.Property) error {
	if before.Timezone == after.Timezone && before.Name == after.Name {
		return nil
	}
	return s.change(ctx, after.OwnerID, after.ID, Everything, func(context.Context, *change) error { return nil })
}

// RoomsChanged updates the totals of the recounted rooms from today on. It refuses
// fewer units than are held; with more units, reported units that did not fit
// before are counted.
func (s *Service) RoomsChanged(ctx context.Context, p property.Property, recounted []int64) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteRoom
		if len(recounted) == 0 {
			return nil
		}
		for _, room := range recounted {
			ch.touchRoom(p, room)
		}
		rooms, err := ch.allRooms(ctx)
		if err != nil {
			return err
		}
		units := make(map[int64]*int, len(rooms))
		for i := range rooms {
			units[rooms[i].ID] = &rooms[i].Units
		}
		rows, err := ch.futurePools(ctx, rooms)
		if err != nil {
			return err
		}
		edits := map[rules.Cell]edit{}
		for _, row := range rows {
			if row.Total != *units[row.RoomID] || row.Overbooked() > 0 {
				edits[rules.Cell{Room: row.RoomID, Date: row.Date}] = edit{total: units[row.RoomID]}
			}
		}
		_, err = ch.updatePool(ctx, edits)
		return err
	})
}

// touchRoom marks all days of a room as changed, except while a property is being
// set up: it is not published and nothing was ever set on its days.
func (ch *change) touchRoom(p property.Property, room int64) {
	if p.PublishedAt != nil || !ch.untouched {
		ch.touchSeason(room, civil.Range{From: ch.today, To: ch.today.Add(eventDays - 1)})
	}
}

// RoomDeleting refuses to delete a room of which units are held from today on.
func (s *Service) RoomDeleting(ctx context.Context, p property.Property, room int64) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteRoom
		ch.touchRoom(p, room)
		return ch.checkUnused(ctx, "the room", func(r rules.Room) bool { return r.ID == room })
	})
}

// PropertyDeleting refuses to delete a property of which units are held from
// today on.
func (s *Service) PropertyDeleting(ctx context.Context, p property.Property) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteRoom
		return ch.checkUnused(ctx, "the property", func(rules.Room) bool { return true })
	})
}

// checkUnused refuses to delete rooms of which units are held from today on.
func (ch *change) checkUnused(ctx context.Context, what string, wanted func(r rules.Room) bool) error {
	all, err := ch.allRooms(ctx)
	if err != nil {
		return err
	}
	rooms := slices.DeleteFunc(slices.Clone(all), func(r rules.Room) bool { return !wanted(r) })
	rows, err := ch.futurePools(ctx, rooms)
	if err != nil {
		return err
	}
	p := &poolChange{change: ch, rooms: rooms}
	for _, row := range rows {
		if held := row.Committed + row.External + row.Lent; held+row.Borrowed > 0 {
			name := rooms[slices.IndexFunc(rooms, func(r rules.Room) bool { return r.ID == row.RoomID })].Name
			p.short = append(p.short, conflict{namedDay: namedDay{row.RoomID, name, row.Date}, Wanted: held})
		}
	}
	if len(p.short) == 0 {
		return nil
	}
	first, refusal := p.refusal()
	return refusal.Withf("%s cannot be deleted: units of %s are closed, sold, reported or lent on %s, today or later", what, first.RoomName, first.Date)
}
