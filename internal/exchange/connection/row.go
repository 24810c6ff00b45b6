package connection

import (
	"strconv"
	"strings"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// column is a value of a row.
type column int

// The columns.
const (
	colRoom column = iota
	colDate
	colFrom
	colTo
	colReserved
	colCheckedIn
	colOutOfOrder
	colStatus
	colClosed
	colConfirmed
	colCalendar
	columnCount
)

// columnNames are API.
var columnNames = [columnCount]string{
	"room", "date", "from", "to", "reserved", "checked_in", "out_of_order", "status", "closed", "confirmed", "calendar",
}

// noStatus clears the status of days, as null does in JSON.
const noStatus = "none"

// cells are the values of a row as text; an empty one is missing.
type cells struct {
	line   int
	values [columnCount]string
	// roomID says that the room was sent as a number and is an id, not a code.
	roomID, roomCode bool
}

// row is a row of an import: units that a system reports, or days of a calendar.
type row struct {
	line     int
	room     string
	roomID   bool // room is an id
	roomCode bool // room is a code
	from, to civil.Date
	calendar int64

	units                           bool
	reserved, checkedIn, outOfOrder int
	setting                         rules.Setting
}

// parse reads the values of a row.
func (c *cells) parse() (r row, err error) {
	r = row{line: c.line, room: strings.TrimSpace(c.values[colRoom]), roomID: c.roomID, roomCode: c.roomCode}
	if r.room == "" {
		return r, apperr.Field("room", "is required: the id or code of a room")
	}
	if err := c.readDates(&r); err != nil {
		return r, err
	}
	isUnits := c.has(colReserved, colCheckedIn, colOutOfOrder)
	isDays := c.has(colStatus, colClosed, colConfirmed)
	switch {
	case isUnits && isDays:
		return r, apperr.Field("", "a row has either reserved, checked_in, out_of_order, or status, closed, confirmed, not both")
	case !isUnits && !isDays:
		return r, apperr.Field("", "nothing is set: reserved, checked_in or out_of_order; or status, closed or confirmed")
	case isUnits && c.values[colCalendar] != "":
		return r, apperr.Field("calendar", "goes with status, closed or confirmed: reported units belong to the room")
	case isUnits:
		r.units = true
		return r, c.readUnits(&r)
	}
	return r, c.readSetting(&r)
}

func (c *cells) has(list ...column) bool {
	for _, col := range list {
		if c.values[col] != "" {
			return true
		}
	}
	return false
}

func (c *cells) readDates(r *row) error {
	if c.values[colDate] != "" && c.has(colFrom, colTo) {
		return apperr.Field("", "a row has either date, or from and to")
	}
	for _, d := range []struct {
		col  column
		into *civil.Date
	}{{colDate, &r.from}, {colFrom, &r.from}, {colTo, &r.to}} {
		text := strings.TrimSpace(c.values[d.col])
		if text == "" {
			continue
		}
		date, err := civil.Parse(text)
		if err != nil {
			return apperr.Field(columnNames[d.col], "must be a date such as 2030-06-01")
		}
		*d.into = date
	}
	if c.values[colDate] != "" {
		r.to = r.from
	}
	if !(civil.Range{From: r.from, To: r.to}).Valid() {
		return apperr.Field("date", "is required, or from and a to that is not before it")
	}
	return nil
}

func (c *cells) readUnits(r *row) error {
	for _, n := range []struct {
		col  column
		into *int
	}{{colReserved, &r.reserved}, {colCheckedIn, &r.checkedIn}, {colOutOfOrder, &r.outOfOrder}} {
		if _, err := c.number(n.col, n.into); err != nil {
			return err
		}
	}
	return nil
}

func (c *cells) readSetting(r *row) error {
	for _, n := range []struct {
		col  column
		into **int
	}{{colClosed, &r.setting.Closed}, {colConfirmed, &r.setting.Confirmed}} {
		var number int
		there, err := c.number(n.col, &number)
		if err != nil {
			return err
		}
		if there {
			*n.into = &number
		}
	}
	if text := strings.TrimSpace(c.values[colStatus]); text != "" {
		status := rules.Status(text)
		switch text {
		case noStatus:
			status = rules.StatusNone
		case rules.StateOnRequest.String(): // as v1 spells it
			status = rules.StatusRequest
		}
		r.setting.Status = &status
	}
	if text := strings.TrimSpace(c.values[colCalendar]); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 1 {
			return apperr.Field("calendar", "must be the id of a calendar")
		}
		r.calendar = id
	}
	return nil
}

func (c *cells) number(col column, into *int) (there bool, err error) {
	text := strings.TrimSpace(c.values[col])
	if text == "" {
		return false, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return false, apperr.Field(columnNames[col], "must be a whole number")
	}
	*into = n
	return true, nil
}
