package contract

import (
	"time"
)

// Status is where a contract stands.
type Status string

// The states. Only an accepted contract is in force.
const (
	StatusProposed  Status = "P"
	StatusCountered Status = "C"
	StatusRejected  Status = "R"
	StatusCancelled Status = "X"
	StatusAccepted  Status = "A"
)

// Contract is what a hotel and a tour operator agree on, or try to. One that
// waits for somebody who is not registered yet has the address instead of
// the missing side.
type Contract struct {
	ID          int64  `bun:"id,pk,autoincrement" json:"id"`
	UserID      int64  `bun:"user_id,nullzero" json:"user"`       // the hotel's account
	PartnerID   int64  `bun:"partner_id,nullzero" json:"partner"` // the operator's
	InviteEmail string `bun:"invite_email,nullzero" json:"invite_email"`
	Terms       `bun:"embed:"`
	Status      Status `bun:"status" json:"status"`
	// ChangesRequested says that a version waits for review.
	ChangesRequested bool  `bun:"changes_requested" json:"changes_requested"`
	InitiatedBy      int64 `bun:"initiated_by" json:"initiated_by"` // account
	ProposedBy       int64 `bun:"proposed_by" json:"proposed_by"`   // account whose proposal is the latest
	// Revision counts the changes of terms and state, so that nobody agrees to
	// what it has not seen.
	Revision    int       `bun:"revision" json:"revision"`
	Flags       Flags     `bun:"flags,type:text" json:"flags"`
	AcceptedAt  time.Time `bun:"accepted_at,nullzero" json:"accepted_at,omitzero"`
	CancelledAt time.Time `bun:"cancelled_at,nullzero" json:"cancelled_at,omitzero"`
	CreatedAt   time.Time `bun:"created_at" json:"created_at"`
	UpdatedAt   time.Time `bun:"updated_at" json:"updated_at"`
}

// Other is the account on the other side; zero while it is not registered.
func (c Contract) Other(account int64) int64 {
	if account == c.UserID {
		return c.PartnerID
	}
	return c.UserID
}
