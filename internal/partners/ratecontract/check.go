package ratecontract

import (
	"slices"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// surroundings is the data that a contract is checked against.
type surroundings struct {
	property property.Property // without an id: the hotel has no such property
	operator bool              // the partner is a tour operator
	rooms    map[int64]facts.Room
	today    civil.Date // where the property is
}

// check reports every invalid field. before is nil for a new contract.
func (r RateContract) check(before *RateContract, c Change, in surroundings) error {
	var f apperr.Fields
	if before == nil {
		f.Check(in.property.ID != 0, "property", "must be the id of one of your properties")
		f.Check(in.operator, "partner", "must be the id of a tour operator")
	} else {
		const fixed = "cannot be changed: make a new rate contract"
		f.Check(r.PropertyID == before.PropertyID, "property", fixed)
		f.Check(r.PartnerID == before.PartnerID, "partner", fixed)
	}
	f.Check(r.Name != "", "name", "is required")
	field.CheckLine(&f, "name", r.Name, maxName)
	field.CheckLine(&f, "number", r.Number, maxNumber)
	r.checkSeason(&f)
	r.checkStatus(&f, before, c, in.today)
	r.checkRows(&f, in.rooms)
	return f.Err()
}

func (r RateContract) checkSeason(f *apperr.Fields) {
	f.Check(!r.StartDate.IsZero(), "start_date", "is required")
	f.Check(!r.EndDate.IsZero(), "end_date", "is required")
	if r.StartDate.IsZero() || r.EndDate.IsZero() {
		return
	}
	f.Check(r.StartDate <= r.EndDate, "end_date", "must not be before start_date")
	f.Checkf(r.EndDate <= r.StartDate.AddMonths(MaxYears*monthsInYear), "end_date", "must be at most %d years after start_date", MaxYears)
}

// checkStatus refuses to activate a contract that is over already. One that
// ended long ago may still be renamed.
func (r RateContract) checkStatus(f *apperr.Fields, before *RateContract, c Change, today civil.Date) {
	if before == nil {
		f.Check(r.Status == StatusDraft || r.Status == StatusActive, "status", "must be draft or active")
	} else if c.Status != nil {
		f.Check(slices.Contains(Statuses, *c.Status), "status", "must be draft, active or ended")
	}
	begins := before == nil || before.EndDate != r.EndDate || before.Status != r.Status ||
		(c.Status != nil && *c.Status == StatusActive && before.EffectiveStatus(today) != StatusActive)
	if r.Status == StatusActive && begins && !r.EndDate.IsZero() {
		f.Checkf(r.EndDate >= today, "end_date", "must not be in the past for an active contract: today is %s where the property is", today)
	}
}
