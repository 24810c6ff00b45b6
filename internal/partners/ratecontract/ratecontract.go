package ratecontract

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/fold"
)

// RateContract is what a hotel grants one operator in one property.
type RateContract struct {
	ID         int64      `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64      `bun:"owner_id" json:"user" doc:"The hotel's account"`
	PropertyID int64      `bun:"property_id" json:"property"`
	PartnerID  int64      `bun:"partner_id" json:"partner" doc:"The operator's account"`
	Name       string     `bun:"name" json:"name"`
	Number     string     `bun:"number" json:"number" doc:"Unique in the hotel's account"`
	StartDate  civil.Date `bun:"start_date" json:"start_date"`
	EndDate    civil.Date `bun:"end_date" json:"end_date" doc:"Last day, included"`
	Status     Status     `bun:"status" json:"status" enum:"draft,active,ended" doc:"An active contract reads ended once its end_date has passed where the property is"`
	// EndedAt is set once the hotel has ended the contract itself, which is
	// final.
	EndedAt   *time.Time `bun:"ended_at" json:"ended_at" doc:"When the hotel ended it by hand; null while it has not"`
	CreatedAt time.Time  `bun:"created_at" json:"created_at"`
	UpdatedAt time.Time  `bun:"updated_at" json:"updated_at"`
	// Rooms are nil in lists: a page of contracts could have half a million rows.
	Rooms []RoomAllotment `bun:"-" json:"rooms,omitzero" nullable:"false" doc:"Not in lists"`
}

const (
	maxName   = 200
	maxNumber = 50
	// MaxYears bounds how long a contract runs.
	MaxYears = 5
	// MaxRows bounds the rows of a contract.
	MaxRows = 1000

	monthsInYear = 12
)

// The refusals.
var (
	ErrNumberTaken       = apperr.New(apperr.Conflict, "already_exists", "another rate contract of the account has this number")
	ErrInvalidTransition = apperr.New(apperr.Conflict, "invalid_transition", "the rate contract cannot go to this status")
)

// Change is a change of a contract; nil fields stay as they are. An empty
// number is replaced by a generated one.
type Change struct {
	PropertyID, PartnerID *int64
	Name, Number          *string
	StartDate, EndDate    *civil.Date
	Status                *Status
	Rooms                 *[]RoomAllotment // replaces the list as a whole
}

// apply changes everything but the status, which has rules of its own.
func (c Change) apply(r *RateContract) {
	field.Set(&r.PropertyID, c.PropertyID)
	field.Set(&r.PartnerID, c.PartnerID)
	field.Set(&r.Name, c.Name)
	field.Set(&r.Number, c.Number)
	field.Set(&r.StartDate, c.StartDate)
	field.Set(&r.EndDate, c.EndDate)
	field.Set(&r.Rooms, c.Rooms)
	r.Name, r.Number = strings.TrimSpace(r.Name), strings.TrimSpace(r.Number)
	if r.Rooms == nil {
		r.Rooms = []RoomAllotment{}
	}
}

// Season returns the days of the contract.
func (r RateContract) Season() civil.Range { return civil.Range{From: r.StartDate, To: r.EndDate} }

// NumberKey returns the form in which numbers are compared: in lower case.
func NumberKey(number string) string { return strings.ToLower(number) }

// SearchText returns the text that a search matches.
func (r RateContract) SearchText() string { return fold.Fold(r.Name + "\n" + r.Number) }

// equal reports whether two contracts have the same content.
func (r RateContract) equal(o RateContract) bool {
	return r.Name == o.Name && r.Number == o.Number && r.Season() == o.Season() && r.Status == o.Status && slices.Equal(r.Rooms, o.Rooms)
}

// ownNumber returns a generated contract number.
func ownNumber(year, n int) string { return fmt.Sprintf("RC-%d-%04d", year, n) }
