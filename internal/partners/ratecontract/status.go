package ratecontract

import (
	"slices"

	"allot/internal/platform/civil"
)

// Status is the state of a rate contract.
type Status string

// The states. Nobody but the hotel sees a draft.
const (
	StatusDraft  Status = "draft"
	StatusActive Status = "active"
	StatusEnded  Status = "ended"
)

// Statuses lists every state.
var Statuses = []Status{StatusDraft, StatusActive, StatusEnded}

// EffectiveStatus returns the status on a day at the property: an active
// contract whose last day has passed has ended, without a write. A draft stays
// a draft.
func (r RateContract) EffectiveStatus(today civil.Date) Status {
	if r.Status == StatusActive && r.EndDate < today {
		return StatusEnded
	}
	return r.Status
}

// asOf returns the contract with its effective status on a day.
func (r RateContract) asOf(today civil.Date) RateContract {
	r.Status = r.EffectiveStatus(today)
	return r
}

// moves are the allowed changes of the effective status. A contract that ended
// by date is active again with a later end_date.
var moves = map[Status][]Status{
	StatusDraft:  {StatusActive},
	StatusActive: {StatusEnded, StatusDraft},
	StatusEnded:  {StatusActive},
}

// move returns the status to store for a requested one. Requesting the
// effective status changes nothing, so that a response can be sent back.
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
