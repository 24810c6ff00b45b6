package invoice

import (
	"slices"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Filter narrows a list of invoices; empty fields do not filter.
type Filter struct {
	Direction Direction
	Status    Status
	// Issued leaves out what was never sent: drafts, and drafts that were cancelled.
	Issued bool
	// Overdue and Disputed are those with is_overdue and disputed, whatever their status.
	Overdue, Disputed bool
	// At is when Overdue is asked; the service sets it.
	At time.Time
	// From and To are the first and the last day of issue.
	From, To civil.Date
	// CancelledFrom and CancelledTo are the first and the last day, in UTC, on which an
	// invoice was cancelled.
	CancelledFrom, CancelledTo civil.Date
	// Properties are those that an invoice names.
	Properties []int64
	// Query is part of the number or of the name of the other side, in any case, with or
	// without accents.
	Query string
	// Found is what Query stands for; the service looks it up.
	Found *Found
}

// Found selects invoices by any of these.
type Found struct {
	Number     string   // part of it
	Others     []int64  // accounts of the other side
	Recipients []string // names of recipients outside the platform
}

// Check reports every invalid field.
func (f Filter) Check() error {
	var bad apperr.Fields
	bad.Check(f.Direction == "" || slices.Contains(Directions, f.Direction), "direction", "must be received, sent or drafts")
	bad.Check(f.Status == "" || slices.Contains(Statuses, f.Status), "status",
		"must be DRAFT, SENT, VIEWED, CLEARED, DISPUTED, PAID, OVERDUE or CANCELLED")
	field.CheckWindow(&bad, f.From, f.To)
	return bad.Err()
}
