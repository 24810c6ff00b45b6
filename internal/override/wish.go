package override

import (
	"bytes"
	"encoding/json"
	"time"

	"allot/internal/contract"
	"allot/internal/platform/apperr"
)

// Kind says what a wish is about.
type Kind string

// The kinds. They are stored and API: never rename one.
const (
	KindFacts     Kind = "facts"
	KindSelection Kind = "photo_selection"
	KindOwnPhoto  Kind = "own_photo"
	KindLogo      Kind = "logo"
)

// term is what the contract says of a kind: the right, and how terms call it.
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

// Status is where a wish stands. What was approved before stays in force
// whatever becomes of the latest wish.
type Status string

// The states.
const (
	StatusActive   Status = "active"
	StatusWaiting  Status = "waiting"
	StatusDeclined Status = "declined"
)

// Wish is one thing that an operator wants to be different.
type Wish struct {
	ID         int64  `bun:"id,pk,autoincrement" json:"id"`
	OperatorID int64  `bun:"operator_id" json:"operator_id"`
	HotelID    int64  `bun:"hotel_id" json:"hotel_id"`
	PropertyID int64  `bun:"property_id" json:"property_id"`
	Kind       Kind   `bun:"kind" json:"kind"`
	Category   string `bun:"category" json:"category"`   // of facts
	RecordID   int64  `bun:"record_id" json:"record_id"` // of an array category, or the own photo
	// Wanted is the latest wish, Approved the one in force.
	Wanted   json.RawMessage `bun:"wanted,type:text" json:"wanted"`
	Approved json.RawMessage `bun:"approved,type:text,nullzero" json:"approved"`
	// Base is what the hotel had published of the same when the wish was made.
	Base        json.RawMessage `bun:"base,type:text" json:"-"`
	BaseVersion int             `bun:"base_version" json:"base_version"`
	Status      Status          `bun:"status" json:"status"`
	// Revision counts the wishes, so that nobody approves one it has not seen.
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

// refused is the answer to a wish that the contract does not allow.
func refused(k Kind) error {
	return apperr.ErrForbidden.Withf("the contract does not allow this: its term %s says no", terms[k].name)
}

// ask puts a new wish in the place of the one before. It tells whether the wish
// now starts to wait for the hotel: one that waits already goes on waiting, one
// that is in force already needs no approval.
func (w *Wish) ask(wanted json.RawMessage, answer contract.Answer) (starts bool) {
	changed := w.Revision == 0 || !bytes.Equal(w.Wanted, wanted)
	w.Wanted = wanted
	switch {
	case answer == contract.Yes, w.Approved != nil && bytes.Equal(w.Approved, wanted):
		w.Status, w.Approved = StatusActive, wanted
	default:
		starts = changed || w.Status != StatusWaiting
		w.Status = StatusWaiting
	}
	if changed || starts {
		w.Revision++
		w.Reason, w.DecidedBy, w.DecidedAt = "", nil, nil
	}
	return starts
}

// decide ends the waiting.
func (w *Wish) decide(approve bool, by int64, reason string, at time.Time) error {
	if w.Status != StatusWaiting {
		return ErrDecided.Withf("this does not wait for approval any more: it is %s", w.Status)
	}
	w.Status = StatusDeclined
	if approve {
		w.Status, w.Approved = StatusActive, w.Wanted
	}
	w.DecidedBy, w.DecidedAt, w.Reason, w.UpdatedAt = &by, &at, reason, at
	return nil
}

// inForce tells whether a wish counts under the contract.
func (w Wish) inForce(c contract.Contract) bool {
	return w.Approved != nil && c.May(w.OperatorID, terms[w.Kind].right) != contract.No &&
		(w.Kind != KindFacts || c.Allows(w.OperatorID, contract.RightCategory(w.Category)))
}
