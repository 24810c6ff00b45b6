package contract

import (
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/platform/fold"
)

// Side is an account and which party of its contracts it is.
type Side struct {
	Account int64
	Hotel   bool
}

// sideOf returns the side of a caller's account.
func sideOf(who auth.Caller) Side {
	return Side{Account: who.OwnerID, Hotel: who.AccountType == auth.Accommodation}
}

// Filter narrows a list; zero fields do not filter.
type Filter struct {
	Direction Direction
	Status    Status
	Query     string // part of the other side's name, or of the invited address
}

// Statuses returns the statuses that the filter selects; empty: all.
func (f Filter) Statuses() []Status {
	var list []Status
	switch f.Direction {
	case DirectionIncoming, DirectionOutgoing:
		list = []Status{StatusProposed, StatusCountered}
	case DirectionCurrent:
		list = []Status{StatusAccepted}
	case DirectionEnded:
		list = []Status{StatusRejected, StatusCancelled}
	}
	if f.Status == "" {
		return list
	}
	for _, s := range list {
		if s == f.Status {
			return []Status{s}
		}
	}
	if len(list) > 0 {
		return []Status{""} // a state that contracts in this direction do not have
	}
	return []Status{f.Status}
}

// Party is the other party of a contract.
type Party struct {
	ContractID int64
	Other      int64 // zero: invited and not registered
	Email      string
}

// matches reports whether the name or address of the party contains every term
// of a folded query.
func (p Party) matches(words []string, names map[int64]string) bool {
	name := fold.Fold(names[p.Other] + "\n" + p.Email)
	for _, w := range words {
		if !strings.Contains(name, w) {
			return false
		}
	}
	return true
}

// Partner is a connected company and the contract with it.
type Partner struct {
	Contract Contract
	Company  settings.Company
}
