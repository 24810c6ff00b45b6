package stopsale

import "allot/internal/inventory/allotment/stopevent"

// Color is the legacy code of a day. The numbers are API.
type Color int8

// The codes.
const (
	Free Color = iota
	Open
	Stop
	OnRequest
	Blocked
)

// colors has for each code its name in the legacy stop sale, and the status that
// events of calendars use too.
var colors = [...]struct{ name, status string }{
	Free:      {"Free Sale", stopevent.StatusFree},
	Open:      {"Open Sale", stopevent.StatusOpen},
	Stop:      {"Stop Sale", stopevent.StatusStop},
	OnRequest: {"On Request", stopevent.StatusOnRequest},
	Blocked:   {"Blocked", stopevent.StatusBlock},
}

// Valid reports whether c is one of the codes.
func (c Color) Valid() bool { return c >= Free && c <= Blocked }

// Name returns the name of the code for people.
func (c Color) Name() string { return colors[c].name }

// Status returns the status of the code in events.
func (c Color) Status() string { return colors[c].status }

// Available reports whether a partner may sell without a request. On request is
// not: a client that reads only this must not oversell.
func (c Color) Available() bool { return c == Free || c == Open }

// Stops reports whether nothing is sold under the code.
func (c Color) Stops() bool { return c == Stop || c == Blocked }

// withoutRequests returns the code for an operator that may not request rooms:
// on request becomes stop.
func (c Color) withoutRequests() Color {
	if c == OnRequest {
		return Stop
	}
	return c
}
