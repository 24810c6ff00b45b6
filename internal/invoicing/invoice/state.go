package invoice

import (
	"strings"

	"allot/internal/platform/apperr"
)

// Status is the state of an invoice.
type Status string

// The states.
const (
	StatusDraft     Status = "DRAFT" // only its issuer sees it
	StatusSent      Status = "SENT"
	StatusViewed    Status = "VIEWED"
	StatusCleared   Status = "CLEARED"
	StatusDisputed  Status = "DISPUTED"
	StatusPaid      Status = "PAID"
	StatusOverdue   Status = "OVERDUE"
	StatusCancelled Status = "CANCELLED"
)

// Statuses lists every state.
var Statuses = []Status{
	StatusDraft, StatusSent, StatusViewed, StatusCleared, StatusDisputed, StatusPaid, StatusOverdue, StatusCancelled,
}

// Verb is what a side does with an invoice.
type Verb string

// The verbs.
const (
	VerbUpdate    Verb = "update"
	VerbDelete    Verb = "delete"
	VerbSend      Verb = "send"
	VerbView      Verb = "view" // the recipient opens it
	VerbClear     Verb = "clearing"
	VerbDispute   Verb = "dispute"
	VerbPay       Verb = "mark_paid"
	VerbRemind    Verb = "send_reminder"
	VerbCancel    Verb = "cancel"
	VerbDuplicate Verb = "duplicate"
	VerbExpire    Verb = "expire" // the due date has passed
)

// Verbs lists every verb, in the order that the API shows.
var Verbs = []Verb{
	VerbUpdate, VerbDelete, VerbSend, VerbView, VerbClear, VerbDispute, VerbPay, VerbRemind, VerbCancel, VerbDuplicate, VerbExpire,
}

// Actor is who asks for a move.
type Actor string

// The actors.
const (
	Issuer Actor = "issuer"
	Payer  Actor = "recipient"
	System Actor = "system"
)

// Actors lists every actor.
var Actors = []Actor{Issuer, Payer, System}

// performers are the actors of a verb whatever the state; clearing is also for the
// issuer once the invoice is disputed.
var performers = map[Verb][]Actor{
	VerbUpdate: {Issuer}, VerbDelete: {Issuer}, VerbSend: {Issuer}, VerbPay: {Issuer}, VerbRemind: {Issuer}, VerbCancel: {Issuer}, VerbDuplicate: {Issuer},
	VerbView: {Payer}, VerbDispute: {Payer}, VerbClear: {Payer, Issuer},
	VerbExpire: {System},
}

// table is the state machine: the next state of every verb that a state allows.
var table = map[Status]map[Verb]Status{
	StatusDraft: {
		VerbUpdate: StatusDraft, VerbDelete: StatusDraft, VerbSend: StatusSent, VerbCancel: StatusCancelled, VerbDuplicate: StatusDraft,
	},
	StatusSent: {
		VerbView: StatusViewed, VerbDispute: StatusDisputed, VerbPay: StatusPaid, VerbRemind: StatusSent,
		VerbCancel: StatusCancelled, VerbDuplicate: StatusSent, VerbExpire: StatusOverdue,
	},
	StatusViewed: {
		VerbClear: StatusCleared, VerbDispute: StatusDisputed, VerbPay: StatusPaid, VerbRemind: StatusViewed,
		VerbCancel: StatusCancelled, VerbDuplicate: StatusViewed, VerbExpire: StatusOverdue,
	},
	StatusDisputed: {
		VerbClear: StatusCleared, VerbCancel: StatusCancelled, VerbDuplicate: StatusDisputed, VerbExpire: StatusOverdue,
	},
	StatusCleared: {
		VerbPay: StatusPaid, VerbCancel: StatusCancelled, VerbDuplicate: StatusCleared,
	},
	StatusOverdue: {
		VerbPay: StatusPaid, VerbRemind: StatusOverdue, VerbCancel: StatusCancelled, VerbDuplicate: StatusOverdue,
	},
	StatusPaid:      {VerbDuplicate: StatusPaid},
	StatusCancelled: {VerbDuplicate: StatusCancelled},
}

// Refusal is why a move is not made.
type Refusal int

// The refusals.
const (
	Allowed     Refusal = iota
	RefuseActor         // 403: it is for the other side
	RefuseState         // 409: not in this state
)

// Decide looks a verb up in the table.
func Decide(s Status, v Verb, a Actor) (next Status, refusal Refusal) {
	performed := false
	for _, p := range performers[v] {
		performed = performed || p == a
	}
	if !performed {
		return "", RefuseActor
	}
	next, ok := table[s][v]
	switch {
	case !ok:
		return "", RefuseState
	case v == VerbClear && a == Issuer && s != StatusDisputed:
		return "", RefuseActor
	}
	return next, Allowed
}

// Actions lists what an actor may do now. Opening an invoice is no action.
func (v Invoice) Actions(a Actor) []Verb {
	list := []Verb{}
	for _, verb := range Verbs {
		if _, r := Decide(v.Status, verb, a); r == Allowed && verb != VerbView && v.ready(verb) == nil {
			list = append(list, verb)
		}
	}
	return list
}

// ready refuses a verb that the status allows and the invoice does not.
func (v Invoice) ready(verb Verb) error {
	if verb == VerbRemind && v.Reminders >= len(ReminderTypes) {
		return ErrAllReminded
	}
	return nil
}

// decide is Decide with the refusal as an error.
func (v Invoice) decide(verb Verb, a Actor) (Status, error) {
	next, refusal := Decide(v.Status, verb, a)
	switch refusal {
	case RefuseActor:
		return "", apperr.ErrForbidden.Withf("it is not for the %s to %s", a, verb.phrase("this invoice"))
	case RefuseState:
		return "", ErrInvalidTransition.Withf("the invoice is %s: you cannot %s now", v.Status, verb.phrase("it")).
			With("status", v.Status).With("available_actions", v.Actions(a))
	case Allowed:
	}
	return next, v.ready(verb)
}

// phrase says what a verb does to an invoice, for refusals.
func (v Verb) phrase(invoice string) string {
	switch v { //nolint:exhaustive // the others read as they are
	case VerbClear:
		return "clear " + invoice
	case VerbPay:
		return "mark " + invoice + " as paid"
	case VerbRemind:
		return "send a reminder of " + invoice
	}
	return strings.ReplaceAll(string(v), "_", " ") + " " + invoice
}
