package availability

import (
	"encoding/binary"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Query selects properties, calendars and days; an empty field selects all.
type Query struct {
	Properties []int64
	Countries  []string
	// Calendars and Kinds are for hotels, who see more than one calendar.
	Calendars []int64
	Kinds     []rules.Kind
	Master    bool // the Master calendar and no other
	Spans     bool // runs of days that are alike, instead of single days
	Reasons   bool // with the reasons that the reader may see
	From, To  civil.Date

	byKey bool // the reader is a system with a key, not a person
}

// Window is the default and the maximum number of days of a response.
type Window struct{ Default, Max int }

// Season returns the days of a request. A portfolio spans many time zones, so the
// default first day is today in UTC for all of its properties.
func (s *Service) Season(from, to civil.Date, w Window) (civil.Range, error) {
	season := civil.Range{From: from, To: to}
	if from.IsZero() {
		season.From = civil.Of(s.deps.Now().UTC())
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

// includesProperty reports whether the query selects a property.
func (q *Query) includesProperty(e *entry) bool {
	return (len(q.Properties) == 0 || slices.Contains(q.Properties, e.id)) &&
		(len(q.Countries) == 0 || slices.Contains(q.Countries, e.country))
}

// includesCalendar reports whether the query selects a calendar.
func (q *Query) includesCalendar(c rules.Calendar) bool {
	return (!q.Master || isMaster(c)) &&
		(len(q.Calendars) == 0 || slices.Contains(q.Calendars, c.ID)) &&
		(len(q.Kinds) == 0 || slices.Contains(q.Kinds, c.Kind))
}

// filtersCalendars reports whether the query selects only some calendars.
func (q *Query) filtersCalendars() bool { return q.Master || len(q.Calendars)+len(q.Kinds) > 0 }

// refusalFor returns why the reader gets nothing of a property, or nil.
func (q *Query) refusalFor(e *entry) *Refusal {
	if q.byKey && !e.sharing.exports {
		return &ExportsNotShared
	}
	if q.Master && !e.binding.hotel && e.refusal != &NotPublished && e.refusal != &HotelSuspended {
		if e.binding.contract == 0 {
			return &MasterNotShared
		}
		return nil
	}
	return e.refusal
}

// viewDigest identifies how properties are encoded, independent of which.
func (q *Query) viewDigest() digest { return digestOf(q.appendView(nil)) }

func (q *Query) appendView(b []byte) []byte {
	for _, on := range [...]bool{q.Master, q.Spans, q.Reasons} {
		if on {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	b = appendNumbers(b, q.Calendars)
	b = binary.AppendUvarint(b, uint64(len(q.Kinds)))
	for _, k := range q.Kinds {
		b = append(append(b, k...), 0)
	}
	return b
}

// appendAll appends the whole query.
func (q *Query) appendAll(b []byte) []byte {
	b = appendNumbers(q.appendView(b), q.Properties)
	b = binary.AppendUvarint(b, uint64(len(q.Countries)))
	for _, c := range q.Countries {
		b = append(append(b, c...), 0)
	}
	return binary.AppendVarint(binary.AppendVarint(b, int64(q.From)), int64(q.To))
}

func appendNumbers(b []byte, list []int64) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, n := range list {
		b = binary.AppendVarint(b, n)
	}
	return b
}
