package reading

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// cellBytes is the usual maximum length of an encoded day.
const cellBytes = 150

// size estimates the length of the encoded grid, rather too high than too low.
func (g *Grid) size() int {
	const head, room = 256, 1024
	return head + len(g.Rooms)*(room+g.Season.Days()*cellBytes)
}

// AppendJSON appends the encoded grid.
func (g *Grid) AppendJSON(out []byte) []byte {
	e := g.encoder(out)
	e.head()
	for room := range g.Rooms {
		e.room(room)
	}
	e.tail()
	return e.Out
}

// gridEncoder writes a grid piece by piece.
type gridEncoder struct {
	*Grid
	DayWriter
}

func (g *Grid) encoder(out []byte) *gridEncoder {
	e := &gridEncoder{Grid: g, DayWriter: DayWriter{Out: out, Texts: &gridTexts}}
	e.SetSeason(g.Season)
	return e
}

func (e *gridEncoder) head() {
	c := e.Calendars[e.Calendar]
	e.Out = strconv.AppendInt(append(e.Out, `{"calendar_id":`...), c.ID, 10)
	e.Text(`,"kind":"` + string(c.Kind) + `","from":"` + e.Season.From.String() + `","to":"` + e.Season.To.String() + `","version":`)
	e.Out = strconv.AppendInt(e.Out, e.Version, 10)
	e.Text(`,"rooms":[`)
}

func (e *gridEncoder) tail() { e.Text("]}\n") }

// room writes one room type with its days.
func (e *gridEncoder) room(room int) {
	if room > 0 {
		e.Text(",")
	}
	r := e.Rooms[room]
	e.Out = strconv.AppendInt(append(e.Out, `{"room_id":`...), r.ID, 10)
	e.Out = append(append(append(e.Out, `,"room_name":`...), object(r.Name)...), `,"total_units":`...)
	e.Out = append(strconv.AppendInt(e.Out, int64(r.Units), 10), `,"days":{`...)

	row, external := e.Row(e.Calendar, room, e.Season), e.External(room, e.Season)
	rules.Cascade(row, &e.Cells)
	if row.Standalone { // has no numbers
		row.Remaining = make([]uint16, len(external))
		external = row.Remaining
	}
	e.Figures = append(e.Figures[:0],
		Figure{Name: gridFigures.available, Values: e.Cells.OwnAvailable}, Figure{Name: gridFigures.base, Values: row.Allotted},
		Figure{Name: gridFigures.closed, Values: row.Closed}, Figure{Name: gridFigures.confirmed, Values: row.Confirmed},
		Figure{Name: gridFigures.external, Values: external}, Figure{Name: gridFigures.remaining, Values: row.Remaining})
	if borrowable := borrowable(row); borrowable != nil {
		e.Figures = append(e.Figures, Figure{Name: gridFigures.borrowable, Values: borrowable})
	}
	if row.Master {
		e.Figures = append(e.Figures, e.elsewhere(room)...)
	}
	if e.why != nil {
		e.Extra = func(day int) []byte {
			members := object(e.why.why(room, day, row, &e.Cells))
			return members[1 : len(members)-1] // without the braces
		}
	}
	e.ByDate()
	e.Text("}}")
}

// borrowable returns how many units of each day a room would borrow, nil if on no
// day: most rooms borrow nothing and need no member for it.
func borrowable(row rules.Row) (units []uint16) {
	for day, how := range row.Borrowing {
		if how == rules.BorrowingNone || row.Standalone {
			continue
		}
		if units == nil {
			units = make([]uint16, len(row.Borrowing))
		}
		units[day] = row.Remaining[day]
	}
	return units
}

// elsewhere returns the figures that a day of the Master lacks to add up: what
// other calendars hold, and what rooms lend each other. One that is 0 on every day
// is left out: most rooms lend nothing and need no member for it.
func (e *gridEncoder) elsewhere(room int) []Figure {
	from, to := e.span(room, e.Season)
	sold, closed := make([]uint16, to-from), make([]uint16, to-from)
	for c, calendar := range e.Calendars {
		if c == e.Calendar || !calendar.Kind.Pooled() {
			continue
		}
		row := e.Row(c, room, e.Season)
		for day := range sold {
			sold[day] += row.Confirmed[day]
			closed[day] += row.Closed[day]
		}
	}
	list := []Figure{
		{Name: gridFigures.othersConfirmed, Values: sold},
		{Name: gridFigures.othersClosed, Values: closed},
		{Name: gridFigures.borrowed, Values: e.borrowed[from:to]},
		{Name: gridFigures.lent, Values: e.lent[from:to]},
	}
	return slices.DeleteFunc(list, func(f Figure) bool {
		return !slices.ContainsFunc(f.Values, func(n uint16) bool { return n != 0 })
	})
}

