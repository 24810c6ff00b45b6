package contract

import (
	"maps"
	"time"

	"allot/internal/platform/apperr"
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

// Open tells that a contract is under negotiation or in force.
func (s Status) Open() bool {
	return s == StatusProposed || s == StatusCountered || s == StatusAccepted
}

// InForce tells that both sides have agreed: only then data flows.
func (s Status) InForce() bool { return s == StatusAccepted }

// Contract is what a hotel and a tour operator agree on, or try to. One that
// waits for somebody who is not registered yet has the address instead of
// the missing side.
type Contract struct {
	ID          int64  `bun:"id,pk,autoincrement" json:"id"`
	UserID      int64  `bun:"user_id,nullzero" json:"user,omitzero"`       // the hotel's account
	PartnerID   int64  `bun:"partner_id,nullzero" json:"partner,omitzero"` // the operator's
	InviteEmail string `bun:"invite_email,nullzero" json:"invite_email,omitzero"`
	// Terms are those in force or, before that, those first proposed. What is
	// asked for since then waits as a version.
	Terms  `bun:"embed:"`
	Status Status `bun:"status" json:"status"`
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

var (
	// ErrExists refuses a second contract between two accounts.
	ErrExists = apperr.New(apperr.Conflict, "already_exists", "there is already a contract with this partner")
	// ErrMoved refuses an answer to what has changed since it was read.
	ErrMoved = apperr.New(apperr.Conflict, "contract_moved", "the contract has changed since you read it: read it again")
)

// Other is the account on the other side; zero while it is not registered.
func (c Contract) Other(account int64) int64 {
	if account == c.UserID {
		return c.PartnerID
	}
	return c.UserID
}

// invitation tells that one side is not registered yet.
func (c Contract) invitation() bool { return c.InviteEmail != "" }

// Counts tells whether an account uses up one of its connections with this
// contract. A proposal that merely came in does not: else strangers could use
// up a plan. Whoever negotiates has answered.
func (c Contract) Counts(account int64) bool {
	return c.Status.InForce() || c.Status == StatusCountered || c.Status == StatusProposed && c.InitiatedBy == account
}

// setTerms puts other terms in place. A flag that stood beside a default which
// is another one now has lost its meaning.
func (c *Contract) setTerms(t Terms) {
	before := c.Terms
	c.Terms, c.Flags = t, maps.Clone(c.Flags)
	maps.DeleteFunc(c.Flags, func(r Right, _ Answer) bool { return before.grants(r) != t.grants(r) })
}

// propose starts the contract over. Its versions stay as its history.
func (c *Contract) propose(account int64, t Terms, now time.Time) {
	c.Terms, c.Status, c.ChangesRequested, c.Flags = t, StatusProposed, false, Flags{}
	c.InitiatedBy, c.ProposedBy = account, account
	c.AcceptedAt, c.CancelledAt, c.UpdatedAt = time.Time{}, time.Time{}, now
	c.Revision++
}

// Direction is how an account sees a contract.
type Direction string

// The directions.
const (
	DirectionIncoming Direction = "incoming" // waits for this account's answer
	DirectionOutgoing Direction = "outgoing" // waits for the other side's
	DirectionCurrent  Direction = "current"
	DirectionEnded    Direction = "ended"
)

// Direction tells how one of the two sides sees the contract.
func (c Contract) Direction(account int64) Direction {
	switch {
	case c.Status.InForce():
		return DirectionCurrent
	case !c.Status.Open():
		return DirectionEnded
	case c.Actor(account) == Proposer:
		return DirectionOutgoing
	}
	return DirectionIncoming
}
