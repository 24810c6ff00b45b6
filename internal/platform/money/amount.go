// Package money has amounts and currencies.
//
// An Amount is an exact decimal, never a float. It has no currency, because a
// document has one for all its amounts; Round and Format take it. Nothing else
// rounds.
package money

import (
	"errors"
	"regexp"
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

// ErrInvalid refuses a text that is not an amount. Its message fits an
// apperr.FieldError.
var ErrInvalid = errors.New(
	"must be a decimal number such as 120.00, with at most 13 digits before the point and 6 after it")

// Amount is an amount of money, or a rate or quantity to multiply it by. The zero
// Amount is 0.00.
type Amount struct{ d decimal.Decimal }

// New returns the Amount of a computed decimal.
func New(d decimal.Decimal) Amount { return Amount{d} }

// pattern is the text form. It has no exponent: 1e400000 is short and expensive
// to compute with.
const pattern = `^-?[0-9]{1,13}(\.[0-9]{1,6})?$`

var form = regexp.MustCompile(pattern)

// Parse reads digits with an optional minus and decimal point, and refuses
// everything else with ErrInvalid.
func Parse(s string) (Amount, error) {
	if !form.MatchString(s) {
		return Amount{}, ErrInvalid
	}
	d, err := decimal.NewFromString(s)
	if err != nil {
		return Amount{}, ErrInvalid
	}
	return Amount{d}, nil
}

// String returns the value with two decimals, or more if it has more: equal values
// have equal texts. For a document use Format.
func (a Amount) String() string {
	s := a.d.StringFixed(max(minDecimals, -a.d.Exponent()))
	for strings.HasSuffix(s, "0") && len(s)-strings.IndexByte(s, '.') > minDecimals+1 {
		s = s[:len(s)-1]
	}
	return s
}

// Format returns the value with the decimals of the currency, rounded as by Round.
func (a Amount) Format(c Currency) string { return a.d.StringFixed(c.MinorUnits()) }

// Round rounds to the minor unit of the currency, half a unit away from zero.
func (a Amount) Round(c Currency) Amount { return Amount{a.d.Round(c.MinorUnits())} }

// Decimal returns the number, for arithmetic that Amount does not offer.
func (a Amount) Decimal() decimal.Decimal { return a.d }

// Add returns the exact sum.
func (a Amount) Add(b Amount) Amount { return Amount{a.d.Add(b.d)} }

// Sub returns the exact difference.
func (a Amount) Sub(b Amount) Amount { return Amount{a.d.Sub(b.d)} }

// Mul returns the exact product. Its decimals add up: round it before storing.
func (a Amount) Mul(b Amount) Amount { return Amount{a.d.Mul(b.d)} }

// Percent returns rate hundredths of a, exact as Mul is.
func (a Amount) Percent(rate Amount) Amount { return Amount{a.d.Mul(rate.d).Shift(-2)} }

// Neg returns -a.
func (a Amount) Neg() Amount { return Amount{a.d.Neg()} }

// Cmp returns -1, 0 or 1 if a is less than, equal to or greater than b.
func (a Amount) Cmp(b Amount) int { return a.d.Cmp(b.d) }

// Equal reports whether the values are equal: 1.5 equals 1.50, unlike with ==.
func (a Amount) Equal(b Amount) bool { return a.d.Equal(b.d) }

// Sign returns -1, 0 or 1.
func (a Amount) Sign() int { return a.d.Sign() }

// IsZero reports whether the value is 0.
func (a Amount) IsZero() bool { return a.d.IsZero() }
