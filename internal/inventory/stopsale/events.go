package stopsale

import (
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

// Created tells of days that were put under a stop sale. The calendars above
// this module publish the same kinds for days of theirs, so that whoever listens
// needs one reader.
type Created Change

// EventKind names the event.
func (Created) EventKind() string { return "stopsale.created" }

// EventOwner is the account of the property.
func (e Created) EventOwner() int64 { return e.Route.OwnerID }

// Updated tells of days whose stop sale is another now; every stop sale has its
// previous values.
type Updated Change

// EventKind names the event.
func (Updated) EventKind() string { return "stopsale.updated" }

// EventOwner is the account of the property.
func (e Updated) EventOwner() int64 { return e.Route.OwnerID }

// Cancelled tells of days that are under no stop sale any more. A legacy event has
// the values that it had; a day of a calendar has those that it has now, and before
// them a stop sale or, which is one to who may not ask for rooms, a request.
type Cancelled Change

// EventKind names the event.
func (Cancelled) EventKind() string { return "stopsale.cancelled" }

// EventOwner is the account of the property.
func (e Cancelled) EventOwner() int64 { return e.Route.OwnerID }

// Change is some stop sales of a property that came, changed or went together.
// Each of them is sent as an event of its own; they are stored together, so that
// a request which closes every other day writes few rows.
type Change struct {
	Route Route      `json:"route"`
	Data  []StopSale `json:"data"` // at most MaxStored
}

// MaxStored is how many stop sales one stored event holds at most.
const MaxStored = 200

// Route says whom a change concerns. It is never sent.
type Route struct {
	OwnerID    int64 `json:"owner_id"`
	PropertyID int64 `json:"property_id"`
	// CalendarID is that of an allotment calendar, zero for the legacy stop sale.
	CalendarID int64 `json:"calendar_id,omitempty"`
	// Kind is that of the calendar.
	Kind string `json:"kind,omitempty"`
	// Partner is the operator's account that the calendar is for, zero for none.
	Partner int64 `json:"partner,omitempty"`
	// Late are the contracts whose notice the closed days do not keep, as the terms
	// were then.
	Late []contract.Late `json:"late,omitempty"`
}

// StopSale is one room on a run of days that are alike.
type StopSale struct {
	// ID is that of the legacy event, or of a calendar's first day:
	// "calendar-room-date".
	ID string `json:"id"`
	Values
	// Closing tells that the days could be sold before.
	Closing  bool    `json:"closing,omitempty"`
	Previous *Values `json:"previous,omitempty"` // of an update, and of a calendar's day that is lifted
}

// Values are what can change in a stop sale.
type Values struct {
	Date   civil.Date `json:"date"`
	DateTo civil.Date `json:"date_to"` // included
	// Status is free, open, on_request, stop or block, or empty for none.
	Status string `json:"status,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Allotment is the units a day of the calendar, nil where nothing is counted.
	Allotment *int   `json:"allotment,omitempty"`
	RoomID    int64  `json:"room_id"`
	RoomType  string `json:"room_type"` // the room's name
	RoomCode  string `json:"room_code"`
	// Source is the legacy source's name; "master" or "calendar" on a calendar.
	Source string `json:"source,omitempty"`
}

// CloseRequests turns a day on request into a stop, which it is to an operator that
// may not ask for rooms.
func (v *Values) CloseRequests() {
	if v.Status == OnRequest.Status() {
		v.Status = OnRequest.withoutRequests().Status()
	}
}

// Stops tells whether nothing is sold.
func (v Values) Stops() bool { return v.Status == Stop.Status() || v.Status == Blocked.Status() }
