package stopsale

import (
	"strings"
	"time"

	"allot/internal/content/facts"
	"allot/internal/inventory/allotment/stopevent"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Event is the state of one room on one day.
type Event struct {
	ID         int64      `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64      `bun:"owner_id" json:"-"`
	PropertyID int64      `bun:"property_id" json:"-"`
	RoomID     int64      `bun:"room_id" json:"room" doc:"Id of the room"`
	Date       civil.Date `bun:"date" json:"date"`
	Color      Color      `bun:"color" json:"color" minimum:"0" maximum:"4" doc:"0 free sale, 1 open sale, 2 stop sale, 3 on request, 4 blocked"`
	SourceID   *int64     `bun:"source_id" json:"-"`
	// Source is the name behind SourceID.
	Source    string    `bun:"source,scanonly" json:"source"`
	CreatedAt time.Time `bun:"created_at" json:"-"`
	UpdatedAt time.Time `bun:"updated_at" json:"-"`
}

// SavedEvent is an event after a write, with the warnings.
type SavedEvent struct {
	Event
	Warnings []warning.Warning `json:"warnings,omitempty" nullable:"false" doc:"What the write breaks, such as the agreed notice of a stop sale; missing where there is nothing to say"`
}

// maxYears bounds how far ahead a day may be, and so the events of a room.
const maxYears, monthsInYear = 10, 12

// The refusals.
var (
	ErrExists   = apperr.New(apperr.Conflict, "already_exists", "the room has an event on this day: update it")
	ErrPastDate = apperr.New(apperr.Invalid, "past_date", "days before today cannot be edited")
)

// EventChange holds the new values of an event; nil leaves a field as it is. An
// empty source removes it.
type EventChange struct {
	Room   *int64
	Date   *civil.Date
	Color  *Color
	Source *string
}

func (c EventChange) apply(e *Event) {
	field.Set(&e.RoomID, c.Room)
	field.Set(&e.Date, c.Date)
	field.Set(&e.Color, c.Color)
	field.Set(&e.Source, c.Source)
	e.Source = strings.TrimSpace(e.Source)
}

// check returns an error that lists each bad field.
func (e Event) check() error {
	var f apperr.Fields
	f.Check(e.RoomID > 0, "room", "is required: the id of a room")
	f.Check(!e.Date.IsZero(), "date", "is required")
	f.Check(e.Color.Valid(), "color", "must be 0 (free sale), 1 (open sale), 2 (stop sale), 3 (on request) or 4 (blocked)")
	field.CheckLine(&f, "source", e.Source, maxSourceName)
	return f.Err()
}

// checkDay refuses past days where the property is, and days more than maxYears
// ahead.
func checkDay(day, today civil.Date) error {
	if day < today {
		return ErrPastDate.Withf("days before today cannot be edited: today is %s where the property is", today)
	}
	if day > today.AddMonths(maxYears*monthsInYear) {
		return apperr.Field("date", "must be at most %d years ahead", maxYears)
	}
	return nil
}

// same reports whether the editable fields are equal.
func (e Event) same(o Event) bool {
	return e.RoomID == o.RoomID && e.Date == o.Date && e.Color == o.Color && e.Source == o.Source
}

// values returns the event as published in the outbox.
func (e Event) values(room facts.Room) stopevent.Values {
	return stopevent.Values{
		Date: e.Date, DateTo: e.Date, Status: e.Color.Status(), Source: e.Source,
		RoomID: e.RoomID, RoomType: room.Name, RoomCode: room.Code,
	}
}

// closes reports whether the event takes a day off sale that could be sold before.
func (e Event) closes(before *Event) bool {
	return e.Color.Stops() && (before == nil || !before.Color.Stops() || before.RoomID != e.RoomID || before.Date != e.Date)
}
