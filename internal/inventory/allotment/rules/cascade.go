package rules

// State is the state of a day that an operator sees.
type State uint8

// The states.
const (
	StateOpen State = iota
	StateOnRequest
	StateClosed
)

// StateNames are the states as the API calls them.
var StateNames = [...]string{"open", "on_request", "closed"}

func (s State) String() string { return StateNames[s] }

// stateOf is the state that a status gives, by status code.
var stateOf = [...]State{codeFree: StateOpen, codeOpen: StateOpen, CodeRequest: StateOnRequest, codeStop: StateClosed, codeBlock: StateClosed}

// Row is the unresolved days of one room on one calendar. All slices have the
// same length.
type Row struct {
	Master     bool // the calendar is the Master
	Standalone bool // it has no units
	Allotted   []uint16
	Closed     []uint16
	Confirmed  []uint16
	Own        []uint8 // status codes of the calendar
	MasterDay  []uint8 // status codes of the Master
	Remaining  []uint16
	Borrowing  []Borrowing

	Reasons, MasterReasons []uint8 // codes
}

// Cells are resolved days, one slice for each field.
type Cells struct {
	State        []State
	Status       []uint8 // code of the status that decided the day, 0 where the numbers did
	OwnAvailable []uint16
}

// Resize sets the number of days.
func (c *Cells) Resize(n int) {
	if cap(c.State) < n {
		c.State, c.Status, c.OwnAvailable = make([]State, n), make([]uint8, n), make([]uint16, n)
	}
	c.State, c.Status, c.OwnAvailable = c.State[:n], c.Status[:n], c.OwnAvailable[:n]
}

// Cascade resolves days. The first rule that applies decides: a room without units
// is closed; a restrictive status of the Master; the calendar's own status; free
// on the Master; the numbers. A standalone calendar has no numbers: it is open
// unless a status says otherwise.
func Cascade(row Row, out *Cells) {
	n := len(row.Own)
	out.Resize(n)
	master := row.MasterDay[:n]
	if row.Standalone {
		for i, own := range row.Own {
			status := DecidingStatus(own, master[i])
			out.Status[i], out.OwnAvailable[i], out.State[i] = status, 0, StateOpen
			if status != 0 {
				out.State[i] = stateOf[status]
			}
		}
		return
	}
	allotted, closed, confirmed, remaining, borrowing := row.Allotted[:n], row.Closed[:n], row.Confirmed[:n], row.Remaining[:n], row.Borrowing[:n]
	for i, own := range row.Own {
		available := max(0, int(allotted[i])-int(closed[i])-int(confirmed[i]))
		out.OwnAvailable[i] = uint16(available)
		status := DecidingStatus(own, master[i])
		switch {
		case remaining[i] == 0:
			out.State[i], out.Status[i] = StateClosed, 0
			continue
		case status != 0:
			out.State[i] = stateOf[status]
		case borrowing[i] != BorrowingNone:
			out.State[i] = borrowingState(borrowing[i], row.Master || available > 0)
		case available > 0:
			out.State[i] = StateOpen
		default:
			out.State[i] = StateOnRequest
		}
		out.Status[i] = status
	}
}

// CloseRequests closes the days on request, for readers that may not request
// rooms. The status request becomes stop, so that state and status agree.
func (c *Cells) CloseRequests() {
	for i, state := range c.State {
		if state != StateOnRequest {
			continue
		}
		c.State[i] = StateClosed
		if c.Status[i] == CodeRequest {
			c.Status[i] = codeStop
		}
	}
}

// DecidingStatus returns the status that goes before the numbers, 0 if there is
// none. open on the Master is the default and overrides nothing.
func DecidingStatus(own, master uint8) uint8 {
	switch {
	case master >= CodeRequest:
		return master
	case own != 0:
		return own
	case master == codeFree:
		return master
	}
	return 0
}

// borrowingState returns the state of a day whose room has only units that it can
// borrow. The Master sells any unit; another calendar only its allotment.
func borrowingState(b Borrowing, sells bool) State {
	if b == BorrowingOpen && sells {
		return StateOpen
	}
	return StateOnRequest
}

// AvailableTo is how many units an operator is told of a day of the row: what is
// its own, as far as it exists, and nothing unless the day is open. A system that
// reads only this number must not sell a closed day.
func (r Row) AvailableTo(c *Cells, day int) int {
	if c.State[day] != StateOpen {
		return 0
	}
	return int(min(c.OwnAvailable[day], r.Remaining[day]))
}

// OwnStatus is what the hotel has set for a day on the calendar itself.
func (r Row) OwnStatus(day int) Status { return StatusOf(r.Own[day]) }

// StatusAt is the status that decided a day, none where the numbers did.
func (c *Cells) StatusAt(day int) Status { return StatusOf(c.Status[day]) }

// ReasonAt is the code of why a day is restricted, its place in Reasons from 1, 0
// where there is none: what goes with the status that decides it, which may be
// the Master's. A note never is a part of this.
func (r Row) ReasonAt(c *Cells, day int) uint8 {
	switch {
	case c.Status[day] == 0:
		return 0
	case r.MasterDay[day] >= CodeRequest:
		return r.MasterReasons[day]
	}
	return r.Reasons[day]
}
