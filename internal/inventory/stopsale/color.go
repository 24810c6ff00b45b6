package stopsale

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

// colors holds what each code is called: its name as clients of the legacy
// stop sale know it, and the word that events share with the calendars.
var colors = [...]struct{ name, status string }{
	Free:      {"Free Sale", "free"},
	Open:      {"Open Sale", "open"},
	Stop:      {"Stop Sale", "stop"},
	OnRequest: {"On Request", "on_request"},
	Blocked:   {"Blocked", "block"},
}

// Valid tells whether c is one of the codes.
func (c Color) Valid() bool { return c >= Free && c <= Blocked }

// Name is what a person calls the code.
func (c Color) Name() string { return colors[c].name }

// Status is what events call the code.
func (c Color) Status() string { return colors[c].status }

// Available tells whether a partner may sell without asking. What needs an
// approval may not: who reads only this must not oversell.
func (c Color) Available() bool { return c == Free || c == Open }

// Stops tells whether nothing is sold under the code.
func (c Color) Stops() bool { return c == Stop || c == Blocked }

// withoutRequests is the code as it is told to an operator that may not ask for
// rooms: what is on request is stopped.
func (c Color) withoutRequests() Color {
	if c == OnRequest {
		return Stop
	}
	return c
}
