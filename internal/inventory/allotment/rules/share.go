package rules

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Share is a rule by which a donor room lends spare units to a recipient room
// that has none left.
type Share struct {
	ID                 int64      `bun:"id,pk,autoincrement" json:"id"`
	OwnerID            int64      `bun:"owner_id" json:"-"`
	PropertyID         int64      `bun:"property_id" json:"property"`
	DonorRoom          int64      `bun:"donor_room" json:"donor_room"`
	RecipientRoom      int64      `bun:"recipient_room" json:"recipient_room"`
	MaxUnits           int        `bun:"max_units" json:"max_units" doc:"Units that the donor lends on a day at most"`
	StartDate          civil.Date `bun:"start_date" json:"start_date" nullable:"true" doc:"First day; null: without beginning"`
	EndDate            civil.Date `bun:"end_date" json:"end_date" nullable:"true" doc:"Last day, included; null: without end"`
	OpenWhileBorrowing bool       `bun:"open_while_borrowing" json:"open_while_borrowing" doc:"Show open, not on request, while only borrowed units are left"`
	IsActive           bool       `bun:"is_active" json:"is_active"`
}

// MaxShares is how many rules a property can have.
const MaxShares = 200

// The refusals about rules.
var (
	ErrShareInUse    = apperr.New(apperr.Conflict, "share_in_use", "the rule lends units on days to come")
	ErrShareExists   = apperr.New(apperr.Conflict, "already_exists", "another rule lends between these rooms on some of these days")
	ErrTooManyShares = apperr.New(apperr.Conflict, "too_many_shares", "a property can have at most 200 rules of shared inventory")
)

// ShareChange holds the new values of a rule; nil leaves a field as it is.
type ShareChange struct {
	PropertyID         *int64
	DonorRoom          *int64
	RecipientRoom      *int64
	MaxUnits           *int
	StartDate          *civil.Date
	EndDate            *civil.Date
	OpenWhileBorrowing *bool
	IsActive           *bool
}

// Apply sets the given fields.
func (c ShareChange) Apply(s *Share) {
	field.Set(&s.PropertyID, c.PropertyID)
	field.Set(&s.DonorRoom, c.DonorRoom)
	field.Set(&s.RecipientRoom, c.RecipientRoom)
	field.Set(&s.MaxUnits, c.MaxUnits)
	field.Set(&s.StartDate, c.StartDate)
	field.Set(&s.EndDate, c.EndDate)
	field.Set(&s.OpenWhileBorrowing, c.OpenWhileBorrowing)
	field.Set(&s.IsActive, c.IsActive)
}

// Check returns an error that lists each bad field. before is nil for a new rule.
func (s Share) Check(before *Share, rooms []Room) error {
	var f apperr.Fields
	if before == nil {
		f.Check(HasRoom(rooms, s.DonorRoom), "donor_room", "must be the id of a room of this property")
		f.Check(HasRoom(rooms, s.RecipientRoom), "recipient_room", "must be the id of a room of this property")
		f.Check(s.DonorRoom != s.RecipientRoom, "recipient_room", "must be another room than donor_room")
	} else {
		const fixed = "cannot be changed: make a new rule"
		f.Check(s.PropertyID == before.PropertyID, "property", fixed)
		f.Check(s.DonorRoom == before.DonorRoom, "donor_room", fixed)
		f.Check(s.RecipientRoom == before.RecipientRoom, "recipient_room", fixed)
	}
	f.Checkf(s.MaxUnits >= 1 && s.MaxUnits <= maxUnits, "max_units", "must be a whole number from 1 to %d", maxUnits)
	f.Check(s.StartDate.IsZero() || s.EndDate.IsZero() || s.StartDate <= s.EndDate, "end_date", "must not be before start_date")
	return f.Err()
}

// Season returns the days of the rule; a missing date is the first or last
// possible one.
func (s Share) Season() civil.Range {
	r := civil.Range{From: s.StartDate, To: s.EndDate}
	if r.From.IsZero() {
		r.From = civil.Min
	}
	if r.To.IsZero() {
		r.To = civil.Max
	}
	return r
}

// Overlaps reports whether both rules lend between the same rooms on a day.
func (s Share) Overlaps(o Share) bool {
	return s.ID != o.ID && s.IsActive && o.IsActive && s.DonorRoom == o.DonorRoom && s.RecipientRoom == o.RecipientRoom &&
		s.Season().Overlaps(o.Season())
}

// Limit returns how many units the rule may lend on a date.
func (s Share) Limit(date civil.Date) int {
	if !s.IsActive || !s.StartDate.IsZero() && date < s.StartDate || !s.EndDate.IsZero() && date > s.EndDate {
		return 0
	}
	return s.MaxUnits
}

// borrowing returns how a day shows that has only units lent by the rule.
func (s Share) borrowing() Borrowing {
	if s.OpenWhileBorrowing {
		return BorrowingOpen
	}
	return BorrowingOnRequest
}

// Loan is the units that a rule lends on a date.
type Loan struct {
	ShareID    int64      `bun:"share_id,pk"`
	Date       civil.Date `bun:"date,pk"`
	PropertyID int64      `bun:"property_id"`
	Units      int        `bun:"units"`
	Version    int64      `bun:"version"`
}
