package ratecontract

import (
	"slices"

	"allot/internal/platform/civil"
)

// Status is where a rate contract stands.
type Status string

// The states. Nobody but the hotel sees a draft.
const (
	StatusDraft  Status = "draft"
	StatusActive Status = "active"
	StatusEnded  Status = "ended"
)

// Statuses lists every state.
var Statuses = []Status{StatusDraft, StatusActive, StatusEnded}

// EffectiveStatus is how the contract reads on a day where the property is: an
// active one whose last day has passed has ended, without anybody writing it. A
// draft was granted to nobody, so it stays one.
func (r RateContract) EffectiveStatus(today civil.Date) Status {
	if r.Status == StatusActive && r.EndDate < today {
		return StatusEnded
	}
	return r.Status
}

// asOf is the contract as it reads on a day.
func (r RateContract) asOf(today civil.Date) RateContract {
	r.Status = r.EffectiveStatus(today)
	return r
}

// moves are the steps from how a contract reads to what the hotel wants. One
// that ended by date is active again with a later end_date.
var moves = map[Status][]Status{
	StatusDraft:  {StatusActive},
	StatusActive: {StatusEnded, StatusDraft},
	StatusEnded:  {StatusActive},
}

// move returns the status to store where the hotel asks for one. Asking for how
// the contract reads anyway changes nothing, so that an answer can be sent back.
func (r RateContract) move(to Status, today civil.Date) (Status, error) {
	reads := r.EffectiveStatus(today)
	switch {
	case to == reads || !slices.Contains(Statuses, to): // what is no status is named with the other fields
		return r.Status, nil
	case r.EndedAt != nil:
		return "", errFinal()
	case !slices.Contains(moves[reads], to):
		return "", ErrInvalidTransition.Withf("a rate contract that is %s cannot become %s", reads, to)
	case to == StatusDraft && r.StartDate <= today:
		return "", ErrInvalidTransition.Withf("the rate contract has begun on %s and cannot become a draft again: end it", r.StartDate)
	}
	return to, nil
}

func errFinal() error {
	return ErrInvalidTransition.Withf("the rate contract was ended by hand and cannot be changed any more: make a new one")
}
