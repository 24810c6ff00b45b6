package civil

import (
	"encoding/json"
	"errors"
	"time"
)

// ErrInvalid refuses a text that is not a date. Its message fits an
// apperr.FieldError.
var ErrInvalid = errors.New("must be a real date in the form YYYY-MM-DD")

const textLen = len("2006-01-02")

// Parse reads exactly YYYY-MM-DD and refuses days that do not exist.
func Parse(s string) (Date, error) { return parse(s) }

// MustParse is Parse for dates that are written in the code.
func MustParse(s string) Date {
	d, err := Parse(s)
	if err != nil {
		panic("civil: " + s + " " + err.Error())
	}
	return d
}

// parse takes strings and bytes, so that bytes need no copy.
func parse[T string | []byte](s T) (Date, error) {
	if len(s) != textLen || s[4] != '-' || s[7] != '-' {
		return 0, ErrInvalid
	}
	y, okY := digits(s[0:4])
	m, okM := digits(s[5:7])
	d, okD := digits(s[8:10])
	date := New(y, time.Month(m), d)
	if !okY || !okM || !okD || date == 0 {
		return 0, ErrInvalid
	}
	return date, nil
}

func digits[T string | []byte](s T) (int, bool) {
	n := 0
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int(c)
	}
	return n, true
}

// AppendTo appends YYYY-MM-DD, or nothing for no date. Exports write a date for
// each room and day; time.Format takes four times as long.
func (d Date) AppendTo(b []byte) []byte {
	if d.IsZero() {
		return b
	}
	y, m, day := d.YMD()
	return append(b,
		byte('0'+y/1000), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10), '-',
		byte('0'+m/10), byte('0'+m%10), '-',
		byte('0'+day/10), byte('0'+day%10))
}

// String returns YYYY-MM-DD, or nothing for no date.
func (d Date) String() string {
	var buf [textLen]byte
	return string(d.AppendTo(buf[:0]))
}

// MarshalText writes no date as the empty text.
func (d Date) MarshalText() ([]byte, error) {
	return d.AppendTo(make([]byte, 0, textLen)), nil
}

// UnmarshalText reads the empty text as no date.
func (d *Date) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = 0
		return nil
	}
	v, err := parse(text)
	if err != nil {
		return err
	}
	*d = v
	return nil
}

// MarshalJSON writes no date as null.
func (d Date) MarshalJSON() ([]byte, error) {
	if d.IsZero() {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, textLen+2), '"')
	return append(d.AppendTo(b), '"'), nil
}

// UnmarshalJSON reads null and the empty string, which forms send for an empty
// field, as no date.
func (d *Date) UnmarshalJSON(data []byte) error {
	if len(data) == textLen+2 && data[0] == '"' {
		if v, err := parse(data[1 : textLen+1]); err == nil {
			*d = v
			return nil
		}
	}
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return ErrInvalid
	}
	return d.UnmarshalText([]byte(s))
}
