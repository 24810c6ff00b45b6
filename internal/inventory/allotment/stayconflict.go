package allotment

import (
	"context"
	"slices"

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

// maxConflictDays bounds the days that are read at once.
const maxConflictDays = 400

// StayConflicts tells of stays that the transaction has just held on a calendar, room by
// room. The Master has no allotment that could be exceeded.
func (s *Service) StayConflicts(ctx context.Context, owner, calendar int64, stays []Stay) ([]StayConflict, error) {
	property, err := s.propertyOf(ctx, owner, calendar)
	if err != nil {
		return nil, err
	}
	nights := nightsOf(stays)
	by := map[int64]*StayConflict{}
	var order []int64
	for len(nights) > 0 {
		season := civil.Range{From: nights[0].date, To: nights[0].date.Add(maxConflictDays - 1)}
		n := slices.IndexFunc(nights, func(c cell) bool { return c.date > season.To })
		if n < 0 {
			n = len(nights)
		}
		season.To = nights[n-1].date
		snap, err := s.Snapshot(ctx, owner, property, season)
		if err != nil {
			return nil, err
		}
		for _, night := range nights[:n] {
			place, found := snap.RoomAt(night.room)
			if !found {
				return nil, apperr.ErrNotFound
			}
			if by[night.room] == nil {
				by[night.room] = &StayConflict{RoomID: night.room, RoomName: snap.Rooms[place].Name}
				order = append(order, night.room)
			}
			if err := snap.addConflict(calendar, place, night.date, by[night.room]); err != nil {
				return nil, err
			}
		}
		nights = nights[n:]
	}
	list := make([]StayConflict, 0, len(order))
	for _, room := range order {
		if one := by[room]; len(one.OverAllotment)+len(one.Closed) > 0 {
			list = append(list, *one)
		}
	}
	return list, nil
}

// strain adds a night of a room, by its place.
func (s *Snapshot) addConflict(calendar int64, room int, date civil.Date, to *StayConflict) error {
	place, found := s.CalendarAt(calendar)
	if !found {
		return apperr.ErrNotFound
	}
	row := s.Row(place, room, civil.Range{From: date, To: date})
	if !row.Master && int(row.Closed[0])+int(row.Confirmed[0]) > int(row.Allotted[0]) {
		to.OverAllotment = append(to.OverAllotment, date)
	}
	if statusOf(decidingStatus(row.Own[0], row.MasterDay[0])).Stops() {
		to.Closed = append(to.Closed, date)
	}
	return nil
}

// nightsOf are the nights of stays that take something, each once, by date.
func nightsOf(stays []Stay) []cell {
	seen := map[cell]bool{}
	for _, stay := range stays {
		for night := stay.Arrival; stay.Units > 0 && night < stay.Departure; night++ {
			seen[cell{stay.RoomID, night}] = true
		}
	}
	nights := make([]cell, 0, len(seen))
	for at := range seen {
		nights = append(nights, at)
	}
	slices.SortFunc(nights, func(a, b cell) int {
		if a.date != b.date {
			return int(a.date - b.date)
		}
		return int(a.room - b.room)
	})
	return nights
}
