package allotment

import (
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// StayConflict says on which nights stays stand on a calendar although the hotel has
// agreed to less: more units than are allotted, or a stop or block.
type StayConflict struct {
	RoomID        int64
	RoomName      string
	OverAllotment []civil.Date // more is held than the allotment has
	Closed        []civil.Date // a status of the Master or the calendar closes the day
}

// StayConflicts lists the conflicts of stays that the transaction has just held on a
// calendar, by room. The Master has no allotment that could be exceeded.
func (s *Service) StayConflicts(ctx context.Context, owner, calendar int64, stays []Stay) ([]StayConflict, error) {
	nights := nightsOf(stays)
	if len(nights) == 0 {
		return nil, nil
	}
	c, err := s.store.Calendar(ctx, owner, calendar)
	if err != nil {
		return nil, err
	}
	days, err := s.heldDays(ctx, c, nights)
	if err != nil {
		return nil, err
	}
	rooms, err := s.RoomsOf(ctx, owner, c.PropertyID)
	if err != nil {
		return nil, err
	}
	var list []StayConflict
	for _, night := range nights {
		if last := len(list) - 1; last < 0 || list[last].RoomID != night.Room {
			i := slices.IndexFunc(rooms, func(r rules.Room) bool { return r.ID == night.Room })
			if i < 0 {
				return nil, apperr.ErrNotFound
			}
			list = append(list, StayConflict{RoomID: night.Room, RoomName: rooms[i].Name})
		}
		days.addConflicts(night, &list[len(list)-1])
	}
	return slices.DeleteFunc(list, func(one StayConflict) bool { return len(one.OverAllotment)+len(one.Closed) == 0 }), nil
}

// heldDays are the days of a calendar that stays were held on.
type heldDays struct {
	calendar    rules.Calendar
	today       civil.Date
	own, master map[rules.Cell]rules.Day
	blocks      []rules.Block
}

func (s *Service) heldDays(ctx context.Context, c rules.Calendar, nights []rules.Cell) (d heldDays, err error) {
	p, err := s.deps.Properties.Get(ctx, c.OwnerID, c.PropertyID)
	if err != nil {
		return d, err
	}
	d.calendar = c
	if d.today, err = civil.Today(s.now(), p.Timezone); err != nil || len(nights) == 0 {
		return d, err
	}
	q := draftQuery(c, nights)
	q.Blocks = c.Kind != rules.KindMaster
	own, err := s.store.ReadDraft(ctx, q)
	d.own, d.blocks = byCell(own.Days), own.Blocks
	if err != nil || c.Kind == rules.KindMaster {
		d.master = d.own
		return d, err
	}
	if c, err = s.Master(ctx, c.OwnerID, c.PropertyID); err != nil {
		return d, err
	}
	master, err := s.store.ReadDraft(ctx, draftQuery(c, nights))
	d.master = byCell(master.Days)
	return d, err
}

// addConflicts adds what is wrong with a night.
func (d *heldDays) addConflicts(night rules.Cell, to *StayConflict) {
	own, master := d.own[night], d.master[night]
	if d.calendar.Kind != rules.KindMaster && own.Held() > rules.AllottedOn(d.blocks, night, d.today) {
		to.OverAllotment = append(to.OverAllotment, night.Date)
	}
	if rules.StatusOf(rules.DecidingStatus(own.Status.Code(), master.Status.Code())).Stops() {
		to.Closed = append(to.Closed, night.Date)
	}
}

// nightsOf are the nights of stays that take something, each once, by room and date.
func nightsOf(stays []Stay) []rules.Cell {
	var nights []rules.Cell
	for _, stay := range stays {
		for night := stay.Arrival; stay.Units > 0 && night < stay.Departure; night++ {
			nights = append(nights, rules.Cell{Room: stay.RoomID, Date: night})
		}
	}
	slices.SortFunc(nights, rules.CompareCells)
	return slices.Compact(nights)
}
