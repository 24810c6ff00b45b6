package rooming

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/inventory/allotment"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Entry is one stay of a ledger: units of a room type from arrival to the night
// before departure.
type Entry struct {
	ID         int64       `bun:"id,pk,autoincrement" json:"id"`
	LedgerID   int64       `bun:"ledger_id" json:"ledger"`
	OwnerID    int64       `bun:"owner_id" json:"-"`
	PropertyID int64       `bun:"property_id" json:"-"`
	PartnerID  *int64      `bun:"partner_id" json:"-"`
	RoomID     *int64      `bun:"room_id" json:"room" doc:"Id of a room of the property; null once that room is deleted"`
	CalendarID *int64      `bun:"calendar_id" json:"-"` // that holds it, while it is confirmed
	Arrival    civil.Date  `bun:"arrival" json:"arrival"`
	Departure  civil.Date  `bun:"departure" json:"departure" doc:"Departure day: the last night is the one before"`
	Units      int         `bun:"units" json:"units"`
	Guests     []Guest     `bun:"guests,type:text" json:"guests" nullable:"false"`
	Board      string      `bun:"board" json:"board" doc:"Code as in the fact sheet, or empty"`
	Reference  string      `bun:"reference" json:"reference" doc:"Booking number of the operator"`
	Status     EntryStatus `bun:"status" json:"status" enum:"pending,confirmed,declined,cancelled"`
	Note       string      `bun:"note" json:"note" doc:"Read by both sides"`
	Reason     string      `bun:"reason" json:"reason" doc:"Why it was declined or cancelled, read by both sides; empty otherwise"`
	WrittenBy  Actor       `bun:"written_by" json:"-"` // the operator once it has changed the entry
	CreatedAt  time.Time   `bun:"created_at" json:"created_at"`
	UpdatedAt  time.Time   `bun:"updated_at" json:"updated_at"`
}

// Guest is a person who stays.
type Guest struct {
	FirstName string    `json:"first_name"`
	LastName  string    `json:"last_name"`
	Type      GuestType `json:"type" enum:"adult,child,infant"`
	Age       *int      `json:"age"`
}

// GuestType is the age group of a guest.
type GuestType string

// The types.
const (
	GuestAdult  GuestType = "adult"
	GuestChild  GuestType = "child"
	GuestInfant GuestType = "infant"
)

// GuestTypes lists every type.
var GuestTypes = []GuestType{GuestAdult, GuestChild, GuestInfant}

// Boards are the codes of the fact sheet, with none first.
var Boards = []string{"", "RO", "BB", "HB", "HB_PLUS", "FB", "FB_PLUS", "AI_LIGHT", "AI", "UAI"}

const (
	maxNights    = 365
	maxUnits     = 10000
	maxGuests    = 100
	maxGuestName = 100
	maxAge       = 130
	maxReference = 100
	maxNote      = 1000
	maxReason    = 1000
	// maxAhead is how many months ahead a stay may end: it bounds the days that
	// one confirmation writes.
	maxAhead = 60
)

// EntryChange is a change of an entry; nil fields stay as they are.
type EntryChange struct {
	RoomID                 *int64
	Arrival, Departure     *civil.Date
	Units                  *int
	Guests                 *[]Guest
	Board, Reference, Note *string
}

func (c EntryChange) apply(e *Entry) {
	if c.RoomID != nil {
		room := *c.RoomID
		e.RoomID = &room
	}
	field.Set(&e.Arrival, c.Arrival)
	field.Set(&e.Departure, c.Departure)
	field.Set(&e.Units, c.Units)
	field.Set(&e.Board, c.Board)
	field.Set(&e.Reference, c.Reference)
	field.Set(&e.Note, c.Note)
	if c.Guests != nil {
		e.Guests = slices.Clone(*c.Guests)
	}
	if e.Guests == nil {
		e.Guests = []Guest{}
	}
	for i := range e.Guests {
		g := &e.Guests[i]
		g.FirstName, g.LastName = strings.TrimSpace(g.FirstName), strings.TrimSpace(g.LastName)
		if g.Type == "" {
			g.Type = GuestAdult
		}
	}
	e.Reference, e.Note = strings.TrimSpace(e.Reference), strings.TrimSpace(e.Note)
}

// surroundings is the data that an entry is checked against.
type surroundings struct {
	rooms map[int64]string // names of those that the caller may use, by id
	today civil.Date       // where the property is
}

// check reports every invalid field. The room is not checked if it is
// unchanged: it may not be published any more.
func (e Entry) check(f *apperr.Fields, at string, before *Entry, in surroundings) {
	same := before != nil && before.RoomID != nil && e.RoomID != nil && *before.RoomID == *e.RoomID
	if e.RoomID == nil {
		f.Check(false, at+"room", "is required")
	} else if _, known := in.rooms[*e.RoomID]; !known && !same {
		f.Check(false, at+"room", "must be the id of a room of this property")
	}
	e.checkStay(f, at, in.today)
	f.Checkf(e.Units >= 1 && e.Units <= maxUnits, at+"units", "must be from 1 to %d", maxUnits)
	f.Checkf(slices.Contains(Boards, e.Board), at+"board", "must be empty or one of %s", strings.Join(Boards[1:], ", "))
	field.CheckLine(f, at+"reference", e.Reference, maxReference)
	field.CheckText(f, at+"note", e.Note, maxNote)
	e.checkGuests(f, at)
}

