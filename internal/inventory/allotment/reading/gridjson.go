package reading

import (
	"encoding/json"
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

// AppendJSON appends the encoded grid. It is written by hand because encoding/json
// is too slow for the numbers of a whole year.
func (g *Grid) AppendJSON(out []byte) []byte {
	e := g.encoder(out)
	e.head()
	for room := range g.Rooms {
		e.room(room)
	}
	e.tail()
	return e.out
}

// gridEncoder writes a grid piece by piece.
type gridEncoder struct {
	*Grid
	out   []byte
	dates []byte // encoded dates of the season, dateBytes each
	cells rules.Cells
	place int // index of the room being written
}

func (g *Grid) encoder(out []byte) *gridEncoder {
	e := &gridEncoder{Grid: g, out: out, dates: make([]byte, 0, g.Season.Days()*dateBytes)}
	for date := range g.Season.All() {
		e.dates = append(date.AppendTo(append(e.dates, ',', '"')), '"', ':')
	}
	return e
}

const dateBytes = len(`,"2006-01-02":`)

func (e *gridEncoder) head() {
	c := e.Calendars[e.Calendar]
	e.out = strconv.AppendInt(append(e.out, `{"calendar_id":`...), c.ID, 10)
	e.out = append(append(append(e.out, `,"kind":"`...), c.Kind...), `","from":"`...)
	e.out = append(e.Season.From.AppendTo(e.out), `","to":"`...)
	e.out = append(e.Season.To.AppendTo(e.out), `","rooms":[`...)
}

func (e *gridEncoder) tail() { e.out = append(e.out, "]}\n"...) }

// room writes one room type with its days.
func (e *gridEncoder) room(room int) {
	if room > 0 {
		e.out = append(e.out, ',')
	}
	r := e.Rooms[room]
	e.place = room
	e.out = strconv.AppendInt(append(e.out, `{"room_id":`...), r.ID, 10)
	e.out = append(append(append(e.out, `,"room_name":`...), quoted(r.Name)...), `,"total_units":`...)
	e.out = append(strconv.AppendInt(e.out, int64(r.Units), 10), `,"days":{`...)

	row, external := e.Row(e.Calendar, room, e.Season), e.External(room, e.Season)
	rules.Cascade(row, &e.cells)
	if row.Standalone { // has no numbers
		row.Remaining = make([]uint16, len(external))
		external = row.Remaining
	}
	e.days(row, external)
	e.out = append(e.out, "}}"...)
}

// days writes the days of a room. A day like the one before, as most are, is
// copied from it.
func (e *gridEncoder) days(row rules.Row, external []uint16) {
	e.out = append(e.out, e.dates[1:dateBytes]...) // without the comma
	last := len(e.out)
	e.day(row, external, 0)
	for i := 1; i < len(external); i++ {
		end := len(e.out)
		e.out = append(e.out, e.dates[i*dateBytes:(i+1)*dateBytes]...)
		next := len(e.out)
		if e.sameDay(row, external, i) {
			e.out = append(e.out, e.out[last:end]...)
		} else {
			e.day(row, external, i)
		}
		last = next
	}
}

func (e *gridEncoder) sameDay(row rules.Row, external []uint16, i int) bool {
	c := &e.cells
	return e.why == nil && c.State[i] == c.State[i-1] && c.Status[i] == c.Status[i-1] && c.OwnAvailable[i] == c.OwnAvailable[i-1] &&
		row.Allotted[i] == row.Allotted[i-1] && row.Closed[i] == row.Closed[i-1] && row.Confirmed[i] == row.Confirmed[i-1] &&
		external[i] == external[i-1] && row.Remaining[i] == row.Remaining[i-1]
}

func (e *gridEncoder) day(row rules.Row, external []uint16, i int) {
	out := append(e.out, dayHeads[e.cells.State[i]][e.cells.Status[i]]...)
	out = append(number(out, e.cells.OwnAvailable[i]), `,"base":`...)
	out = append(number(out, row.Allotted[i]), `,"closed":`...)
	out = append(number(out, row.Closed[i]), `,"confirmed":`...)
	out = append(number(out, row.Confirmed[i]), `,"external":`...)
	out = append(number(out, external[i]), `,"physical_remaining":`...)
	out = number(out, row.Remaining[i])
	if e.why != nil {
		out = append(append(out, ','), object(e.why.why(e.place, i, row, &e.cells))[1:]...)
	} else {
		out = append(out, '}')
	}
	e.out = out
}

// number appends a count; most have one or two digits.
func number(out []byte, n uint16) []byte {
	if n < 10 {
		return append(out, byte('0'+n))
	}
	return strconv.AppendUint(out, uint64(n), 10)
}

// dayHeads is the beginning of an encoded day, by state and status.
var dayHeads = func() (heads [3][6]string) {
	for state := range heads {
		for status := range heads[state] {
			name := "null"
			if status > 0 {
				name = `"` + string(rules.Statuses[status-1]) + `"`
			}
			heads[state][status] = `{"state":"` + rules.StateNames[state] + `","status":` + name + `,"own_available":`
		}
	}
	return heads
}()

// quoted encodes a text as JSON.
func quoted(s string) []byte { return object(s) }

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
	// What include=why adds.
	DecidedBy *Decider      `json:"decided_by,omitempty" enum:"pool,master_status,own_status,release,numbers" doc:"With include=why: what decided the day, as in the day breakdown; so are the members that follow"`
	Reason    *rules.Reason `json:"reason,omitempty" nullable:"true" enum:"renovation,group_hold,allotment_expired,hotel_event,force_majeure,peak_exclusion"`
	Note      *string       `json:"note,omitempty"`
	ChangedBy *ChangedBy    `json:"changed_by,omitempty"`
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
	Rooms      []GridRoom `json:"rooms" nullable:"false"`
}
