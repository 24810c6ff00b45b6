package facts

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// The bounds on the text of a number, checked before it is parsed. They allow every
// double and refuse 1e400000, which is short but long when expanded.
const (
	maxNumberText     = 40
	maxNumberExponent = 25
	maxDigits         = 25
)

// parseNumber parses a JSON number at a cost bounded by its length.
func parseNumber(n json.Number) (d decimal.Decimal, ok bool) {
	s := string(n)
	if len(s) > maxNumberText {
		return d, false
	}
	if _, exp, found := strings.Cut(strings.ToLower(s), "e"); found {
		e, err := strconv.Atoi(exp)
		if err != nil || e > maxNumberExponent || e < -maxNumberExponent {
			return d, false
		}
	}
	d, err := decimal.NewFromString(s)
	if err != nil || d.NumDigits() > maxDigits || d.Exponent() < -maxNumberExponent {
		return d, false
	}
	return d, true
}

func (k *check) number(f *Field, v any, at *path) any {
	n, ok := v.(json.Number)
	if !ok {
		k.refuse(at, "must be a %s", numberWord(f))
		return v
	}
	d, ok := parseNumber(n)
	switch {
	case !ok:
		k.refuse(at, "must be a %s with at most %d digits", numberWord(f), maxDigits)
		return v
	case f.Type == TypeInteger && !d.IsInteger():
		k.refuse(at, "must be a whole number")
	case d.LessThan(*f.Min) || d.GreaterThan(*f.Max):
		k.refuse(at, "must be between %s and %s%s", f.Min, f.Max, unitAfter(f))
	case f.Step != nil && !d.Mod(*f.Step).IsZero():
		k.refuse(at, "must be a multiple of %s", f.Step)
	}
	return json.Number(d.String())
}

func numberWord(f *Field) string {
	if f.Type == TypeInteger {
		return "whole number"
	}
	return "number"
}

func unitAfter(f *Field) string {
	if f.UnitLabel == "" || f.Unit == "year" {
		return ""
	}
	return " " + f.UnitLabel
}
