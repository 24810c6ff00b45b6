package invoice

import (
	"slices"
	"strings"
	"time"

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

// Open reports whether an invoice with this status waits for its payment.
func (s Status) Open() bool { return slices.Contains(OpenStatuses, s) }

// OpenStatuses lists the states in which an invoice waits for its payment.
var OpenStatuses = []Status{StatusSent, StatusViewed, StatusDisputed, StatusCleared, StatusOverdue}

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

// performers are the actors of a verb whatever the state; clearing is for the issuer only
// while the invoice is disputed.
var performers = map[Verb][]Actor{
	VerbUpdate: {Issuer}, VerbDelete: {Issuer}, VerbSend: {Issuer}, VerbPay: {Issuer}, VerbRemind: {Issuer}, VerbCancel: {Issuer}, VerbDuplicate: {Issuer},
	VerbView: {Payer}, VerbDispute: {Payer}, VerbClear: {Payer, Issuer},
	VerbExpire: {System},
}

// table is the state machine: the next status of every verb that a status allows, if what
// stands beside the status allows it too (Stage.allows).
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
		VerbClear: StatusCleared, VerbRemind: StatusDisputed, VerbCancel: StatusCancelled, VerbDuplicate: StatusDisputed, VerbExpire: StatusOverdue,
	},
	StatusCleared: {
		VerbPay: StatusPaid, VerbRemind: StatusCleared, VerbCancel: StatusCancelled, VerbDuplicate: StatusCleared,
	},
	StatusOverdue: {
		VerbView: StatusOverdue, VerbClear: StatusCleared, VerbDispute: StatusOverdue, VerbPay: StatusPaid, VerbRemind: StatusOverdue,
		VerbCancel: StatusCancelled, VerbDuplicate: StatusOverdue,
	},
	StatusPaid:      {VerbDuplicate: StatusPaid},
	StatusCancelled: {VerbDuplicate: StatusCancelled},
}

// Stage is what decides about a move. A dispute is kept beside the status, because it
// outlives the due date: an overdue invoice can be disputed.
type Stage struct {
	Status   Status
	Disputed bool
	Late     bool // the due date has passed
}

// stage returns the stage of an invoice at a time.
func (v Invoice) stage(now time.Time) Stage {
	return Stage{v.Status, v.Disputed, !now.Before(v.OverdueAt)}
}

// Overdue reports whether the invoice waits for its payment after the due date. It is the
// one meaning of overdue, whatever the status.
func (s Stage) Overdue() bool { return s.Status.Open() && s.Late }

// Refusal is why a move is not made.
type Refusal int

// The refusals.
const (
	Allowed        Refusal = iota
	RefuseActor            // 403: it is for the other side
	RefuseState            // 409: not in this state
	RefuseDisputed         // 409: not while it is disputed
)

// Decide looks a verb up in the table.
func Decide(s Stage, v Verb, a Actor) (next Stage, refusal Refusal) {
	if !slices.Contains(performers[v], a) {
		return s, RefuseActor
	}
	status, ok := table[s.Status][v]
	if !ok {
		return s, RefuseState
	}
	if r := s.allows(v, a); r != Allowed {
		return s, r
	}
	s.Status = status
	switch v { //nolint:exhaustive // the others leave a dispute as it is
	case VerbDispute:
		s.Disputed = true
	case VerbClear, VerbPay, VerbCancel:
		s.Disputed = false
	}
	return s, Allowed
}

// allows is the part of the state machine that depends on more than the status.
func (s Stage) allows(v Verb, a Actor) Refusal {
	switch {
	case v == VerbRemind && s.Disputed:
		return RefuseDisputed
	case v == VerbRemind && s.Status == StatusCleared && !s.Late, // nothing to remind of yet
		v == VerbDispute && s.Disputed,
		v == VerbClear && s.Status == StatusOverdue && !s.Disputed, // it waits for the money, not for a clearing
		v == VerbExpire && !s.Late:
		return RefuseState
	case v == VerbClear && a == Issuer && !s.Disputed:
		return RefuseActor
	}
	return Allowed
}

// Actions lists what an actor may do at a time. Opening an invoice is no action.
func (v Invoice) Actions(a Actor, now time.Time) []Verb {
	list := []Verb{}
	for _, verb := range Verbs {
		if _, r := Decide(v.stage(now), verb, a); r == Allowed && verb != VerbView && v.ready(verb) == nil {
			list = append(list, verb)
		}
	}
	return list
}

// ready refuses a verb that the state allows and the invoice does not.
func (v Invoice) ready(verb Verb) error {
	if verb == VerbRemind && v.Reminders >= len(ReminderTypes) {
		return ErrAllReminded
	}
	return nil
}

// decide is Decide with the refusal as an error.
func (v Invoice) decide(verb Verb, a Actor, now time.Time) (Stage, error) {
	next, refusal := Decide(v.stage(now), verb, a)
	switch refusal {
	case RefuseActor:
		return next, apperr.ErrForbidden.Withf("it is not for the %s to %s", a, verb.phrase("this invoice"))
	case RefuseState:
		return next, ErrInvalidTransition.Withf("the invoice is %s: you cannot %s now", v.Status, verb.phrase("it")).
			With("status", v.Status).With("disputed", v.Disputed).With("available_actions", v.Actions(a, now))
	case RefuseDisputed:
		return next, ErrDisputed.With("status", v.Status).With("disputed", v.Disputed).With("available_actions", v.Actions(a, now))
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
