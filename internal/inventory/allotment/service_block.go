package allotment

import (
	"context"
	"fmt"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/page"
)

// Blocks lists the blocks of a calendar, by room and season.
func (s *Service) Blocks(ctx context.Context, who auth.Caller, calendar int64, req page.Request) ([]rules.Block, int, error) {
	c, err := s.calendar(ctx, who, calendar)
	if err != nil {
		return nil, 0, err
	}
	return s.store.PageBlocks(ctx, who.OwnerID, c.ID, req)
}

// MaxBlocks is how many blocks one request can create.
const MaxBlocks = 500

// AddBlock creates a block on a calendar. It refuses a calendar that a rate
// contract feeds with ErrContractFed.
func (s *Service) AddBlock(ctx context.Context, who auth.Caller, calendar int64, in rules.BlockChange) (rules.Block, error) {
	list, err := s.addBlocks(ctx, who, calendar, []rules.BlockChange{in}, func(int) string { return "" })
	if err != nil {
		return rules.Block{}, err
	}
	return list[0], nil
}

// AddBlocks is AddBlock for several: all of them or, if one is refused, none.
func (s *Service) AddBlocks(ctx context.Context, who auth.Caller, calendar int64, changes []rules.BlockChange) ([]rules.Block, error) {
	if len(changes) == 0 || len(changes) > MaxBlocks {
		return nil, apperr.Field("body", "must be a block, or a list of 1 to %d blocks", MaxBlocks)
	}
	days := 0
	for _, in := range changes {
		if in.StartDate != nil && in.EndDate != nil {
			days += max(0, in.EndDate.Sub(*in.StartDate)+1)
		}
	}
	if days > rules.MaxRoomDays {
		return nil, apperr.Field("body", "must cover at most %d days in all, not %d: send several lists", rules.MaxRoomDays, days)
	}
	return s.addBlocks(ctx, who, calendar, changes, func(i int) string { return fmt.Sprintf("[%d].", i) })
}

