package availability

import (
	"encoding/binary"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Ask is what a reader wants to be told; an empty field lets everything through.
type Ask struct {
	Properties []int64
	Countries  []string
	// Calendars and Kinds are for hotels, who see more than one calendar.
	Calendars []int64
	Kinds     []rules.Kind
	Master    bool // the Master calendar and no other
	Spans     bool // runs of days that are alike, instead of single days
	Reasons   bool // as far as the reader may know them
	From, To  civil.Date

	system bool // a key asks, not a person
}

// Window is how many days an answer has without being asked, and at most.
type Window struct{ Default, Max int }

// Season are the days that somebody asks for. A portfolio lies in many time
// zones, so that the day it begins on without being told is today in UTC, for
// all of its properties.
func (s *Service) Season(from, to civil.Date, w Window) (civil.Range, error) {
	season := civil.Range{From: from, To: to}
	if from.IsZero() {
		season.From = civil.Of(s.Now().UTC())
	}
	if to.IsZero() {
		season.To = season.From.Add(w.Default - 1)
	}
	switch {
	case !season.Valid():
		return season, apperr.Field("to", "must not be before from, which is %s", season.From)
	case season.Days() > w.Max:
		return season, apperr.Field("to", "must be %s at the latest: at most %d days are shown at once", season.From.Add(w.Max-1), w.Max)
	}
	return season, nil
}

// shows tells whether the reader asks for a property.
func (a *Ask) shows(e *entry) bool {
	return (len(a.Properties) == 0 || slices.Contains(a.Properties, e.id)) &&
		(len(a.Countries) == 0 || slices.Contains(a.Countries, e.country))
}

// wants tells whether the reader asks for a calendar.
func (a *Ask) wants(c rules.Calendar) bool {
	return (!a.Master || isMaster(c)) &&
		(len(a.Calendars) == 0 || slices.Contains(a.Calendars, c.ID)) &&
		(len(a.Kinds) == 0 || slices.Contains(a.Kinds, c.Kind))
}

// picks tells whether the reader asks for some calendars and not for others.
func (a *Ask) picks() bool { return a.Master || len(a.Calendars)+len(a.Kinds) > 0 }

// refuses is why a property is not told of at all.
func (a *Ask) refuses(e *entry) *Refusal {
	if a.system && !e.sharing.exports {
		return &ExportsNotShared
	}
	if a.Master && !e.binding.hotel && e.refusal != &NotPublished {
		if e.binding.contract == 0 {
			return &MasterNotShared
		}
		return nil
	}
	return e.refusal
}

// look names how a property is shown, whichever it is.
func (a *Ask) look() digest { return digestOf(a.appendLook(nil)) }

func (a *Ask) appendLook(b []byte) []byte {
	for _, on := range [...]bool{a.Master, a.Spans, a.Reasons} {
		if on {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	b = appendNumbers(b, a.Calendars)
	b = binary.AppendUvarint(b, uint64(len(a.Kinds)))
	for _, k := range a.Kinds {
		b = append(append(b, k...), 0)
	}
	return b
}

// appendAll appends everything that was asked, as it was asked.
func (a *Ask) appendAll(b []byte) []byte {
	b = appendNumbers(a.appendLook(b), a.Properties)
	b = binary.AppendUvarint(b, uint64(len(a.Countries)))
	for _, c := range a.Countries {
		b = append(append(b, c...), 0)
	}
	return binary.AppendVarint(binary.AppendVarint(b, int64(a.From)), int64(a.To))
}

func appendNumbers(b []byte, list []int64) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, n := range list {
		b = binary.AppendVarint(b, n)
	}
	return b
}
