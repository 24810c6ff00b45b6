// Package money owns amounts and currencies.
//
// An Amount is an exact decimal and never passes through a float. It does not
// carry its currency, because a document has one currency for all its amounts;
// rounding therefore asks for it. Nothing rounds on its own.
package money

import (
	"errors"
	"strings"

	"github.com/shopspring/decimal"
)

// The bounds of an amount that is read or stored.
const (
	MaxIntegerDigits = 13
	MaxDecimals      = 6
)

// minDecimals is how many decimals the text form shows at least.
const minDecimals = 2

// ErrInvalid is the answer to a text that is not an amount. Its message fits an
// apperr.FieldError as it is.
var ErrInvalid = errors.New(
	"must be a decimal number such as 120.00, with at most 13 digits before the point and 6 after it")

// Amount is a decimal number of money, or a rate or a quantity that is
// multiplied with it. The zero Amount is 0.00.
type Amount struct{ d decimal.Decimal }

// New makes an Amount of a decimal that the code has computed.
func New(d decimal.Decimal) Amount { return Amount{d} }

// Parse reads digits with an optional minus and decimal point. There is no
// exponent: 1e400000 is short to write and dear to compute with.
func Parse(s string) (Amount, error) {
	if !wellFormed(s) {
		return Amount{}, ErrInvalid
	}
	d, err := decimal.NewFromString(s)
	if err != nil {
		return Amount{}, ErrInvalid
	}
	return Amount{d}, nil
}

func wellFormed(s string) bool {
	integer, decimals, point := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return areDigits(integer, MaxIntegerDigits) && (!point || areDigits(decimals, MaxDecimals))
}

func areDigits(s string, most int) bool {
	if s == "" || len(s) > most {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// String has two decimals, and more only where the value needs them: the same
// value is always the same text. For a document use Format.
func (a Amount) String() string {
	s := a.d.StringFixed(max(minDecimals, -a.d.Exponent()))
	for strings.HasSuffix(s, "0") && len(s)-strings.IndexByte(s, '.') > minDecimals+1 {
		s = s[:len(s)-1]
	}
	return s
}

// Format has exactly the decimals of the currency, rounded as Round does.
func (a Amount) Format(c Currency) string { return a.d.StringFixed(c.MinorUnits()) }

// Round goes to the minor unit of the currency; half a unit goes away from zero.
func (a Amount) Round(c Currency) Amount { return Amount{a.d.Round(c.MinorUnits())} }

// Decimal is the number, for arithmetic that Amount does not offer.
func (a Amount) Decimal() decimal.Decimal { return a.d }

// Add is exact.
func (a Amount) Add(b Amount) Amount { return Amount{a.d.Add(b.d)} }

// Sub is exact.
func (a Amount) Sub(b Amount) Amount { return Amount{a.d.Sub(b.d)} }

// Mul is exact, so its decimals add up: round before the result is stored.
func (a Amount) Mul(b Amount) Amount { return Amount{a.d.Mul(b.d)} }

// Percent is rate hundredths of a, exact as Mul is.
func (a Amount) Percent(rate Amount) Amount { return Amount{a.d.Mul(rate.d).Shift(-2)} }

// Neg changes the sign.
func (a Amount) Neg() Amount { return Amount{a.d.Neg()} }

// Cmp is -1, 0 or 1 where a is less than, equal to or greater than b.
func (a Amount) Cmp(b Amount) int { return a.d.Cmp(b.d) }

// Equal compares values: 1.5 equals 1.50, which == does not promise.
func (a Amount) Equal(b Amount) bool { return a.d.Equal(b.d) }

// Sign is -1, 0 or 1.
func (a Amount) Sign() int { return a.d.Sign() }

// IsZero tells whether the value is 0.
func (a Amount) IsZero() bool { return a.d.IsZero() }
