package rooming

import "slices"

// Status is where a ledger stands.
type Status string

// The states.
const (
	StatusOpen      Status = "open"      // still written
	StatusSent      Status = "sent"      // waits for the hotel's answer
	StatusConfirmed Status = "confirmed" // answered: something is confirmed, nothing waits
	StatusClosed    Status = "closed"    // put away by the hotel; what is confirmed stays held
	StatusCancelled Status = "cancelled" // nothing of it stands
)

// Statuses lists every state.
var Statuses = []Status{StatusOpen, StatusSent, StatusConfirmed, StatusClosed, StatusCancelled}

// EntryStatus is where one entry stands.
type EntryStatus string

// The states of entries. Only a confirmed one holds units.
const (
	EntryPending   EntryStatus = "pending"
	EntryConfirmed EntryStatus = "confirmed"
	EntryDeclined  EntryStatus = "declined" // the hotel has said no
	EntryCancelled EntryStatus = "cancelled"
)

// EntryStatuses lists every state of entries.
var EntryStatuses = []EntryStatus{EntryPending, EntryConfirmed, EntryDeclined, EntryCancelled}

// Actor is which side asks.
type Actor string

// The actors.
const (
	Hotel    Actor = "hotel"
	Operator Actor = "operator"
)

// Actors lists both sides.
var Actors = []Actor{Hotel, Operator}

// Verb is what a side wants to do.
type Verb string

// The verbs: first those about a ledger, then those about its entries.
const (
	VerbUpdate  Verb = "update"
	VerbSend    Verb = "send"
	VerbConfirm Verb = "confirm"
	VerbDecline Verb = "decline"
	VerbCancel  Verb = "cancel"
	VerbClose   Verb = "close"
	VerbDelete  Verb = "delete"

	VerbAddEntry     Verb = "add_entries"
	VerbEditEntry    Verb = "edit_entry"
	VerbDeleteEntry  Verb = "delete_entry"
	VerbConfirmEntry Verb = "confirm_entry"
	VerbDeclineEntry Verb = "decline_entry"
	VerbCancelEntry  Verb = "cancel_entry"
)

// Verbs lists every verb: first those that are shown as actions of a ledger, then
// EntryVerbs.
var Verbs = []Verb{
	VerbUpdate, VerbAddEntry, VerbSend, VerbConfirm, VerbDecline, VerbCancel, VerbClose, VerbDelete,
	VerbEditEntry, VerbDeleteEntry, VerbConfirmEntry, VerbDeclineEntry, VerbCancelEntry,
}

// EntryVerbs are the actions of an entry.
var EntryVerbs = []Verb{VerbEditEntry, VerbDeleteEntry, VerbConfirmEntry, VerbDeclineEntry, VerbCancelEntry}

// Refusal is why a verb is not possible.
type Refusal string

// The refusals.
const (
	RefuseState Refusal = "state" // 409: not now
	RefuseSide  Refusal = "side"  // 403: for the other side to do
)

// Outcome is a field of the table: the next state, or why there is none. A
// ledger that is deleted keeps the state it had.
type Outcome[S ~string] struct {
	Next    S
	Refusal Refusal
}

// Allowed tells a move from a refusal.
func (o Outcome[S]) Allowed() bool { return o.Refusal == "" }

type outcome = Outcome[Status]

var (
	notNow   = outcome{Refusal: RefuseState}
	notYours = outcome{Refusal: RefuseSide}
)

type row map[Verb]map[Actor]outcome

func both(next Status) map[Actor]outcome {
	return map[Actor]outcome{Hotel: {Next: next}, Operator: {Next: next}}
}

// hotelOnly is refused to the operator for good, hotelNow only in this state.
func hotelOnly(next Status) map[Actor]outcome {
	return map[Actor]outcome{Hotel: {Next: next}, Operator: notYours}
}

func hotelNow(next Status) map[Actor]outcome {
	return map[Actor]outcome{Hotel: {Next: next}, Operator: notNow}
}