func (s *Service) addBlocks(ctx context.Context, who auth.Caller, calendar int64, changes []rules.BlockChange, at func(i int) string) (list []rules.Block, err error) {
	err = s.changeCalendar(ctx, who, calendar, DaysOnly, func(ctx context.Context, ch *change, c rules.Calendar) error {
		ch.kind = WriteBlock
		if err := ch.checkManualBlocks(ctx, c); err != nil {
			return err
		}
		list = make([]rules.Block, len(changes))
		for i, in := range changes {
			list[i] = rules.Block{OwnerID: c.OwnerID, PropertyID: c.PropertyID, CalendarID: c.ID, Source: rules.SourceManual}
			in.Apply(&list[i])
		}
		if err := ch.checkBlocks(ctx, c, list, at); err != nil {
			return err
		}
		if err := s.store.InsertBlocks(ctx, list); err != nil {
			return err
		}
		ch.touchBlocks(nil, list)
		for i := range list {
			if err := s.recordBlock(ctx, "create", nil, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// checkBlocks refuses new blocks that have bad fields, or share a day of a room
// with another block of the calendar or the list.
func (ch *change) checkBlocks(ctx context.Context, c rules.Calendar, list []rules.Block, at func(i int) string) error {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return err
	}
	var f apperr.Fields
	for i, b := range list {
		if b.Check(&f, at(i), rules.Block{}, rooms, ch.today); len(f) >= apperr.MaxFields {
			break
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	others, err := ch.store.Blocks(ctx, ch.owner, c.ID)
	if err != nil {
		return err
	}
	for i, b := range list {
		if err := b.CheckOverlap(others); err != nil {
			return err
		}
		for j, o := range list[:i] {
			if o.RoomID == b.RoomID && o.Season().Overlaps(b.Season()) {
				return rules.ErrBlockOverlaps.Withf("entries %d and %d of the list share days of a room", j, i).With("entries", []int{j, i})
			}
		}
	}
	return nil
}

// UpdateBlock changes a manual block. Its season may begin in the past but must
// not end there.
func (s *Service) UpdateBlock(ctx context.Context, who auth.Caller, id int64, in rules.BlockChange) (after rules.Block, err error) {
	err = s.changeBlock(ctx, who, id, func(ctx context.Context, ch *change, before rules.Block) error {
		after = before
		in.Apply(&after)
		if after == before {
			return nil
		}
		if err := ch.checkBlock(ctx, before, after); err != nil {
			return err
		}
		if err := s.store.UpdateBlock(ctx, after); err != nil {
			return err
		}
		ch.touchBlocks([]rules.Block{before}, []rules.Block{after})
		return s.recordBlock(ctx, "update", &before, &after)
	})
	return after, err
}

// DeleteBlock removes a block that was written by hand. What is confirmed in its
// season stays confirmed.
func (s *Service) DeleteBlock(ctx context.Context, who auth.Caller, id int64) error {
	return s.changeBlock(ctx, who, id, func(ctx context.Context, ch *change, before rules.Block) error {
		if err := s.store.DeleteBlocks(ctx, ch.owner, before.CalendarID, []int64{id}); err != nil {
			return err
		}
		ch.touchBlocks([]rules.Block{before}, nil)
		return s.recordBlock(ctx, "delete", &before, nil)
	})
}

// changeBlock runs fn on a manual block, which it reads again under the lock.
func (s *Service) changeBlock(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, ch *change, before rules.Block) error) error {
	found, err := s.store.Block(ctx, who.OwnerID, id)
	if err != nil {
		return err
	}
	return s.changeCalendar(ctx, who, found.CalendarID, DaysOnly, func(ctx context.Context, ch *change, c rules.Calendar) error {
		ch.kind = WriteBlock
		before, err := s.store.Block(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if before.Source == rules.SourceContract {
			return rules.ErrContractFed
		}
		if err := ch.checkManualBlocks(ctx, c); err != nil {
			return err
		}
		return fn(ctx, ch, before)
	})
}

// checkManualBlocks refuses calendars that take no manual blocks. It must be called
// under the lock: a rate contract may have come into force meanwhile.
func (ch *change) checkManualBlocks(ctx context.Context, c rules.Calendar) error {
	switch c.Kind {
	case rules.KindMaster:
		return rules.ErrMasterImmutable.Withf("the Master calendar has no blocks: its allotment is what the rooms have")
	case rules.KindStandalone:
		return apperr.Field("calendar", "is standalone: it has statuses only, no blocks")
	case rules.KindContracted:
		return rules.ErrContractFed
	case rules.KindAllotment:
		return nil
	case rules.KindConnected:
	}
	f, err := ch.feeds(ctx)
	if err != nil {
		return err
	}
	if f.Fed(c) {
		return rules.ErrContractFed.Withf("the operator has a rate contract in force that feeds this calendar: change the contract instead")
	}
	return nil
}

func (ch *change) checkBlock(ctx context.Context, before, after rules.Block) error {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return err
	}
	var f apperr.Fields
	after.Check(&f, "", before, rooms, ch.today)
	if err := f.Err(); err != nil {
		return err
	}
	others, err := ch.store.Blocks(ctx, ch.owner, after.CalendarID)
	if err != nil {
		return err
	}
	return after.CheckOverlap(others)
}

// touchBlocks marks the days from today on of which the allotment changes.
func (ch *change) touchBlocks(before, after []rules.Block) {
	units := map[rules.Cell]int{}
	var calendar int64 // the same for all
	add := func(list []rules.Block, sign int) {
		for _, b := range list {
			calendar = b.CalendarID
			ch.wakes = ch.wakes || b.ReleaseDays > 0
			for date := max(b.StartDate, ch.today); date <= b.EndDate; date++ {
				units[rules.Cell{Room: b.RoomID, Date: date}] += sign * b.InForce(date, ch.today)
			}
		}
	}
	add(before, -1)
	add(after, 1)
	for c, n := range units {
		if n != 0 {
			ch.touchOn(calendar, c.Room, c.Date)
		}
	}
}

func (s *Service) recordBlock(ctx context.Context, action string, before, after *rules.Block) error {
	change := audit.Change{Action: action, ObjectType: "allotment_block"}
	if before != nil {
		change.ObjectID, change.Before = before.ID, *before
	}
	if after != nil {
		change.ObjectID, change.After = after.ID, *after
	}
	return s.deps.Audit.Record(ctx, change)
}
