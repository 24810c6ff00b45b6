package allotment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/lang"
)

// reportOverbooking adds the reported units that do not fit to the result, and
// notifies the hotel of those that are new or more than before.
func (i *unitsImport) reportOverbooking(ctx context.Context, p *poolChange) error {
	after := maps.Clone(p.cells)
	for _, row := range p.changed {
		after[rules.Cell{Room: row.RoomID, Date: row.Date}] = row
	}
	for _, at := range slices.SortedFunc(maps.Keys(i.wanted), rules.CompareCells) {
		row := after[at]
		if row.Overbooked() <= 0 {
			continue
		}
		i.result.Overbooked = append(i.result.Overbooked, rules.Overbooking{RoomID: at.Room, Date: at.Date, Reported: row.Reported, Counted: row.External})
		if row.Overbooked() > p.cells[at].Overbooked() {
			i.result.Worse = append(i.result.Worse, at)
		}
	}
	if i.in.Silent {
		return nil
	}
	return i.NotifyOverbooked(ctx, i.owner, i.property, i.in.Source, i.result.Worse)
}

// NotifyOverbooked notifies the hotel that a system reports more units of rooms on
// dates than fit. The cells are sorted by room and date; without any it does nothing.
func (s *Service) NotifyOverbooked(ctx context.Context, owner, property int64, source string, cells []rules.Cell) error {
	if len(cells) == 0 {
		return nil
	}
	found, err := s.deps.Properties.Get(ctx, owner, property)
	if err != nil {
		return err
	}
	rooms, err := s.RoomsOf(ctx, owner, property)
	if err != nil {
		return err
	}
	return s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Account(owner, auth.StopSales).About(property), Kind: notify.Overbooked,
		Params:    map[string]string{"property": found.Name, "source": source},
		Localized: map[string]func(string) string{"days": func(language string) string { return dayList(rooms, cells, language) }},
		Link:      fmt.Sprintf("/allotment/?property=%d&day=%s", property, cells[0].Date),
	})
}

// The limits of rooms, and of dates of each, in a notification.
const namedRooms, namedDates = 5, 3

// dayList lists rooms and their dates in a language; cells are sorted by room and
// date.
func dayList(rooms []rules.Room, cells []rules.Cell, language string) string {
	var parts []string
	for len(cells) > 0 {
		room := cells[0].Room
		n := slices.IndexFunc(cells, func(c rules.Cell) bool { return c.Room != room })
		if n < 0 {
			n = len(cells)
		}
		if len(parts) == namedRooms {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, roomName(rooms, room)+": "+dateList(cells[:n], language))
		cells = cells[n:]
	}
	return strings.Join(parts, "; ")
}

func roomName(rooms []rules.Room, id int64) string {
	i := slices.IndexFunc(rooms, func(r rules.Room) bool { return r.ID == id })
	if i < 0 {
		return strconv.FormatInt(id, 10)
	}
	return rooms[i].Name
}

func dateList(cells []rules.Cell, language string) string {
	var dates []string
	for _, c := range cells[:min(len(cells), namedDates)] {
		dates = append(dates, lang.Date(language, c.Date))
	}
	if len(cells) > namedDates {
		dates = append(dates, "…")
	}
	return strings.Join(dates, ", ")
}

// reportedSpan is consecutive days with the same reported units.
type reportedSpan struct {
	Room       int64      `json:"room"`
	From       civil.Date `json:"from"`
	To         civil.Date `json:"to"`
	Reserved   int        `json:"reserved"`
	CheckedIn  int        `json:"checked_in"`
	OutOfOrder int        `json:"out_of_order"`
	Counted    int        `json:"counted"`
}

// reportTrace is the audit record of a report. Its spans are bounded, because
// systems report thousands of days many times a day.
type reportTrace struct {
	Source string         `json:"source"`
	Days   int            `json:"days"` // that the report changed
	Spans  []reportedSpan `json:"spans"`
}

const maxReportedSpans = 200

func (i *unitsImport) recordUnits(ctx context.Context, was, is []rules.Units) error {
	if len(is) == 0 {
		return nil
	}
	return i.deps.Audit.Record(ctx, audit.Change{
		Action: "update", ObjectType: "allotment_units", ObjectID: i.property, Before: traceUnits(i.in.Source, was), After: traceUnits(i.in.Source, is),
	})
}

func traceUnits(source string, list []rules.Units) reportTrace {
	t := reportTrace{Source: source, Days: len(list), Spans: []reportedSpan{}}
	for _, u := range list {
		next := reportedSpan{u.RoomID, u.Date, u.Date, u.Reserved, u.CheckedIn, u.OutOfOrder, u.Counted}
		if last := len(t.Spans) - 1; last >= 0 && t.Spans[last].To+1 == u.Date {
			joined := next
			joined.From, joined.To = t.Spans[last].From, t.Spans[last].To
			if joined == t.Spans[last] {
				t.Spans[last].To = u.Date
				continue
			}
		}
		if len(t.Spans) == maxReportedSpans {
			break
		}
		t.Spans = append(t.Spans, next)
	}
	return t
}
