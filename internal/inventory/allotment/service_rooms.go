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
	return s.change(ctx, after.OwnerID, after.ID, Everything, func(ctx context.Context, ch *change) error {
		was, err := civil.Today(s.now(), before.Timezone)
		if err != nil {
			return err
		}
		is, err := civil.Today(s.now(), after.Timezone)
		if err != nil || was == is {
			return err
		}
		ch.today = is
		return ch.touchReleases(ctx, was)
	})
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
			if err := ch.touchRoom(ctx, p, room); err != nil {
				return err
			}
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

// touchRoom marks all days of a room as changed, and of those that can borrow from it,
// except while a property is being set up: it is not published and nothing was ever set
// on its days.
func (ch *change) touchRoom(ctx context.Context, p property.Property, room int64) error {
	if p.PublishedAt == nil && ch.untouched {
		return nil
	}
	ch.touchSeason(room, horizonFrom(ch.today))
	shares, err := ch.shares(ctx)
	if err != nil {
		return err
	}
	for _, s := range shares {
		if season, ok := s.Season().Intersect(horizonFrom(ch.today)); ok && s.IsActive && s.DonorRoom == room {
			ch.touchSeason(s.RecipientRoom, season)
		}
	}
	return nil
}

// RoomDeleting refuses to delete a room of which units are held from today on.
func (s *Service) RoomDeleting(ctx context.Context, p property.Property, room int64) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteRoom
		if err := ch.touchRoom(ctx, p, room); err != nil {
			return err
		}
		return ch.checkUnused(ctx, "the room", func(r rules.Room) bool { return r.ID == room })
	})
}

// PropertyDeleting refuses to delete a property of which units are held from
// today on.
func (s *Service) PropertyDeleting(ctx context.Context, p property.Property) error {
	return s.change(ctx, p.OwnerID, p.ID, Everything, func(ctx context.Context, ch *change) error {
		ch.kind = WriteRoom
		if err := ch.checkUnused(ctx, "the property", func(rules.Room) bool { return true }); err != nil {
			return err
		}
		return ch.touchProperty(ctx, p)
	})
}

// touchProperty marks all days of a published property as changed that is about to be
// deleted. Who is told of it stands in the event: it cannot be found out later.
func (ch *change) touchProperty(ctx context.Context, p property.Property) (err error) {
	if p.PublishedAt == nil && ch.untouched {
		return nil
	}
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return err
	}
	for _, r := range rooms {
		ch.touchSeason(r.ID, horizonFrom(ch.today))
	}
	ch.affected.all, ch.affected.deleted = true, true
	ch.affected.partners, err = ch.operatorsOf(ctx, p.OwnerID, p.ID)
	return err
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
