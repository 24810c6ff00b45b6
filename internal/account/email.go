package account

import (
	"time"

	"allot/internal/platform/apperr"
)

// EmailState is what is known of a user's e-mail address. It is stored: never
// rename a value.
type EmailState string

// The states. What others send by address alone reaches a confirmed one only.
const (
	// EmailConfirmed says that its user opened the link in a letter to it, or
	// that staff made the account.
	EmailConfirmed EmailState = "confirmed"
	// EmailWaived says that nobody asked for a proof when it was entered.
	EmailWaived EmailState = "waived"
	// EmailPending says that the proof was asked for and is not there yet. Until
	// then the account makes nobody outside receive anything.
	EmailPending EmailState = "pending"
)

const (
	// ConfirmPage is where the link in the letter leads.
	ConfirmPage = "/email-confirm/"

	confirmLifetime = 7 * 24 * time.Hour
	// maxConfirmations keeps an account from flooding an address that it claims.
	maxConfirmations   = 5
	confirmationWindow = time.Hour
)

var (
	// ErrEmailNotConfirmed refuses what would reach others while nobody knows
	// whether the account's address is its own.
	ErrEmailNotConfirmed = apperr.New(apperr.Forbidden, "email_not_confirmed",
		"confirm the e-mail address of the account first: its manager opens the link in the letter that we have sent to it, or asks for another letter with POST /api/auth/email/resend/")
	// ErrEmailIsConfirmed refuses a letter that nobody needs.
	ErrEmailIsConfirmed = apperr.New(apperr.Conflict, "already_confirmed", "your e-mail address is confirmed already")
	// ErrConfirmationLimit refuses more letters to one address than it may get.
	ErrConfirmationLimit = apperr.New(apperr.TooMany, "confirmation_limit", "too many letters to this address")

	errConfirmToken = apperr.Field("token", "is not valid any more; if your address is not confirmed yet, ask for a new letter")
)

// enteredEmail is the state of an address that a user has just entered.
func (s *Service) enteredEmail() EmailState {
	if s.ConfirmEmails {
		return EmailPending
	}
	return EmailWaived
}
