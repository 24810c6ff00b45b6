package stopsale

import "allot/internal/platform/civil"

// Created tells of days that were put under a stop sale. The calendars above
// this module publish the same kinds for days of theirs, so that whoever
// listens needs one reader: one event a property and request.
type Created Change

// EventKind names the event.
func (Created) EventKind() string { return "stopsale.created" }

// EventOwner is the account of the property.
func (e Created) EventOwner() int64 { return e.OwnerID }

// Updated tells of days whose stop sale is another now; every entry has its
// previous values.
type Updated Change

// EventKind names the event.
func (Updated) EventKind() string { return "stopsale.updated" }

// EventOwner is the account of the property.
func (e Updated) EventOwner() int64 { return e.OwnerID }

// Cancelled tells of days that are under no stop sale any more; their entries
// say what they were under before.
type Cancelled Change

// EventKind names the event.
func (Cancelled) EventKind() string { return "stopsale.cancelled" }

// EventOwner is the account of the property.
func (e Cancelled) EventOwner() int64 { return e.OwnerID }

// Change is what an event tells: which rooms of a property, which days, and what
// they are now. Its JSON is API.
type Change struct {
	OwnerID    int64 `json:"owner_id"`
	PropertyID int64 `json:"property_id"`
	// CalendarID is that of an allotment calendar, nil for the legacy stop sale.
	CalendarID *int64 `json:"calendar_id"`
	// Source is who asked for it, in the hotel's words; often empty.
	Source  string  `json:"source"`
	Entries []Entry `json:"entries"`
}

// Entry is one room on a run of days that are alike. A status is free, open,
// on_request, stop or block, or empty for none.
type Entry struct {
	// ID is that of the stop sale event; zero for a run of days of a calendar.
	ID       int64      `json:"id,omitempty"`
	Room     int64      `json:"room"`
	RoomType string     `json:"room_type"` // the room's name
	From     civil.Date `json:"from"`
	To       civil.Date `json:"to"` // included
	Status   string     `json:"status"`
	// PreviousStatus is empty where there was none.
	PreviousStatus string `json:"previous_status"`
	// Allotment is the units a day of the calendar, nil where nothing is counted.
	Allotment *int `json:"allotment"`
	// Moved is where the stop sale was before, nil if it stayed. Only the
	// legacy stop sale moves one.
	Moved *Moved `json:"moved,omitempty"`
}

// Moved is the room and day that a stop sale was taken from.
type Moved struct {
	Room int64      `json:"room"`
	Date civil.Date `json:"date"`
}