var gridFigures = struct {
	available, base, closed, confirmed, external, remaining, borrowable, othersConfirmed, othersClosed, borrowed, lent *FigureName
}{
	NameFigure("own_available"), NameFigure("base"), NameFigure("closed"), NameFigure("confirmed"), NameFigure("external"), NameFigure("physical_remaining"),
	NameFigure("borrowable"), NameFigure("others_confirmed"), NameFigure("others_closed"), NameFigure("borrowed"), NameFigure("lent"),
}

var gridTexts = func() (texts DayTexts) {
	for state := range texts {
		for status := range texts[state] {
			name := "null"
			if status > 0 {
				name = `"` + string(rules.Statuses[status-1]) + `"`
			}
			texts[state][status] = `"state":"` + rules.StateNames[state] + `","status":` + name
		}
	}
	return texts
}()

// object encodes a value whose encoding cannot fail.
func object(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// GridDay is one day of a grid in the OpenAPI document.
type GridDay struct {
	State             string        `json:"state" enum:"open,on_request,closed"`
	Status            *rules.Status `json:"status" nullable:"true" enum:"free,open,request,stop,block" doc:"The status that decided the day, the Master's or the calendar's own; null: the numbers did"`
	OwnAvailable      int           `json:"own_available" doc:"Allotment left on this calendar"`
	Base              int           `json:"base" doc:"Allotment in force, 0 once it is released"`
	Closed            int           `json:"closed"`
	Confirmed         int           `json:"confirmed"`
	External          int           `json:"external" doc:"Taken in property management systems"`
	PhysicalRemaining int           `json:"physical_remaining" doc:"Units of the room type left over all calendars, with what it could borrow once it has none"`
	Borrowable        *int          `json:"borrowable,omitempty" doc:"Only of rooms that borrow on a day of this answer: how many of physical_remaining are units of other rooms, lent by a share"`
	// What the Master adds, so that a day's base, with what is borrowed, is what is taken and what is left.
	OthersConfirmed *int `json:"others_confirmed,omitempty" doc:"Of the Master, and only of rooms for which it is not 0 on every day of this answer, as are the members that follow: units sold on other calendars"`
	OthersClosed    *int `json:"others_closed,omitempty" doc:"Units that other calendars have taken off sale"`
	Borrowed        *int `json:"borrowed,omitempty" doc:"Units of other rooms that the room lives on"`
	Lent            *int `json:"lent,omitempty" doc:"Units that other rooms live on"`
	// What include=why adds.
	DecidedBy *Decider      `json:"decided_by,omitempty" enum:"pool,master_status,own_status,release,numbers" doc:"With include=why: what decided the day, as in the day breakdown; so are the members that follow"`
	Reason    *rules.Reason `json:"reason,omitempty" nullable:"true" enum:"renovation,group_hold,allotment_expired,hotel_event,force_majeure,peak_exclusion"`
	Note      *string       `json:"note,omitempty"`
	ChangedBy *ChangedBy    `json:"changed_by,omitempty" orNull:"true"`
	ChangedAt *time.Time    `json:"changed_at,omitempty" nullable:"true"`
	Released  *int          `json:"released,omitempty"`
}

// GridRoom is a room type of a grid.
type GridRoom struct {
	RoomID     int64              `json:"room_id"`
	RoomName   string             `json:"room_name"`
	TotalUnits int                `json:"total_units"`
	Days       map[string]GridDay `json:"days" doc:"By date, YYYY-MM-DD"`
}

// GridBody is a grid in the OpenAPI document.
type GridBody struct {
	CalendarID int64      `json:"calendar_id"`
	Kind       rules.Kind `json:"kind" enum:"master,connected,contracted,allotment,standalone"`
	From       civil.Date `json:"from"`
	To         civil.Date `json:"to" doc:"Last day, included"`
	Version    int64      `json:"version" doc:"Of the availability of the property: each write makes the next one. A write says which it made, and the event availability of a hotel which is the latest"`
	Rooms      []GridRoom `json:"rooms" nullable:"false"`
}
