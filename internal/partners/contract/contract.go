package contract

import (
	"maps"
	"time"

	"allot/internal/platform/apperr"
)

// Status is the state of a contract.
type Status string

// The states. Only an accepted contract is in force.
const (
	StatusProposed  Status = "P"
	StatusCountered Status = "C"
	StatusRejected  Status = "R"
	StatusCancelled Status = "X"
	StatusAccepted  Status = "A"
)

// Open reports whether a contract is under negotiation or in force.
func (s Status) Open() bool {
	return s == StatusProposed || s == StatusCountered || s == StatusAccepted
}

// InForce reports whether both parties have agreed. Data is shared only then.
func (s Status) InForce() bool { return s == StatusAccepted }

// Contract is an agreement, proposed or in force, between a hotel and a tour
// operator. An invitation of somebody who is not registered yet has an address
// instead of the second party.
type Contract struct {
	ID          int64  `bun:"id,pk,autoincrement" json:"id"`
	UserID      int64  `bun:"user_id,nullzero" json:"user,omitzero"`       // the hotel's account
	PartnerID   int64  `bun:"partner_id,nullzero" json:"partner,omitzero"` // the operator's
	InviteEmail string `bun:"invite_email,nullzero" json:"invite_email,omitzero"`
	// Terms are those in force or, before that, those first proposed. What is
	// asked for since then waits as a version.
	Terms  `bun:"embed:"`
	Status Status `bun:"status" json:"status"`
	// ChangesRequested reports whether a version waits for review.
	ChangesRequested bool  `bun:"changes_requested" json:"changes_requested"`
	InitiatedBy      int64 `bun:"initiated_by" json:"initiated_by"` // account
	ProposedBy       int64 `bun:"proposed_by" json:"proposed_by"`   // account whose proposal is the latest
	// Revision counts the changes of terms and status, so that nobody agrees to
	// something they have not seen.
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

// Other returns the account of the other party; zero while it is not
// registered.
func (c Contract) Other(account int64) int64 {
	if account == c.UserID {
		return c.PartnerID
	}
	return c.UserID
}

// invitation reports whether one party is not registered yet.
func (c Contract) invitation() bool { return c.InviteEmail != "" }

// Counts reports whether the contract uses one of an account's connections. A
// proposal that the account has only received does not, so that others cannot
// use up its plan; once it has answered, it does.
func (c Contract) Counts(account int64) bool {
	return c.Status.InForce() || c.Status == StatusCountered || c.Status == StatusProposed && c.InitiatedBy == account
}

// setTerms replaces the terms. It removes flags whose default has changed.
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

// Direction is whose answer a contract waits for, seen from one account.
type Direction string

// The directions.
const (
	DirectionIncoming Direction = "incoming" // waits for this account's answer
	DirectionOutgoing Direction = "outgoing" // waits for the other side's
	DirectionCurrent  Direction = "current"
	DirectionEnded    Direction = "ended"
)

// Direction returns the direction of the contract for one of its parties.
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
