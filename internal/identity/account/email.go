package account

import (
	"time"

	"allot/internal/platform/apperr"
)

// EmailState says whether a user's e-mail address is confirmed. It is stored: never rename a
// value.
type EmailState string

// The states. What others send to an address reaches only a confirmed one.
const (
	// EmailConfirmed means that the user opened the link in a letter to the address, or that
	// staff made the account.
	EmailConfirmed EmailState = "confirmed"
	// EmailWaived means that no confirmation was required when the address was entered.
	EmailWaived EmailState = "waived"
	// EmailPending means that a confirmation is required and missing. Until then nothing that
	// the account does reaches anybody outside it.
	EmailPending EmailState = "pending"
)

const (
	// ConfirmPage is where the link in the letter leads.
	ConfirmPage = "/email-confirm/"

	confirmLifetime = 7 * 24 * time.Hour
	// maxConfirmations keeps an account from flooding an address that it enters.
	maxConfirmations   = 5
	confirmationWindow = time.Hour
)

var (
	// ErrEmailNotConfirmed refuses what would reach others while the account's address is not
	// confirmed.
	ErrEmailNotConfirmed = apperr.New(apperr.Forbidden, "email_not_confirmed",
		"confirm the e-mail address of the account first: its manager opens the link in the letter that we have sent to it, or asks for another letter with POST /api/auth/email/resend/; where no mail server is set up, the staff of the installation has the letter")
	// ErrEmailIsConfirmed refuses another letter to a confirmed address.
	ErrEmailIsConfirmed = apperr.New(apperr.Conflict, "already_confirmed", "your e-mail address is confirmed already")
	// ErrConfirmationLimit refuses more letters to one address than allowed.
	ErrConfirmationLimit = apperr.New(apperr.TooMany, "confirmation_limit", "too many letters to this address")

	errConfirmToken = apperr.Field("token", "is not valid any more; if your address is not confirmed yet, ask for a new letter")
)

// ConfirmThrough says from whom a user gets the link that confirms the address.
type ConfirmThrough string

// The ways to the link.
const (
	ThroughNone   ConfirmThrough = "none"
	ThroughLetter ConfirmThrough = "letter"
	ThroughStaff  ConfirmThrough = "staff"
)

// LettersKept reports whether letters are kept for the staff, because no mail server is set.
func (s *Service) LettersKept() bool { return s.deps.LettersKept }

// ConfirmsThrough returns from whom a user gets the link. Where letters are kept, staff read it
// there and pass it on.
func (s *Service) ConfirmsThrough(u User) ConfirmThrough {
	switch {
	case u.EmailState != EmailPending:
		return ThroughNone
	case s.deps.LettersKept:
		return ThroughStaff
	}
	return ThroughLetter
}

// enteredEmail returns the state of an address that was just entered.
func (s *Service) enteredEmail() EmailState {
	if s.deps.ConfirmEmails {
		return EmailPending
	}
	return EmailWaived
}
