// Package money has amounts and currencies.
//
// An Amount is an exact decimal, never a float. It has no currency, because a
// document has one for all its amounts.
package money

import (
	"errors"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// The bounds of an amount that is read.
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
// have equal texts.
func (a Amount) String() string {
	s := a.d.StringFixed(max(minDecimals, -a.d.Exponent()))
	for strings.HasSuffix(s, "0") && len(s)-strings.IndexByte(s, '.') > minDecimals+1 {
		s = s[:len(s)-1]
	}
	return s
}
