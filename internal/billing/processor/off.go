package processor

import (
	"context"

	"allot/internal/platform/apperr"
)

// ErrOff refuses what needs money on an installation that takes none.
var ErrOff = apperr.New(apperr.Conflict, "payments_off",
	"this installation takes no payments; ask the platform's staff, who can grant your account a plan")

// Off is the processor of an installation that takes no payments. It refuses every call.
type Off struct{}

var _ Processor = Off{}

// Kind reports that payments are off.
func (Off) Kind() Kind { return KindOff }

// CreateCustomer refuses: payments are off.
func (Off) CreateCustomer(context.Context, Customer) (string, error) { return "", ErrOff }

// CreateSetupIntent refuses: payments are off.
func (Off) CreateSetupIntent(context.Context, string) (SetupIntent, error) {
	return SetupIntent{}, ErrOff
}

// AttachMethod refuses: payments are off.
func (Off) AttachMethod(context.Context, string, string) (Card, error) { return Card{}, ErrOff }

// DetachMethod refuses: the card stays with its customer until payments are on again, and the
// job that asks for it is kept for the staff.
func (Off) DetachMethod(context.Context, string) error { return ErrOff }

// Charge refuses: payments are off.
func (Off) Charge(context.Context, Charge) (Payment, error) { return Payment{}, ErrOff }

// CreateIntent refuses: payments are off.
func (Off) CreateIntent(context.Context, Charge) (Payment, error) { return Payment{}, ErrOff }

// Payment refuses: payments are off.
func (Off) Payment(context.Context, string) (Payment, error) { return Payment{}, ErrOff }

// CancelPayment refuses: payments are off.
func (Off) CancelPayment(context.Context, string) (Payment, error) { return Payment{}, ErrOff }