// table is the state machine of ledgers. What it does not name cannot be done
// now, except what is never the operator's: see Decide. Where an entry was
// answered, Ledger.settled has the last word.
var table = map[Status]row{
	StatusOpen: {
		VerbUpdate: both(StatusOpen), VerbDelete: both(StatusOpen),
		VerbAddEntry: both(StatusOpen), VerbEditEntry: both(StatusOpen), VerbDeleteEntry: both(StatusOpen),
		VerbSend:         {Hotel: notYours, Operator: {Next: StatusSent}},
		VerbConfirmEntry: hotelOnly(StatusOpen), VerbCancelEntry: both(StatusOpen),
		VerbConfirm: hotelOnly(StatusConfirmed), VerbCancel: both(StatusCancelled), VerbClose: hotelOnly(StatusClosed),
	},
	StatusSent: {
		VerbUpdate: hotelNow(StatusSent), VerbAddEntry: hotelNow(StatusSent), VerbEditEntry: hotelNow(StatusSent),
		VerbConfirmEntry: hotelOnly(StatusSent), VerbDeclineEntry: hotelOnly(StatusSent), VerbCancelEntry: both(StatusSent),
		VerbConfirm: hotelOnly(StatusConfirmed), VerbDecline: hotelOnly(StatusSent), VerbCancel: both(StatusCancelled),
	},
	StatusConfirmed: {
		VerbUpdate: hotelNow(StatusConfirmed), VerbAddEntry: hotelNow(StatusSent), VerbEditEntry: hotelNow(StatusConfirmed),
		VerbCancelEntry: both(StatusConfirmed), VerbCancel: both(StatusCancelled), VerbClose: hotelOnly(StatusClosed),
	},
	StatusClosed: {
		VerbCancelEntry: hotelNow(StatusClosed), VerbCancel: hotelNow(StatusCancelled), VerbDelete: hotelNow(StatusClosed),
	},
	StatusCancelled: {VerbDelete: hotelNow(StatusCancelled)},
}

// hotelVerbs are never the operator's.
var hotelVerbs = []Verb{VerbConfirm, VerbConfirmEntry, VerbDecline, VerbDeclineEntry, VerbClose}

// confirming are the verbs that hold rooms.
var confirming = []Verb{VerbConfirm, VerbConfirmEntry}

// Decide looks a verb up in the table for a ledger that one side writes. What the
// operator writes is confirmed only once it was sent: until then it is a draft.
// The hotel confirms its own lists, such as a booking by telephone, at once.
func Decide(s Status, writer Actor, v Verb, a Actor) Outcome[Status] {
	if s == StatusOpen && writer == Operator && a == Hotel && slices.Contains(confirming, v) {
		return notNow
	}
	if o, ok := table[s][v][a]; ok {
		return o
	}
	if a == Operator && slices.Contains(hotelVerbs, v) || a == Hotel && v == VerbSend {
		return notYours
	}
	return notNow
}

// DecideEntry looks a verb about an entry up, first for its ledger.
func DecideEntry(s Status, writer Actor, e EntryStatus, v Verb, a Actor) Outcome[EntryStatus] {
	if o := Decide(s, writer, v, a); !o.Allowed() {
		return Outcome[EntryStatus]{Refusal: o.Refusal}
	}
	next, ok := entryTable[e][v]
	if !ok || e == EntryConfirmed && v == VerbEditEntry && a == Operator {
		return Outcome[EntryStatus]{Refusal: RefuseState}
	}
	return Outcome[EntryStatus]{Next: next}
}

// entryTable is the state machine of entries: what their ledger lets a side do.
// An operator does not edit what the hotel has confirmed, it cancels it.
var entryTable = map[EntryStatus]map[Verb]EntryStatus{
	EntryPending: {
		VerbEditEntry: EntryPending, VerbDeleteEntry: EntryPending, VerbConfirmEntry: EntryConfirmed, VerbDeclineEntry: EntryDeclined,
		VerbCancelEntry: EntryCancelled,
	},
	EntryConfirmed: {VerbEditEntry: EntryConfirmed, VerbCancelEntry: EntryCancelled},
	EntryCancelled: {VerbDeleteEntry: EntryCancelled},
}