func (e Entry) checkStay(f *apperr.Fields, at string, today civil.Date) {
	f.Check(!e.Arrival.IsZero(), at+"arrival", "is required")
	f.Check(!e.Departure.IsZero(), at+"departure", "is required")
	if e.Arrival.IsZero() || e.Departure.IsZero() {
		return
	}
	f.Check(e.Arrival < e.Departure, at+"departure", "must be after arrival: it is the day on which the guests leave")
	f.Checkf(e.Departure.Sub(e.Arrival) <= maxNights, at+"departure", "must be at most %d nights after arrival", maxNights)
	f.Checkf(e.Departure <= today.AddMonths(maxAhead), at+"departure", "must be at most %d months ahead", maxAhead)
}

func (e Entry) checkGuests(f *apperr.Fields, at string) {
	if len(e.Guests) > maxGuests {
		f.Checkf(false, at+"guests", "must have at most %d entries", maxGuests)
		return
	}
	for i, g := range e.Guests {
		in := fmt.Sprintf("%sguests[%d].", at, i)
		f.Check(g.FirstName != "" || g.LastName != "", in+"last_name", "is required where there is no first_name")
		field.CheckLine(f, in+"first_name", g.FirstName, maxGuestName)
		field.CheckLine(f, in+"last_name", g.LastName, maxGuestName)
		f.Check(slices.Contains(GuestTypes, g.Type), in+"type", "must be adult, child or infant")
		f.Checkf(g.Age == nil || *g.Age >= 0 && *g.Age <= maxAge, in+"age", "must be from 0 to %d, or null", maxAge)
	}
}

// equal reports whether two entries have the same content.
func (e Entry) equal(o Entry) bool {
	return e.sameStay(o) && e.Board == o.Board && e.Reference == o.Reference && e.Note == o.Note && slices.EqualFunc(e.Guests, o.Guests, Guest.equal)
}

func (g Guest) equal(o Guest) bool {
	return g.FirstName == o.FirstName && g.LastName == o.LastName && g.Type == o.Type && field.Same(g.Age, o.Age)
}

// sameStay reports whether two entries hold the same units in the pool.
func (e Entry) sameStay(o Entry) bool {
	return field.Same(e.RoomID, o.RoomID) && e.Arrival == o.Arrival && e.Departure == o.Departure && e.Units == o.Units
}

// samePast reports whether two entries hold the same units in the nights before
// today.
func (e Entry) samePast(o Entry, today civil.Date) bool {
	if e.Arrival >= today && o.Arrival >= today {
		return true
	}
	e.Departure, o.Departure = min(e.Departure, today), min(o.Departure, today)
	return e.sameStay(o)
}

// stay returns what the entry holds in the pool.
func (e Entry) stay() allotment.Stay {
	return allotment.Stay{RoomID: *e.RoomID, Arrival: e.Arrival, Departure: e.Departure, Units: e.Units}
}

// released returns what the entry releases to the pool, if it holds something.
// A deleted room or calendar has nothing to release.
func (e Entry) released() (s allotment.Stay, held bool) {
	if e.RoomID == nil || e.CalendarID == nil {
		return s, false
	}
	s = e.stay()
	s.Units = -s.Units
	return s, true
}

// lead returns the name of the lead guest, for the timeline.
func (e Entry) lead() string {
	if len(e.Guests) == 0 {
		return ""
	}
	return strings.TrimSpace(e.Guests[0].FirstName + " " + e.Guests[0].LastName)
}

// writer returns the side whose draft the entry is: the operator in all of its
// lists and, in a list of the hotel's, where it wrote the entry.
func (e Entry) writer(l Ledger) Actor {
	if e.WrittenBy == Operator {
		return Operator
	}
	return l.WrittenBy
}

// Actions lists what a side may do with the entry now.
func (e Entry) Actions(l Ledger, a Actor) []string {
	list := []string{}
	for _, v := range EntryVerbs {
		if DecideEntry(l.Status, e.writer(l), e.Status, v, a).Allowed() {
			list = append(list, v.short())
		}
	}
	return list
}

// short returns the name of the verb among the actions of an entry.
func (v Verb) short() string {
	if v == VerbEditEntry {
		return "update"
	}
	return strings.TrimSuffix(string(v), "_entry")
}

// allow is DecideEntry with the refusal as an error.
func (e Entry) allow(l Ledger, v Verb, a Actor) (EntryStatus, error) {
	if _, err := l.allow(v, a); err != nil {
		return "", err
	}
	if !Decide(l.Status, e.writer(l), v, a).Allowed() {
		return "", l.notSent(v, e.Actions(l, a))
	}
	o := DecideEntry(l.Status, e.writer(l), e.Status, v, a)
	if !o.Allowed() {
		return "", ErrInvalidTransition.Withf("the entry is %s: you cannot %s it now", e.Status, v.short()).
			With("status", e.Status).With("available_actions", e.Actions(l, a))
	}
	return o.Next, nil
}
