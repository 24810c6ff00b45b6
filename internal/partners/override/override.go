package override

import (
	"bytes"
	"encoding/json"
	"time"

	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// Kind is the kind of data that an override replaces.
type Kind string

// The kinds are stored and part of the API: never rename one.
const (
	KindFacts     Kind = "facts"
	KindSelection Kind = "photo_selection"
	KindOwnPhoto  Kind = "own_photo"
	KindLogo      Kind = "logo"
)

// term is the contract term for a kind: the right, and the name of the term in
// the API.
type term struct {
	right contract.Right
	name  string
}

var terms = map[Kind]term{
	KindFacts:     {contract.RightEditFacts, "to_edit_facts"},
	KindSelection: {contract.RightSelectPhotos, "to_select_photos"},
	KindOwnPhoto:  {contract.RightAddPhotos, "to_add_own_photos"},
	KindLogo:      {contract.RightAddLogo, "to_add_its_logo"},
}

// Status is the state of the latest request. The value approved before stays in
// force whatever the status is.
type Status string

// The statuses.
const (
	StatusActive   Status = "active"
	StatusWaiting  Status = "waiting"
	StatusDeclined Status = "declined"
)

// Override is a fact, photo selection, own photo or logo that an operator shows
// instead of the hotel's.
type Override struct {
	ID         int64  `bun:"id,pk,autoincrement" json:"id"`
	OperatorID int64  `bun:"operator_id" json:"operator_id"`
	HotelID    int64  `bun:"hotel_id" json:"hotel_id"`
	PropertyID int64  `bun:"property_id" json:"property_id"`
	Kind       Kind   `bun:"kind" json:"kind"`
	Category   string `bun:"category" json:"category"`   // of facts
	RecordID   int64  `bun:"record_id" json:"record_id"` // of an array category, or the own photo
	// Wanted is the requested value, Approved the value in force.
	Wanted   json.RawMessage `bun:"wanted,type:text" json:"wanted"`
	Approved json.RawMessage `bun:"approved,type:text,nullzero" json:"approved"`
	// Base is what the hotel had published for the same fields when the
	// override was saved.
	Base        json.RawMessage `bun:"base,type:text" json:"-"`
	BaseVersion int             `bun:"base_version" json:"base_version"`
	Status      Status          `bun:"status" json:"status"`
	// Revision counts the requests, so that nobody approves one they have not
	// seen.
	Revision        int        `bun:"revision" json:"revision"`
	SourceChangedAt *time.Time `bun:"source_changed_at" json:"-"`
	DecidedBy       *int64     `bun:"decided_by" json:"decided_by"`
	DecidedAt       *time.Time `bun:"decided_at" json:"decided_at"`
	Reason          string     `bun:"reason" json:"reason"`
	CreatedAt       time.Time  `bun:"created_at" json:"created_at"`
	UpdatedAt       time.Time  `bun:"updated_at" json:"updated_at"`
}

// The refusals.
var (
	ErrDecided     = apperr.New(apperr.Conflict, "invalid_transition", "this does not wait for approval any more")
	ErrNoContract  = apperr.New(apperr.Conflict, "contract_not_active", "there is no contract in force with this partner any more")
	ErrNotAgreed   = apperr.New(apperr.Conflict, "not_agreed", "the contract does not allow this any more: it cannot be approved")
	ErrLinkExpired = apperr.New(apperr.Conflict, "link_expired", "this link has expired: decide in the dashboard")
	ErrChanged     = apperr.New(apperr.Conflict, "override_changed", "the partner has changed this since: look at it again")
)

// refused returns the refusal of an override that the contract does not allow.
func refused(k Kind) error {
	return apperr.ErrForbidden.Withf("the contract does not allow this: its term %s says no", terms[k].name)
}

// request replaces the wanted value. It reports whether the override starts to
// wait for the hotel: one that waits already goes on waiting, and a value that
// is already approved needs no approval.
func (ov *Override) request(wanted json.RawMessage, answer contract.Answer) (starts bool) {
	changed := ov.Revision == 0 || !bytes.Equal(ov.Wanted, wanted)
	ov.Wanted = wanted
	switch {
	case answer == contract.Yes, ov.Approved != nil && bytes.Equal(ov.Approved, wanted):
		ov.Status, ov.Approved = StatusActive, wanted
	default:
		starts = changed || ov.Status != StatusWaiting
		ov.Status = StatusWaiting
	}
	if changed || starts {
		ov.Revision++
		ov.Reason, ov.DecidedBy, ov.DecidedAt = "", nil, nil
	}
	return starts
}

// decide approves or declines an override that waits; it refuses any other with
// ErrDecided.
func (ov *Override) decide(approve bool, by int64, reason string, at time.Time) error {
	if ov.Status != StatusWaiting {
		return ErrDecided.Withf("this does not wait for approval any more: it is %s", ov.Status)
	}
	ov.Status = StatusDeclined
	if approve {
		ov.Status, ov.Approved = StatusActive, ov.Wanted
	}
	ov.DecidedBy, ov.DecidedAt, ov.Reason, ov.UpdatedAt = &by, &at, reason, at
	return nil
}

// inForce reports whether the approved value applies under the contract.
func (ov Override) inForce(c contract.Contract) bool {
	return ov.Approved != nil && c.May(ov.OperatorID, terms[ov.Kind].right) != contract.No &&
		(ov.Kind != KindFacts || c.Allows(ov.OperatorID, contract.RightCategory(ov.Category)))
}
