package account

import (
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Status says whether an account can be used.
type Status string

// The states of an account.
const (
	StatusActive    Status = "active"
	StatusSuspended Status = "suspended"
)

// Status returns the state of the account that the user manages.
func (u User) Status() Status {
	if u.SuspendedAt.IsZero() {
		return StatusActive
	}
	return StatusSuspended
}

// ErrTransition refuses to suspend a suspended account and to resume an active one.
var ErrTransition = apperr.New(apperr.Conflict, "invalid_transition", "the account is not in a state for this")

const maxSuspendedNote = 1000

func checkSuspendedNote(note string) error {
	var f apperr.Fields
	field.CheckText(&f, "note", note, maxSuspendedNote)
	return f.Err()
}

// suspension is what the audit trail says of one. The note is for staff only.
type suspension struct {
	Status      Status     `json:"status"`
	SuspendedAt *time.Time `json:"suspended_at"`
	Note        *string    `json:"suspended_note,omitempty"`
}

// suspensionOf describes the state of an account, with the note or without.
func suspensionOf(u User, withNote bool) suspension {
	s := suspension{Status: u.Status()}
	if s.Status == StatusSuspended {
		s.SuspendedAt = &u.SuspendedAt
	}
	if withNote {
		s.Note = &u.SuspendedNote
	}
	return s
}
