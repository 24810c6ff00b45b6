package allotment

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// DeleteCalendar removes a calendar and returns its units to the pool. It refuses
// the Master with ErrMasterImmutable, and with ErrRoomingHolds a calendar on which
// confirmed rooming entries hold units from today on.
func (s *Service) DeleteCalendar(ctx context.Context, who auth.Caller, id int64) error {
	return s.changeBeyondPlan(ctx, who, id, Everything, func(ctx context.Context, ch *change, c rules.Calendar) error {
		ch.kind = WriteCalendar
		if c.Kind == rules.KindMaster {
			return rules.ErrMasterImmutable
		}
		days, err := s.store.CalendarDays(ctx, ch.owner, id, reading.DayFilter{})
		if err != nil {
			return err
		}
		if err := ch.checkRooming(days); err != nil {
			return err
		}
		blocks, err := s.store.Blocks(ctx, ch.owner, id)
		if err != nil {
			return err
		}
		if err := ch.release(ctx, c, days); err != nil {
			return err
		}
		ch.touchBlocks(blocks, nil)
		if err := ch.touchAll(ctx, c); err != nil {
			return err
		}
		if err := s.store.DeleteCalendar(ctx, ch.owner, id); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{
			Action: "delete", ObjectType: "allotment_calendar", ObjectID: id, Before: wholeCalendar{c, blocks, daySpans(days)},
		})
	})
}

// wholeCalendar is the audit record of a deleted calendar.
type wholeCalendar struct {
	rules.Calendar
	Blocks []rules.Block `json:"blocks"`
	Days   []daySpan     `json:"days"`
}

// checkRooming refuses days from today on of which rooming entries hold units.
func (ch *change) checkRooming(days []rules.Day) error {
	var dates []civil.Date
	for _, d := range days {
		if d.Rooming > 0 && d.Date >= ch.today && len(dates) < maxNamed {
			dates = append(dates, d.Date)
		}
	}
	if len(dates) == 0 {
		return nil
	}
	return rules.ErrRoomingHolds.Withf("confirmed rooming entries hold units of this calendar from %s on: cancel them first", dates[0]).With("dates", dates)
}

// release returns the units of a calendar's days to the pool. Past days are
// returned too, because the pool is the sum of all days, but cause no events.
func (ch *change) release(ctx context.Context, c rules.Calendar, days []rules.Day) error {
	edits := make(map[rules.Cell]edit, len(days))
	for _, d := range days {
		if d.Date >= ch.today {
			ch.collectEvents(&c, d, rules.Day{RoomID: d.RoomID, Date: d.Date})
		}
		if d.Held() > 0 && c.Kind.Pooled() {
			edits[rules.Cell{Room: d.RoomID, Date: d.Date}] = edit{committed: -d.Held()}
		}
	}
	_, err := ch.updatePool(ctx, edits)
	return err
}
