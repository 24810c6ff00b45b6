package processor

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"allot/internal/platform/apperr"
)

// Limits of Stripe, which hold for every processor: what works in the sandbox works
// there too.
const (
	MinAmount = 50 // in most currencies, such as EUR 0.50
	MaxAmount = 99_999_999

	maxKey         = 200 // Stripe's 255 without our prefix
	maxDescription = 1000
	maxMetadata    = 50
	maxMetaKey     = 40
	maxMetaValue   = 500
	maxName        = 256
	maxEmail       = 512
)

// Check finds what no processor would take. That is a fault of the program, not of
// the customer.
func (c Charge) Check() error {
	switch {
	case c.Customer == "":
		return errors.New("charge without a customer")
	case c.Amount < MinAmount || c.Amount > MaxAmount:
		return fmt.Errorf("charge of %d %s: must be from %d to %d", c.Amount, c.Currency, MinAmount, MaxAmount)
	case !currency.MatchString(c.Currency):
		return errors.New("charge without a currency such as EUR")
	case utf8.RuneCountInString(c.Description) > maxDescription:
		return fmt.Errorf("charge with a description of more than %d characters", maxDescription)
	case len(c.Metadata) > maxMetadata:
		return fmt.Errorf("charge with more than %d metadata", maxMetadata)
	}
	for k, v := range c.Metadata {
		if k == "" || strings.ContainsAny(k, "[]") || utf8.RuneCountInString(k) > maxMetaKey || utf8.RuneCountInString(v) > maxMetaValue {
			return fmt.Errorf("charge with metadata that are too long: key %.40q", k)
		}
	}
	return checkKey(c.Key)
}

// Check finds what no processor would take.
func (c Customer) Check() error {
	if utf8.RuneCountInString(c.Name) > maxName || utf8.RuneCountInString(c.Email) > maxEmail {
		return fmt.Errorf("customer with a name of more than %d or an address of more than %d characters", maxName, maxEmail)
	}
	return checkKey(c.Key)
}

func checkKey(key string) error {
	if key == "" || len(key) > maxKey || strings.TrimSpace(key) != key {
		return fmt.Errorf("an idempotency key has 1 to %d bytes without blanks around them", maxKey)
	}
	return nil
}

var (
	currency = regexp.MustCompile(`^[A-Z]{3}$`)
	id       = regexp.MustCompile(`^[A-Za-z0-9_]{1,120}$`)
	method   = regexp.MustCompile(`^(pm|card|src)_[A-Za-z0-9_]{1,110}$`)
)

// IsID reports whether a processor can have given an id. Ask before an id becomes part
// of a path or a query: some come from clients.
func IsID(value string) bool { return id.MatchString(value) }

// CheckMethod refuses what is no payment method before it is sent anywhere. The refusal
// does not repeat the value: it may be a card number.
func CheckMethod(value string) error {
	if looksLikeCardNumber(value) {
		return apperr.Field("payment_method", "send a payment method, never a card number")
	}
	if !method.MatchString(value) {
		return ErrMethod("must be a payment method such as pm_1MqLiJLkdIwHu7ix")
	}
	return nil
}

// ErrMethod refuses a payment method.
func ErrMethod(format string, args ...any) error {
	return apperr.Field("payment_method", format, args...)
}

// A card number has 12 to 19 digits.
const minCardDigits = 12

// looksLikeCardNumber reports whether the value has a row of digits, with blanks, dashes
// and the like between them, that is as long as a card number. A longer one has the
// expiry or the security code behind it.
func looksLikeCardNumber(value string) bool {
	digits := 0
	for _, r := range value {
		switch {
		case unicode.IsDigit(r):
			if digits++; digits >= minCardDigits {
				return true
			}
		case unicode.IsLetter(r), r == '_':
			digits = 0
		}
	}
	return false
}
