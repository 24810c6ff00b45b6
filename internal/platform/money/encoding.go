package money

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/apperr"
)

// ErrTooLarge refuses a sum or product that is too large to be stored.
var ErrTooLarge = apperr.New(apperr.Invalid, "amount_too_large",
	"the amount has more than 13 digits before the decimal point")

// longestText bounds a JSON string before it is unescaped: each of at most 21
// characters may be written as \u0031.
const longestText = 2 + 6*(len("-.")+MaxIntegerDigits+MaxDecimals)

// MarshalText returns the text of String.
func (a Amount) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads the text as Parse does.
func (a *Amount) UnmarshalText(text []byte) error {
	v, err := Parse(string(text))
	if err != nil {
		return err
	}
	*a = v
	return nil
}

// MarshalJSON writes a string, because many readers parse a JSON number as a float.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(`"` + a.String() + `"`), nil }

// UnmarshalJSON reads a string or a number, the number from its digits; null
// changes nothing.
func (a *Amount) UnmarshalJSON(data []byte) error {
	switch {
	case string(data) == "null":
		return nil
	case len(data) > longestText:
		return ErrInvalid
	case len(data) == 0 || data[0] != '"':
		return a.UnmarshalText(data)
	}
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return ErrInvalid
	}
	return a.UnmarshalText([]byte(s))
}

// Scan reads text, or an integer such as that of COALESCE(x, 0). It refuses a
// float, which SQLite returns for a column that is not TEXT and which loses cents.
func (a *Amount) Scan(src any) error {
	var text string
	switch v := src.(type) {
	case string:
		text = v
	case []byte:
		text = string(v)
	case int64:
		text = strconv.FormatInt(v, 10)
	default:
		return fmt.Errorf("scan an amount: unexpected %T", src)
	}
	v, err := Parse(text)
	if err != nil {
		return fmt.Errorf("scan an amount from %.40q: %w", text, err)
	}
	*a = v
	return nil
}

// Value stores the text. It refuses what Scan could not read: an amount that is
// too large with ErrTooLarge, and one that was not rounded with an error.
func (a Amount) Value() (driver.Value, error) {
	s := a.String()
	integer, decimals, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	switch {
	case len(integer) > MaxIntegerDigits:
		return nil, ErrTooLarge
	case len(decimals) > MaxDecimals:
		return nil, errors.New("store an amount with more than 6 decimals: it was not rounded")
	}
	return s, nil
}

// Schema documents both accepted forms. It has no type, so the tag nullable:"true"
// does not work with it: use NullAmount.
func (Amount) Schema(huma.Registry) *huma.Schema { return schema(false) }

func schema(nullable bool) *huma.Schema {
	limit, lowest := 1e13, -1e13
	return &huma.Schema{
		Description: "Decimal number, always answered as a string",
		AnyOf: []*huma.Schema{
			{Type: huma.TypeString, Nullable: nullable, Pattern: pattern, Examples: []any{"120.00"}},
			{Type: huma.TypeNumber, ExclusiveMinimum: &lowest, ExclusiveMaximum: &limit},
		},
	}
}
