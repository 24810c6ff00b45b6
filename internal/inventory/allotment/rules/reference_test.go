package rules

import "slices"

// The rules once more, written from their text and sharing no code with the
// module: one unit at a time, names instead of codes.

type (
	refRule struct {
		Donor, Recipient string
		Max              int // on the date at hand; 0 where the rule does not hold
		Open             bool
		Lends            int
	}
	refRoom struct {
		Name      string
		Units     int // room_total_units
		Committed int // SUM(closed + confirmed) over all pool-consuming calendars
		Reported  int // PMS-ingested units
		Fits      int // the part of them that is counted
	}
	refHotel struct {
		Rooms []refRoom
		Rules []refRule // oldest first
	}
	refCell struct {
		Kind              string // of the calendar
		Status, Master    string // "" is none
		Base              int    // the block
		DaysAhead         int
		ReleaseDays       int
		Closed, Confirmed int
	}
	refDay struct {
		State, Status string
		OwnAvailable  int
	}
)

func (h refHotel) clone() refHotel {
	return refHotel{slices.Clone(h.Rooms), slices.Clone(h.Rules)}
}

func (h refHotel) room(name string) *refRoom {
	for i := range h.Rooms {
		if h.Rooms[i].Name == name {
			return &h.Rooms[i]
		}
	}
	panic("no room " + name)
}

func (h refHotel) borrowed(room string) (n int) {
	for _, r := range h.Rules {
		if r.Recipient == room {
			n += r.Lends
		}
	}
	return n
}

func (h refHotel) lent(room string) (n int) {
	for _, r := range h.Rules {
		if r.Donor == room {
			n += r.Lends
		}
	}
	return n
}

// has tells whether a room has units for what it committed, what it has lent and
// so many that systems report.
func (h refHotel) has(room string, reported int) bool {
	r := h.room(room)
	return r.Committed+h.lent(room)+reported <= r.Units+h.borrowed(room)
}

// hasSpare tells whether one of the room's own units is nobody's.
func (h refHotel) hasSpare(room string) bool {
	r := h.room(room)
	return r.Committed+r.Reported+h.lent(room) < r.Units
}

// settled says how the hotel lends and counts after a change, and whether the
// change is possible.
func (h refHotel) settled() (refHotel, bool) {
	h = h.clone()
	promised := map[string]int{}
	for _, r := range h.Rooms {
		promised[r.Name] = min(r.Fits, r.Reported)
	}
	for h.giveOneBack() {
	}
	for h.lendOne(func(r refRoom) int { return promised[r.Name] }) {
	}
	for h.lendOne(func(r refRoom) int { return r.Reported }) {
	}
	possible := true
	for i := range h.Rooms {
		r := &h.Rooms[i]
		for r.Fits = r.Reported; r.Fits > 0 && !h.has(r.Name, r.Fits); {
			r.Fits--
		}
		if !h.has(r.Name, promised[r.Name]) || h.lent(r.Name) > r.Units {
			possible = false
		}
	}
	return h, possible
}

// giveOneBack ends one unit of the youngest loan that its recipient can spare.
func (h refHotel) giveOneBack() bool {
	for i := len(h.Rules) - 1; i >= 0; i-- {
		rule := &h.Rules[i]
		if rule.Lends == 0 {
			continue
		}
		rule.Lends--
		if h.has(rule.Recipient, h.room(rule.Recipient).Reported) {
			return true
		}
		rule.Lends++
	}
	return false
}

// lendOne lends one unit by the oldest rule whose recipient lacks one.
func (h refHotel) lendOne(reported func(r refRoom) int) bool {
	for i := range h.Rules {
		rule := &h.Rules[i]
		lacks := !h.has(rule.Recipient, reported(*h.room(rule.Recipient)))
		if lacks && rule.Lends < rule.Max && h.hasSpare(rule.Donor) {
			rule.Lends++
			return true
		}
	}
	return false
}

// remaining is physical_remaining: what is left, or where nothing is, how much
// could be committed by borrowing; and the rule that would lend the first unit.
func (h refHotel) remaining(room string) (units int, next *refRule) {
	r := h.room(room)
	if left := r.Units + h.borrowed(room) - h.lent(room) - r.Committed - r.Fits; left > 0 {
		return left, nil
	}
	for {
		more := h.clone()
		more.room(room).Committed += units + 1
		after, possible := more.settled()
		if !possible {
			return units, next
		}
		units++
		for i := range after.Rules {
			if next == nil && after.Rules[i].Lends > h.Rules[i].Lends {
				next = &h.Rules[i]
			}
		}
	}
}

// day resolves one calendar, room and day as decisions 5 numbers the steps, with
// what remains of the room.
func (h refHotel) day(room string, c refCell, left int, next *refRule) refDay {
	states := map[string]string{"free": "open", "open": "open", "request": "on_request", "stop": "closed", "block": "closed"}
	d := refDay{}
	if c.Kind != "standalone" {
		allotment := c.Base
		if c.DaysAhead < c.ReleaseDays {
			allotment = 0
		}
		if c.Kind == "master" {
			allotment = h.room(room).Units
		}
		d.OwnAvailable = max(0, allotment-c.Closed-c.Confirmed)
	}
	switch {
	case c.Kind != "standalone" && left == 0: // 1
		d.State = "closed"
	case c.Master == "request" || c.Master == "stop" || c.Master == "block": // 2
		d.Status = c.Master
	case c.Status != "": // 3
		d.Status = c.Status
	case c.Master == "free": // 4
		d.Status = c.Master
	case c.Kind == "standalone":
		d.State = "open"
	case next != nil: // 5, and the room lives on what it can borrow
		d.State = "on_request"
		if next.Open && (d.OwnAvailable > 0 || c.Kind == "master") {
			d.State = "open"
		}
	case d.OwnAvailable > 0: // 5
		d.State = "open"
	default:
		d.State = "on_request"
	}
	if d.Status != "" {
		d.State = states[d.Status]
	}
	return d
}
