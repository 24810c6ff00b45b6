package contract

import (
	"strings"

	"allot/internal/platform/apperr"
)

// Verb is what a party asks for.
type Verb string

// The verbs.
const (
	VerbUpdate Verb = "update"
	VerbAccept Verb = "accept"
	VerbReject Verb = "reject"
	VerbDelete Verb = "delete"
)

// Verbs lists them in the order that the API shows.
var Verbs = []Verb{VerbUpdate, VerbAccept, VerbReject, VerbDelete}

// Actor is the role of the party that asks.
type Actor string

// The actors. Roles swap with every counter-proposal and amendment.
const (
	Proposer Actor = "proposer" // made the latest proposal
	Receiver Actor = "receiver" // is to answer it
)

// Stage is a row of the table: the status and, for a contract in force,
// whether an amendment waits for an answer.
type Stage string

// The stages.
const (
	StageProposed  Stage = "P"
	StageCountered Stage = "C"
	StageRejected  Stage = "R"
	StageCancelled Stage = "X"
	StageAccepted  Stage = "A"
	StageAmending  Stage = "A, amendment pending"
)

// Stages lists the stages.
var Stages = []Stage{StageProposed, StageCountered, StageRejected, StageCancelled, StageAccepted, StageAmending}

// Move is the result of a verb. Its name is the action in the audit trail.
type Move string

// The moves, then the refusals.
const (
	MoveEdit            Move = "edit"    // the proposer changes its own proposal
	MoveCounter         Move = "counter" // the receiver proposes something else
	MoveAccept          Move = "accept"
	MoveReject          Move = "reject" // or the proposer withdraws
	MoveCancel          Move = "cancel"
	MoveAmend           Move = "amend"
	MoveAcceptAmendment Move = "accept_amendment"
	MoveRejectAmendment Move = "reject_amendment" // or its proposer withdraws it

	RefuseState   Move = "refuse_state"   // 409: this cannot be done now
	RefuseSide    Move = "refuse_side"    // 403: this is for the other side to do
	RefusePending Move = "refuse_pending" // 409: an amendment waits already
)

// binding reports whether the move proposes or agrees to terms. The others end
// something, which is possible beyond the plan too.
func (m Move) binding() bool {
	switch m { //nolint:exhaustive // the others end something
	case MoveEdit, MoveCounter, MoveAccept, MoveAmend, MoveAcceptAmendment:
		return true
	}
	return false
}

// Outcome is a cell of the state table.
type Outcome struct {
	Move Move
	Next Status // empty for a refusal
}

// Allowed reports whether the outcome is a move and not a refusal.
func (o Outcome) Allowed() bool { return o.Next != "" }

var (
	notNow    = Outcome{Move: RefuseState}
	notYours  = Outcome{Move: RefuseSide}
	oneAtOnce = Outcome{Move: RefusePending}
)

type byActor map[Actor]Outcome

func both(o Outcome) byActor { return byActor{Proposer: o, Receiver: o} }

// table is the state machine: the outcome of every verb in every stage.
var table = map[Stage]map[Verb]byActor{
	StageProposed: {
		VerbUpdate: {Proposer: {MoveEdit, StatusProposed}, Receiver: {MoveCounter, StatusCountered}},
		VerbAccept: {Proposer: notYours, Receiver: {MoveAccept, StatusAccepted}},
		VerbReject: both(Outcome{MoveReject, StatusRejected}),
		VerbDelete: both(Outcome{MoveCancel, StatusCancelled}),
	},
	StageCountered: {
		VerbUpdate: {Proposer: {MoveEdit, StatusCountered}, Receiver: {MoveCounter, StatusCountered}},
		VerbAccept: {Proposer: notYours, Receiver: {MoveAccept, StatusAccepted}},
		VerbReject: both(Outcome{MoveReject, StatusRejected}),
		VerbDelete: both(Outcome{MoveCancel, StatusCancelled}),
	},
	StageAccepted: {
		VerbUpdate: both(Outcome{MoveAmend, StatusAccepted}),
		VerbAccept: both(notNow),
		VerbReject: both(notNow),
		VerbDelete: both(Outcome{MoveCancel, StatusCancelled}),
	},
	StageAmending: {
		VerbUpdate: both(oneAtOnce),
		VerbAccept: {Proposer: notYours, Receiver: {MoveAcceptAmendment, StatusAccepted}},
		VerbReject: both(Outcome{MoveRejectAmendment, StatusAccepted}),
		VerbDelete: both(Outcome{MoveCancel, StatusCancelled}),
	},
	StageRejected:  ended,
	StageCancelled: ended,
}

// ended has no moves: only a new proposal starts the contract over.
var ended = map[Verb]byActor{
	VerbUpdate: both(notNow), VerbAccept: both(notNow), VerbReject: both(notNow), VerbDelete: both(notNow),
}

// Decide looks a verb up in the table.
func Decide(s Stage, v Verb, a Actor) Outcome {
	o, ok := table[s][v][a]
	if !ok {
		return notNow
	}
	return o
}

var (
	// ErrTransition refuses what the state of a contract does not allow.
	ErrTransition = apperr.New(apperr.Conflict, "invalid_transition", "the contract is not in a state for this")
	// ErrAmendmentPending refuses a second change of terms beside one that waits.
	ErrAmendmentPending = apperr.New(apperr.Conflict, "amendment_pending",
		"a change of terms waits for an answer already: it must be accepted, rejected or withdrawn first")
)

// Stage returns the contract's row of the table.
func (c Contract) Stage() Stage {
	if c.Status.InForce() && c.ChangesRequested {
		return StageAmending
	}
	return Stage(c.Status)
}

// Actor returns the role of one of the two parties.
func (c Contract) Actor(account int64) Actor {
	if account == c.ProposedBy {
		return Proposer
	}
	return Receiver
}

// Actions lists what one of the two parties may do now.
func (c Contract) Actions(account int64) []Verb {
	list := []Verb{}
	for _, v := range Verbs {
		if Decide(c.Stage(), v, c.Actor(account)).Allowed() {
			list = append(list, v)
		}
	}
	return list
}

// decide is Decide with the refusal as an error.
func (c Contract) decide(account int64, v Verb) (Outcome, error) {
	o := Decide(c.Stage(), v, c.Actor(account))
	switch o.Move { //nolint:exhaustive // all others are allowed
	case RefuseSide:
		return o, apperr.ErrForbidden.Withf("the latest proposal is your own: it is for the other side to %s it; %s", v, c.possible(account))
	case RefusePending:
		return o, ErrAmendmentPending
	case RefuseState:
		return o, ErrTransition.Withf("the contract is %s: you cannot %s it; %s", c.Status.label(), v, c.possible(account)).
			With("status", c.Status).With("available_actions", c.Actions(account))
	}
	return o, nil
}

// possible describes what can be done instead.
func (c Contract) possible(account int64) string {
	var names []string
	for _, v := range c.Actions(account) {
		names = append(names, string(v))
	}
	if len(names) == 0 {
		return "propose a new one to the same partner instead"
	}
	return "you can: " + strings.Join(names, ", ")
}

func (s Status) label() string {
	switch s {
	case StatusProposed:
		return "proposed"
	case StatusCountered:
		return "under negotiation"
	case StatusRejected:
		return "rejected"
	case StatusCancelled:
		return "cancelled"
	case StatusAccepted:
		return "in force"
	}
	return string(s)
}
