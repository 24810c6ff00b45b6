package rooming

import (
	"slices"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Ledger is a list of stays in one property, of one operator or of nobody on
// the platform.
type Ledger struct {
	ID         int64       `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64       `bun:"owner_id" json:"user" doc:"The hotel's account"`
	PropertyID int64       `bun:"property_id" json:"property"`
	PartnerID  *int64      `bun:"partner_id" json:"partner" doc:"The operator's account; null: nobody on the platform, such as a booking by telephone"`
	CalendarID *int64      `bun:"calendar_id" json:"calendar" doc:"Calendar that holds what is confirmed; shown to the hotel only"`
	Name       string      `bun:"name" json:"name"`
	Status     Status      `bun:"status" json:"status" enum:"open,sent,confirmed,closed,cancelled"`
	WrittenBy  Actor       `bun:"written_by" json:"written_by" enum:"hotel,operator" doc:"The side that made it. What the operator writes is confirmed only once it was sent"`
	Reference  string      `bun:"reference" json:"reference" doc:"Under which a system sent it with an API key; empty otherwise"`
	Content    string      `bun:"content_hash" json:"-"` // hash of what the system sent
	Reason     string      `bun:"reason" json:"reason" doc:"Why it was declined or cancelled as a whole; empty otherwise"`
	CreatedAt  time.Time   `bun:"created_at" json:"created_at"`
	UpdatedAt  time.Time   `bun:"updated_at" json:"updated_at"`
	Counts     EntryCounts `bun:"-" json:"counts"`
}

// EntryCounts are the entries of a ledger by state.
type EntryCounts struct {
	Pending   int `json:"pending"`
	Confirmed int `json:"confirmed"`
	Declined  int `json:"declined"`
	Cancelled int `json:"cancelled"`
	// Drafted are the pending ones that the operator wrote.
	Drafted int `json:"-"`
}

// All returns the number of entries.
func (c EntryCounts) All() int { return c.Pending + c.Confirmed + c.Declined + c.Cancelled }

const (
	maxName = 200
	// MaxEntries bounds the entries of a ledger.
	MaxEntries = 5000
	// MaxEmbedded bounds the entries that are shown with their ledger.
	MaxEmbedded = 500
)

// The refusals about ledgers.
var (
	ErrInvalidTransition = apperr.New(apperr.Conflict, "invalid_transition", "the rooming ledger is not in a state for this")
	ErrNothingPending    = apperr.New(apperr.Conflict, "nothing_pending", "the rooming ledger has no pending entries")
	ErrEntriesPending    = apperr.New(apperr.Conflict, "entries_pending", "the rooming ledger has pending entries: confirm, decline or cancel them first")
	ErrEntriesConfirmed  = apperr.New(apperr.Conflict, "entries_confirmed", "confirmed entries hold rooms: cancel them first")
	ErrLedgerFull        = apperr.New(apperr.Conflict, "ledger_full", "a rooming ledger has at most 5,000 entries: make another one")
	ErrCalendarRequired  = apperr.New(apperr.Conflict, "calendar_required", "choose the calendar of this rooming ledger first: it holds the rooms that are confirmed")
	ErrGone              = apperr.New(apperr.Conflict, "record_gone", "the property, room or calendar was removed in this very moment: try again")
)

// Filter narrows a list; empty fields do not filter.
type Filter struct {
	Properties []int64
	PartnerID  int64
	Status     Status
	// From and To select ledgers with a stay that touches these days, including
	// its departure day.
	From, To civil.Date
}

// touchedBy reports whether a stay touches the days, including its departure
// day.
func (f Filter) touchedBy(e Entry) bool {
	return (f.From.IsZero() || e.Departure >= f.From) && (f.To.IsZero() || e.Arrival <= f.To)
}

// LedgerChange is a change of a ledger; nil fields stay as they are.
type LedgerChange struct {
	PropertyID *int64
	PartnerID  **int64
	CalendarID **int64
	Name       *string
}

func (c LedgerChange) apply(l *Ledger) {
	field.Set(&l.PropertyID, c.PropertyID)
	field.Set(&l.PartnerID, c.PartnerID)
	field.Set(&l.CalendarID, c.CalendarID)
	field.Set(&l.Name, c.Name)
	l.Name = strings.TrimSpace(l.Name)
}

func (l Ledger) checkName(f *apperr.Fields) {
	f.Check(l.Name != "", "name", "is required")
	field.CheckLine(f, "name", l.Name, maxName)
}

// settled returns the status of a ledger after its entries have changed. A sent
// ledger follows its entries; an open or closed one changes by its own verbs
// only.
func (l Ledger) settled(s Status) Status {
	switch {
	case s != StatusSent && s != StatusConfirmed:
		return s
	case l.Counts.Pending > 0:
		return StatusSent
	case l.Counts.Confirmed > 0:
		return StatusConfirmed
	}
	return StatusCancelled
}

// ready refuses a verb that the status allows and the entries do not.
func (l Ledger) ready(v Verb) error {
	switch {
	case (v == VerbSend || v == VerbConfirm || v == VerbDecline) && l.Counts.Pending == 0:
		return ErrNothingPending
	case v == VerbClose && l.Counts.Pending > 0:
		return ErrEntriesPending
	case v == VerbDelete && l.Counts.Confirmed > 0:
		return ErrEntriesConfirmed
	}
	return nil
}

// writer returns the side whose draft a verb answers: the operator if it
// created the ledger or wrote anything that is pending. For one entry,
// Entry.writer decides.
func (l Ledger) writer(v Verb) Actor {
	if v == VerbConfirm && l.Counts.Drafted > 0 {
		return Operator
	}
	return l.WrittenBy
}

// Actions lists what a side may do with the ledger now.
func (l Ledger) Actions(a Actor) []Verb {
	list := []Verb{}
	for _, v := range Verbs[:len(Verbs)-len(EntryVerbs)] {
		if Decide(l.Status, l.writer(v), v, a).Allowed() && l.ready(v) == nil {
			list = append(list, v)
		}
	}
	return list
}

// seenBy returns the ledger as a side sees it: an operator does not see which
// of the hotel's calendars is used.
func (l Ledger) seenBy(a Actor) Ledger {
	if a == Operator {
		l.CalendarID = nil
	}
	return l
}

// allow is Decide with the refusal as an error.
func (l Ledger) allow(v Verb, a Actor) (Status, error) {
	o := Decide(l.Status, l.writer(v), v, a)
	switch o.Refusal {
	case RefuseSide:
		return "", otherSide(v)
	case RefuseState:
		if l.Status == StatusOpen && a == Hotel && slices.Contains(confirming, v) {
			return "", l.notSent(v, l.Actions(a))
		}
		return "", ErrInvalidTransition.Withf("the rooming ledger is %s: you cannot %s now", l.Status, v.label()).
			With("status", l.Status).With("available_actions", l.Actions(a))
	}
	return o.Next, l.ready(v)
}

// notSent refuses to confirm what is still the operator's draft.
func (l Ledger) notSent(v Verb, actions any) error {
	return ErrInvalidTransition.Withf("the operator has not sent this rooming ledger yet: you cannot %s now", v.label()).
		With("status", l.Status).With("available_actions", actions)
}

func otherSide(v Verb) error {
	if v == VerbSend {
		return apperr.ErrForbidden.Withf("it is for the operator to send a rooming list")
	}
	return apperr.ErrForbidden.Withf("it is for the hotel to %s", v.label())
}

// label describes what a verb does, for refusals.
func (v Verb) label() string {
	switch v { //nolint:exhaustive // the others read as they are
	case VerbAddEntry:
		return "add entries"
	case VerbEditEntry:
		return "change an entry"
	case VerbDeleteEntry:
		return "delete an entry"
	case VerbConfirmEntry:
		return "confirm an entry"
	case VerbDeclineEntry:
		return "decline an entry"
	case VerbCancelEntry:
		return "cancel an entry"
	}
	return string(v) + " it"
}
