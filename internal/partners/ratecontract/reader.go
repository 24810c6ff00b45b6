package ratecontract

import (
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/civil"
)

// Reader is the side that reads: a hotel sees what it has granted, an operator
// what was granted to it and is no draft.
type Reader struct {
	Account  int64
	Operator bool
	Only     []int64 // the properties in the scope of a hotel's user; empty: all
}

// ReaderOf returns the caller's side.
func ReaderOf(who auth.Caller) Reader {
	return Reader{Account: who.OwnerID, Operator: who.AccountType == auth.TourOperator, Only: who.Scope()}
}

// Filter narrows a list; empty fields do not filter.
type Filter struct {
	PropertyID, PartnerID int64
	Status                Status // the effective one today
	Text                  string // part of name or number, in any case and with or without accents
}

// Ended selects the active contracts that have ended by date: those that ended
// before a day which has begun everywhere, and those of the ids, for which the
// time zone of the property decides.
type Ended struct {
	Before civil.Date
	IDs    []int64
}

// The clocks that are furthest behind and ahead of UTC.
const behind, ahead = -12 * time.Hour, 14 * time.Hour

// zoneDependent returns the last days of contracts that, at this moment, have
// ended in some time zones and not in others.
func zoneDependent(now time.Time) civil.Range {
	now = now.UTC()
	return civil.Range{From: civil.Of(now.Add(behind)), To: civil.Of(now.Add(ahead)).Add(-1)}
}

// Actions lists what the caller may do with a contract. One that the hotel has
// ended itself cannot be changed.
func (r RateContract) Actions(who auth.Caller) []string {
	switch {
	case who.OwnerID != r.OwnerID:
		return []string{}
	case r.EndedAt != nil:
		return []string{"delete"}
	}
	return []string{"update", "delete"}
}
