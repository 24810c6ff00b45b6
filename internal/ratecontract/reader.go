package ratecontract

import (
	"time"

	"allot/internal/auth"
	"allot/internal/platform/civil"
)

// Reader is the side that asks: a hotel finds what it has granted, an operator
// what was granted to it and is no draft.
type Reader struct {
	Account  int64
	Operator bool
	Only     []int64 // the properties in the scope of a hotel's user; empty: all
}

// ReaderOf is the caller's side.
func ReaderOf(who auth.Caller) Reader {
	return Reader{Account: who.OwnerID, Operator: who.AccountType == auth.TourOperator, Only: who.Scope()}
}

// Filter narrows a list; empty members do not.
type Filter struct {
	PropertyID, PartnerID int64
	Status                Status // how it reads today
	Text                  string // part of name or number, in any case and with or without accents
}

// Ended tells a query which active contracts have ended by date: those that
// ended before a day which has begun everywhere, and those of the ids, for which
// it depends on where the property is.
type Ended struct {
	Before civil.Date
	IDs    []int64
}

// The clocks that are furthest behind and ahead of UTC.
const behind, ahead = -12 * time.Hour, 14 * time.Hour

// doubtful are the last days of contracts that, at this moment, have ended in
// some time zones and not in others.
func doubtful(now time.Time) civil.Range {
	now = now.UTC()
	return civil.Range{From: civil.Of(now.Add(behind)), To: civil.Of(now.Add(ahead)).Add(-1)}
}

// Actions are what the caller may do with a contract that it reads. What the
// hotel has ended by hand stays as it is.
func (r RateContract) Actions(who auth.Caller) []string {
	switch {
	case who.OwnerID != r.OwnerID:
		return []string{}
	case r.EndedAt != nil:
		return []string{"delete"}
	}
	return []string{"update", "delete"}
}
