package rooming

import "slices"

// Status is the state of a ledger.
type Status string

// The states.
const (
	StatusOpen      Status = "open"      // not sent yet
	StatusSent      Status = "sent"      // waits for the hotel's answer
	StatusConfirmed Status = "confirmed" // answered: something is confirmed, nothing waits
	StatusClosed    Status = "closed"    // closed by the hotel; confirmed entries keep their units
	StatusCancelled Status = "cancelled" // nothing is confirmed or pending
)

// Statuses lists every state.
var Statuses = []Status{StatusOpen, StatusSent, StatusConfirmed, StatusClosed, StatusCancelled}

// EntryStatus is the state of an entry.
type EntryStatus string

// The statuses of entries. Only a confirmed entry holds units.
const (
	EntryPending   EntryStatus = "pending"
	EntryConfirmed EntryStatus = "confirmed"
	EntryDeclined  EntryStatus = "declined" // by the hotel
	EntryCancelled EntryStatus = "cancelled"
)

// EntryStatuses lists every state of entries.
var EntryStatuses = []EntryStatus{EntryPending, EntryConfirmed, EntryDeclined, EntryCancelled}

// Actor is the side that asks.
type Actor string

// The actors.
const (
	Hotel    Actor = "hotel"
	Operator Actor = "operator"
)

// Actors lists both sides.
var Actors = []Actor{Hotel, Operator}

// Verb is what a side asks for.
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

// Outcome is a cell of the table: the next status, or the refusal. A ledger
// that is deleted keeps its status.
type Outcome[S ~string] struct {
	Next    S
	Refusal Refusal
}

// Allowed reports whether the outcome is a move and not a refusal.
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

// hotelOnly is always refused to the operator, hotelNow only in this status.
func hotelOnly(next Status) map[Actor]outcome {
	return map[Actor]outcome{Hotel: {Next: next}, Operator: notYours}
}

func hotelNow(next Status) map[Actor]outcome {
	return map[Actor]outcome{Hotel: {Next: next}, Operator: notNow}
}

// table is the state machine of ledgers. What it does not list is refused in
// this status, except verbs that are never the operator's: see Decide. After an
// answer to an entry, Ledger.settled decides the status.
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

// hotelVerbs are never allowed to the operator.
var hotelVerbs = []Verb{VerbConfirm, VerbConfirmEntry, VerbDecline, VerbDeclineEntry, VerbClose}

// confirming are the verbs that hold units.
var confirming = []Verb{VerbConfirm, VerbConfirmEntry}

// ending are the verbs that only take something away or refuse it.
var ending = []Verb{VerbDecline, VerbCancel, VerbDelete, VerbDeleteEntry, VerbDeclineEntry, VerbCancelEntry}

// Decide looks a verb up in the table, for a ledger written by one side. What
// the operator writes can be confirmed only after it was sent. The hotel
// confirms its own lists, such as a booking by telephone, at once.
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

// DecideEntry looks up a verb about an entry, first for its ledger.
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

// entryTable is the state machine of entries, within what their ledger allows.
// An operator cannot edit a confirmed entry, only cancel it.
var entryTable = map[EntryStatus]map[Verb]EntryStatus{
	EntryPending: {
		VerbEditEntry: EntryPending, VerbDeleteEntry: EntryPending, VerbConfirmEntry: EntryConfirmed, VerbDeclineEntry: EntryDeclined,
		VerbCancelEntry: EntryCancelled,
	},
	EntryConfirmed: {VerbEditEntry: EntryConfirmed, VerbCancelEntry: EntryCancelled},
	EntryCancelled: {VerbDeleteEntry: EntryCancelled},
}
