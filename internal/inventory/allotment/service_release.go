package allotment

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// DeleteCalendar removes a calendar beside the Master and gives back what it
// held. Confirmed rooming entries of days to come are cancelled first: their
// guests have been promised a room.
func (s *Service) DeleteCalendar(ctx context.Context, who auth.Caller, id int64) error {
	return s.changeCalendar(ctx, who, id, Everything, func(ctx context.Context, h *hotel, c Calendar) error {
		if c.Kind == KindMaster {
			return ErrMasterImmutable
		}
		days, err := s.store.CalendarDays(ctx, h.owner, id)
		if err != nil {
			return err
		}
		if err := h.checkRooming(days); err != nil {
			return err
		}
		blocks, err := s.store.Blocks(ctx, h.owner, id)
		if err != nil {
			return err
		}
		if err := h.release(ctx, c, days); err != nil {
			return err
		}
		h.touchBlocks(blocks, nil)
		if err := s.store.DeleteCalendar(ctx, h.owner, id); err != nil {
			return err
		}
		return s.Audit.Record(ctx, audit.Change{
			Action: "delete", ObjectType: "allotment_calendar", ObjectID: id, Before: wholeCalendar{c, blocks, trace(days)},
		})
	})
}

// wholeCalendar is what the trail keeps of a calendar that is gone.
type wholeCalendar struct {
	Calendar
	Blocks []Block  `json:"blocks"`
	Days   []traced `json:"days"`
}

// checkRooming refuses to take away what rooming entries hold from today on.
func (h *hotel) checkRooming(days []Day) error {
	var dates []civil.Date
	for _, d := range days {
		if d.Rooming > 0 && d.Date >= h.today && len(dates) < maxNamed {
			dates = append(dates, d.Date)
		}
	}
	if len(dates) == 0 {
		return nil
	}
	return ErrRoomingHolds.Withf("confirmed rooming entries hold units of this calendar from %s on: cancel them first", dates[0]).With("dates", dates)
}

// release gives what the days of a calendar hold back to the pool. Days that
// have passed are given back too, so that the pool stays the sum of the days;
// nobody needs to hear of a stop sale that was over anyway.
func (h *hotel) release(ctx context.Context, c Calendar, days []Day) error {
	edits := make(map[cell]edit, len(days))
	for _, d := range days {
		if d.Date >= h.today {
			h.note(&c, d, Day{RoomID: d.RoomID, Date: d.Date})
		}
		if d.Held() > 0 && c.Kind.Pooled() {
			edits[cell{d.RoomID, d.Date}] = edit{committed: -d.Held()}
		}
	}
	return h.move(ctx, edits)
}
