package allotment

import (
	"context"

	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/auth"
	"allot/internal/platform/page"
)

// Blocks lists what is allotted to a calendar, by room and season.
func (s *Service) Blocks(ctx context.Context, who auth.Caller, calendar int64, req page.Request) ([]Block, int, error) {
	c, err := s.calendar(ctx, who, calendar)
	if err != nil {
		return nil, 0, err
	}
	return s.store.PageBlocks(ctx, who.OwnerID, c.ID, req)
}

// AddBlock allots units of a room to a calendar that no rate contract feeds.
func (s *Service) AddBlock(ctx context.Context, who auth.Caller, calendar int64, ch BlockChange) (b Block, err error) {
	err = s.changeCalendar(ctx, who, calendar, func(ctx context.Context, h *hotel, c Calendar) error {
		if err := h.byHand(ctx, c); err != nil {
			return err
		}
		b = Block{OwnerID: c.OwnerID, PropertyID: c.PropertyID, CalendarID: c.ID, Source: SourceManual}
		ch.apply(&b)
		if err := h.checkBlock(ctx, Block{}, b); err != nil {
			return err
		}
		list := []Block{b}
		if err := s.store.InsertBlocks(ctx, list); err != nil {
			return err
		}
		b = list[0]
		h.touchBlocks(nil, list)
		return s.recordBlock(ctx, "create", nil, &b)
	})
	return b, err
}

// UpdateBlock changes a block that was written by hand. It may reach into the
// past, but not lie in it: what has been does not sell.
func (s *Service) UpdateBlock(ctx context.Context, who auth.Caller, id int64, ch BlockChange) (after Block, err error) {
	err = s.changeBlock(ctx, who, id, func(ctx context.Context, h *hotel, before Block) error {
		after = before
		ch.apply(&after)
		if after == before {
			return nil
		}
		if err := h.checkBlock(ctx, before, after); err != nil {
			return err
		}
		if err := s.store.UpdateBlock(ctx, after); err != nil {
			return err
		}
		h.touchBlocks([]Block{before}, []Block{after})
		return s.recordBlock(ctx, "update", &before, &after)
	})
	return after, err
}

// DeleteBlock removes a block that was written by hand. What is confirmed in its
// season stays confirmed.
func (s *Service) DeleteBlock(ctx context.Context, who auth.Caller, id int64) error {
	return s.changeBlock(ctx, who, id, func(ctx context.Context, h *hotel, before Block) error {
		if err := s.store.DeleteBlocks(ctx, h.owner, before.CalendarID, []int64{id}); err != nil {
			return err
		}
		h.touchBlocks([]Block{before}, nil)
		return s.recordBlock(ctx, "delete", &before, nil)
	})
}

// changeBlock runs fn on a block that may be written by hand, which it reads
// again under the lock.
func (s *Service) changeBlock(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, h *hotel, before Block) error) error {
	found, err := s.store.Block(ctx, who.OwnerID, id)
	if err != nil {
		return err
	}
	return s.changeCalendar(ctx, who, found.CalendarID, func(ctx context.Context, h *hotel, c Calendar) error {
		before, err := s.store.Block(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if before.Source == SourceContract {
			return ErrContractFed
		}
		if err := h.byHand(ctx, c); err != nil {
			return err
		}
		return fn(ctx, h, before)
	})
}

// byHand refuses calendars whose blocks nobody writes. It asks under the lock,
// each time: a rate contract may have come into force meanwhile.
func (h *hotel) byHand(ctx context.Context, c Calendar) error {
	switch c.Kind {
	case KindMaster:
		return ErrMasterImmutable.Withf("the Master calendar has no blocks: its allotment is what the rooms have")
	case KindStandalone:
		return apperr.Field("calendar", "is standalone: it has statuses only, no blocks")
	case KindContracted:
		return ErrContractFed
	case KindAllotment:
		return nil
	case KindConnected:
	}
	f, err := h.feeds(ctx)
	if err != nil {
		return err
	}
	if f.fed(c) {
		return ErrContractFed.Withf("the operator has a rate contract in force that feeds this calendar: change the contract instead")
	}
	return nil
}

func (h *hotel) checkBlock(ctx context.Context, before, after Block) error {
	rooms, err := h.allRooms(ctx)
	if err != nil {
		return err
	}
	if err := after.check(before, rooms, h.today); err != nil {
		return err
	}
	others, err := h.store.Blocks(ctx, h.owner, after.CalendarID)
	if err != nil {
		return err
	}
	return after.checkOverlap(others)
}

// touchBlocks notes the days from today on of which more or less is allotted.
func (h *hotel) touchBlocks(before, after []Block) {
	units := map[cell]int{}
	var calendar int64 // all of them are of one
	add := func(list []Block, sign int) {
		for _, b := range list {
			calendar = b.CalendarID
			for date := max(b.StartDate, h.today); date <= b.EndDate; date++ {
				units[cell{b.RoomID, date}] += sign * b.inForce(date, h.today)
			}
		}
	}
	add(before, -1)
	add(after, 1)
	for c, n := range units {
		if n != 0 {
			h.touchOn(calendar, c.room, c.date)
		}
	}
}

func (s *Service) recordBlock(ctx context.Context, action string, before, after *Block) error {
	change := audit.Change{Action: action, ObjectType: "allotment_block"}
	if before != nil {
		change.ObjectID, change.Before = before.ID, *before
	}
	if after != nil {
		change.ObjectID, change.After = after.ID, *after
	}
	return s.Audit.Record(ctx, change)
}
