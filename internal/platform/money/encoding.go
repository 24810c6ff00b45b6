package money

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

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

// Schema documents both accepted forms. It has no type, so the tag nullable:"true"
// does not work with it.
func (Amount) Schema(huma.Registry) *huma.Schema {
	limit, lowest := 1e13, -1e13
	return &huma.Schema{
		Description: "Decimal number, always answered as a string",
		AnyOf: []*huma.Schema{
			{Type: huma.TypeString, Pattern: pattern, Examples: []any{"120.00"}},
			{Type: huma.TypeNumber, ExclusiveMinimum: &lowest, ExclusiveMaximum: &limit},
		},
	}
}
