package stopsale

import (
	"strings"
	"time"

	"allot/internal/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/property"
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

// maxYears bounds how far ahead a day may be, and so how much one room can have.
const maxYears, monthsInYear = 10, 12

// The refusals.
var (
	ErrExists   = apperr.New(apperr.Conflict, "already_exists", "the room has an event on this day: update it")
	ErrPastDate = apperr.New(apperr.Invalid, "past_date", "days before today cannot be edited")
)

// EventChange is what shall be different; nil leaves a field as it is. An empty
// source takes it away.
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

// check names every field that is wrong whatever else there is.
func (e Event) check() error {
	var f apperr.Fields
	f.Check(e.RoomID > 0, "room", "is required: the id of a room")
	f.Check(!e.Date.IsZero(), "date", "is required")
	f.Check(e.Color.Valid(), "color", "must be 0 (free sale), 1 (open sale), 2 (stop sale), 3 (on request) or 4 (blocked)")
	field.CheckLine(&f, "source", e.Source, maxSourceName)
	return f.Err()
}

// checkDay refuses days that are over where the property is, and those beyond
// all planning.
func checkDay(day, today civil.Date) error {
	if day < today {
		return ErrPastDate.Withf("days before today cannot be edited: today is %s where the property is", today)
	}
	if day > today.AddMonths(maxYears*monthsInYear) {
		return apperr.Field("date", "must be at most %d years ahead", maxYears)
	}
	return nil
}

// same tells whether a reader would find no difference.
func (e Event) same(o Event) bool {
	return e.RoomID == o.RoomID && e.Date == o.Date && e.Color == o.Color && e.Source == o.Source
}

// change is what an event in the outbox tells of e in a room.
func (e Event) change(p property.Property, room facts.Room, entry Entry) Change {
	entry.ID, entry.Room, entry.RoomType, entry.From, entry.To = e.ID, e.RoomID, room.Name, e.Date, e.Date
	return Change{OwnerID: p.OwnerID, PropertyID: p.ID, Source: e.Source, Entries: []Entry{entry}}
}

// moved is where an event was before, nil if it stayed.
func (e Event) moved(before Event) *Moved {
	if e.RoomID == before.RoomID && e.Date == before.Date {
		return nil
	}
	return &Moved{Room: before.RoomID, Date: before.Date}
}
