package allotment

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Share is a rule by which a donor room lends spare units to a recipient room
// that has none left.
type Share struct {
	ID                 int64      `bun:"id,pk,autoincrement" json:"id"`
	OwnerID            int64      `bun:"owner_id" json:"-"`
	PropertyID         int64      `bun:"property_id" json:"property"`
	DonorRoom          int64      `bun:"donor_room" json:"donor_room"`
	RecipientRoom      int64      `bun:"recipient_room" json:"recipient_room"`
	MaxUnits           int        `bun:"max_units" json:"max_units"`
	StartDate          civil.Date `bun:"start_date" json:"start_date" nullable:"true" doc:"First day; null: without beginning"`
	EndDate            civil.Date `bun:"end_date" json:"end_date" nullable:"true" doc:"Last day, included; null: without end"`
	OpenWhileBorrowing bool       `bun:"open_while_borrowing" json:"open_while_borrowing" doc:"Show open, not on request, while only borrowed units are left"`
	IsActive           bool       `bun:"is_active" json:"is_active"`
}

// ErrShareInUse refuses to end a rule that still lends.
var ErrShareInUse = apperr.New(apperr.Conflict, "share_in_use", "the rule lends units on days to come")

// Limit is how many units the rule may lend on a date.
func (s Share) Limit(date civil.Date) int {
	if !s.IsActive || date < s.StartDate || !s.EndDate.IsZero() && date > s.EndDate {
		return 0
	}
	return s.MaxUnits
}

// Loan is what a rule lends on a date.
type Loan struct {
	ShareID    int64      `bun:"share_id,pk"`
	Date       civil.Date `bun:"date,pk"`
	PropertyID int64      `bun:"property_id"`
	Units      int        `bun:"units"`
	Version    int64      `bun:"version"`
}
