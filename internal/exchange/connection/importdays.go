package connection

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// calendarOf returns the calendar that rows set days of: that of the rows, else of the
// request, else the Master.
func (i *importer) calendarOf(ctx context.Context, at *place, id int64) (rules.Calendar, error) {
	if at.calendars == nil {
		list, err := i.deps.Allotments.CalendarsOf(ctx, i.who.OwnerID, at.property)
		if err != nil {
			return rules.Calendar{}, err
		}
		at.calendars = list
	}
	if id == 0 {
		id = i.opt.CalendarID
	}
	n := slices.IndexFunc(at.calendars, func(c rules.Calendar) bool { return c.ID == id || id == 0 && c.Kind == rules.KindMaster })
	if n < 0 {
		return rules.Calendar{}, apperr.Field("calendar", "%d is not the id of a calendar of the room's property", id)
	}
	return at.calendars[n], nil
}

// writeDays sets days of a calendar. Rows that cannot be right are rejected before;
// of the others all are written together, or, if the pool or rooming lists refuse
// some, in halves until those are found.
func (i *importer) writeDays(ctx context.Context, g group, list []boundRow) error {
	c, err := i.calendarOf(ctx, list[0].at, g.calendar)
	if err != nil {
		return i.rejectAll(list, err)
	}
	good := make([]boundRow, 0, len(list))
	for _, r := range list {
		one := []rules.DayInput{{RoomID: r.room, Date: r.from, Setting: r.setting}}
		if err := rules.CheckDays(one, c, r.at.rooms, func(int) string { return "" }); err != nil {
			i.reject(r.line, err)
			continue
		}
		good = append(good, r)
	}
	return i.saveDays(ctx, c, good)
}

func (i *importer) saveDays(ctx context.Context, c rules.Calendar, list []boundRow) error {
	if len(list) == 0 {
		return nil
	}
	var days []rules.DayInput
	for _, r := range list {
		for date := range (civil.Range{From: r.from, To: r.to}).All() {
			days = append(days, rules.DayInput{RoomID: r.room, Date: date, Setting: r.setting})
		}
	}
	var saved allotment.SavedDays
	err := i.inTx(ctx, func(ctx context.Context) (err error) {
		saved, err = i.deps.Allotments.SaveDays(ctx, i.who, c.ID, days)
		return err
	})
	_, refused := errors.AsType[*apperr.Error](err)
	switch {
	case err == nil:
		i.result.Accepted += len(list)
		i.result.ChangedCount += len(saved.Changes)
		if i.opt.DryRun {
			i.diff.addDays(saved.Changes)
		}
		return nil
	case refused && len(list) > 1 && (errors.Is(err, rules.ErrPoolExceeded) || errors.Is(err, rules.ErrRoomingHolds) || errors.Is(err, apperr.ErrValidation)):
		half := len(list) / 2
		if err := i.saveDays(ctx, c, list[:half]); err != nil {
			return err
		}
		return i.saveDays(ctx, c, list[half:])
	}
	return i.rejectAll(list, err)
}

// ChangeSpan is days of a room that an import would change in the same way.
type ChangeSpan struct {
	Room     int64    `json:"room"`
	Calendar *int64   `json:"calendar,omitempty" doc:"Missing for reported units, which belong to the room"`
	From     string   `json:"from" format:"date"`
	To       string   `json:"to" format:"date" doc:"Last day, included"`
	Before   DayState `json:"before"`
	After    DayState `json:"after"`
}

// DayState is what a row can set of a day: the reported units, or status and counts.
type DayState struct {
	Reserved   *int    `json:"reserved,omitempty"`
	CheckedIn  *int    `json:"checked_in,omitempty"`
	OutOfOrder *int    `json:"out_of_order,omitempty"`
	Status     *string `json:"status,omitempty" doc:"none: the numbers decide"`
	Closed     *int    `json:"closed,omitempty"`
	Confirmed  *int    `json:"confirmed,omitempty"`
}

// differ joins changes of consecutive days to spans.
type differ struct {
	spans []ChangeSpan
	key   string // of the last span: room, calendar and values
	last  civil.Date
}

func (d *differ) add(at rules.Cell, calendar *int64, before, after DayState, key string) {
	if n := len(d.spans); n > 0 && d.key == key && d.last+1 == at.Date {
		d.last = at.Date
		d.spans[n-1].To = at.Date.String()
		return
	}
	if len(d.spans) == maxListed {
		d.key = ""
		return
	}
	d.key, d.last = key, at.Date
	d.spans = append(d.spans, ChangeSpan{at.Room, calendar, at.Date.String(), at.Date.String(), before, after})
}

func (d *differ) addUnits(list []rules.UnitsChange) {
	state := func(u rules.Units) DayState {
		return DayState{Reserved: &u.Reserved, CheckedIn: &u.CheckedIn, OutOfOrder: &u.OutOfOrder}
	}
	for _, c := range list {
		b, a := c.Before, c.After
		key := fmt.Sprint("u", a.RoomID, b.Reserved, b.CheckedIn, b.OutOfOrder, a.Reserved, a.CheckedIn, a.OutOfOrder)
		d.add(rules.Cell{Room: a.RoomID, Date: a.Date}, nil, state(b), state(a), key)
	}
}

func (d *differ) addDays(list []allotment.DayChange) {
	state := func(day rules.Day) DayState {
		status := string(day.Status)
		if day.Status == rules.StatusNone {
			status = noStatus
		}
		if day.Status == rules.StatusRequest { // as v1 spells it
			status = rules.StateOnRequest.String()
		}
		return DayState{Status: &status, Closed: &day.Closed, Confirmed: &day.Confirmed}
	}
	for _, c := range list {
		b, a := c.Before, c.After
		key := fmt.Sprint("d", a.CalendarID, a.RoomID, b.Status, b.Closed, b.Confirmed, a.Status, a.Closed, a.Confirmed)
		d.add(rules.Cell{Room: a.RoomID, Date: a.Date}, &a.CalendarID, state(b), state(a), key)
	}
}
