// Package stopevent is the events about stop sales, of allotment calendars and of
// the legacy stop sale, so that listeners need one reader.
package stopevent

import (
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

// Created is the event that days were put under a stop sale.
type Created Change

// EventKind returns the name of the event.
func (Created) EventKind() string { return "stopsale.created" }

// EventOwner returns the account of the property.
func (e Created) EventOwner() int64 { return e.Route.OwnerID }

// Updated is the event that stop sales have changed; each has its previous values.
type Updated Change

// EventKind returns the name of the event.
func (Updated) EventKind() string { return "stopsale.updated" }

// EventOwner returns the account of the property.
func (e Updated) EventOwner() int64 { return e.Route.OwnerID }

// Cancelled is the event that days are under no stop sale any more. A legacy event
// has the values that it had. A day of a calendar has its new values, and as
// previous ones a stop sale or a request, which is a stop sale to operators that
// may not request rooms.
type Cancelled Change

// EventKind returns the name of the event.
func (Cancelled) EventKind() string { return "stopsale.cancelled" }

// EventOwner returns the account of the property.
func (e Cancelled) EventOwner() int64 { return e.Route.OwnerID }

// Change is stop sales of a property that were set, changed or lifted together.
// Each is sent as an event of its own. They are stored together, so that a request
// that closes every other day writes few rows.
type Change struct {
	Route Route      `json:"route"`
	Data  []StopSale `json:"data"` // at most MaxStored
}

// MaxStored bounds the stop sales of one stored event.
const MaxStored = 200

// Route says whom a change concerns. It is not sent to receivers.
type Route struct {
	OwnerID    int64 `json:"owner_id"`
	PropertyID int64 `json:"property_id"`
	// CalendarID is that of an allotment calendar, 0 for the legacy stop sale.
	CalendarID int64 `json:"calendar_id,omitempty"`
	// Kind is that of the calendar.
	Kind string `json:"kind,omitempty"`
	// Partner is the operator's account that the calendar is for, 0 if none.
	Partner int64 `json:"partner,omitempty"`
	// Late are the contracts, with their terms at the time, whose notice period the
	// closed days break.
	Late []contract.NoticeBreach `json:"late,omitempty"`
}

// StopSale is one room on consecutive days with the same values.
type StopSale struct {
	// ID is that of the legacy event, or of a calendar's first day:
	// "calendar-room-date".
	ID string `json:"id"`
	Values
	// Closing reports that the days could be sold before.
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
	// Allotment is the units a day of the calendar, nil without units.
	Allotment *int   `json:"allotment,omitempty"`
	RoomID    int64  `json:"room_id"`
	RoomType  string `json:"room_type"` // the room's name
	RoomCode  string `json:"room_code"`
	// Source is the legacy source's name; "master" or "calendar" on a calendar.
	Source string `json:"source,omitempty"`
}

// The values of Status.
const (
	StatusFree      = "free"
	StatusOpen      = "open"
	StatusOnRequest = "on_request"
	StatusStop      = "stop"
	StatusBlock     = "block"
)

// CloseRequests changes on request to stop, for an operator that may not request
// rooms.
func (v *Values) CloseRequests() {
	if v.Status == StatusOnRequest {
		v.Status = StatusStop
	}
}

// Stops reports whether nothing is sold.
func (v Values) Stops() bool { return v.Status == StatusStop || v.Status == StatusBlock }
