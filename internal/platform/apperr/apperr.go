// Package apperr has the error type for refusals that callers see.
//
// The Kind decides the HTTP status. The Code names the refusal and is part of the
// API: it is never renamed. Any other error is a fault: the caller sees "internal
// error", the log has the cause.
package apperr

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"allot/internal/platform/suggest"
)

// Kind groups refusals by what the caller can do about them. It is the HTTP status.
type Kind int

// The kinds.
const (
	Internal        Kind = 500
	Invalid         Kind = 400
	Unauthorized    Kind = 401
	PaymentRequired Kind = 402
	Forbidden       Kind = 403
	NotFound        Kind = 404
	NotAllowed      Kind = 405
	NotAcceptable   Kind = 406
	Timeout         Kind = 408
	Conflict        Kind = 409
	TooLarge        Kind = 413
	UnsupportedType Kind = 415
	TooMany         Kind = 429
	Unavailable     Kind = 503
)

// Error is a refusal that the caller sees.
type Error struct {
	Kind       Kind
	Code       string         // stable, snake_case: "block_overlap"
	Message    string         // for people
	Fields     []FieldError   // only for Invalid
	Details    map[string]any // further members of the body, such as the dates that do not fit
	RetryAfter time.Duration  // only for TooMany and Unavailable
	Params     map[string]any // the values in the message, and its reason where a code has several messages
}

// FieldError describes the problem with one input field.
type FieldError struct {
	Field   string         `json:"field" doc:"Path of the field" example:"line_items[0].quantity"`
	Code    string         `json:"code" doc:"What is wrong, for programs; docs/errors.md lists all" example:"too_small"`
	Params  map[string]any `json:"params,omitempty" doc:"The values in the message" example:"{\"min\": 1}"`
	Message string         `json:"message" doc:"What is wrong and what would be right"`
}

// New returns a refusal. Declare it as a variable next to the type it protects.
func New(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message, Params: paramsOf(message, nil)}
}

// Newf is New with values in the message.
func Newf(kind Kind, code, format string, args ...any) *Error {
	return New(kind, code, "").Withf(format, args...)
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Is matches on Code, so a copy with another message is still the same refusal.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Withf returns a copy of e with a message for this occurrence.
func (e *Error) Withf(format string, args ...any) *Error {
	c := *e
	c.Message, c.Params = fmt.Sprintf(format, args...), paramsOf(format, args)
	return &c
}

// With returns a copy of e with one more member of the error body.
func (e *Error) With(name string, value any) *Error {
	c := *e
	c.Details = map[string]any{name: value}
	maps.Copy(c.Details, e.Details)
	return &c
}

// After returns a copy of e that tells the caller when to try again.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Of returns the *Error in err's chain, or a generic fault if there is none.
func Of(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Kind: Internal, Code: "internal_error", Message: "internal error"}
}

// ErrNotFound refuses a record that does not exist or is another account's.
var ErrNotFound = New(NotFound, "not_found", "not found")

// ErrNotAuthenticated is the answer to a caller without a live session.
var ErrNotAuthenticated = New(Unauthorized, "not_authenticated",
	"sign in first: the token is missing, not valid, or its session has ended")

// ErrForbidden refuses what the caller is not allowed to do.
var ErrForbidden = New(Forbidden, "forbidden", "you are not allowed to do this")

// ErrValidation is the parent of every refusal of an input.
var ErrValidation = New(Invalid, "validation_failed", "some fields are not valid")

// ErrUnknownField refuses an input with unknown names.
var ErrUnknownField = New(Invalid, "unknown_field", "some fields or parameters are not known")

// Fields collects problems with input fields, so that the caller sees all at once.
type Fields []FieldError

// MaxFields bounds the problems that are collected: a body of a hundred thousand
// wrong entries must not cost more than a right one.
const MaxFields = 20

// Check adds a problem unless ok is true, the field already has one, or there are
// MaxFields. The problem is one of messages.json.
func (f *Fields) Check(ok bool, field, problem string) {
	if !ok {
		f.add(field, problem, nil)
	}
}

// Checkf is Check with a format, which is one of messages.json.
func (f *Fields) Checkf(ok bool, field, format string, args ...any) {
	if !ok {
		f.add(field, format, args)
	}
}

func (f *Fields) add(field, format string, args []any) {
	if len(*f) < MaxFields && !f.has(field) {
		*f = append(*f, Problem(field, format, args...))
	}
}

// Unknown adds an unknown name, inside of parent if that is not empty, and
// suggests the nearest known name.
func (f *Fields) Unknown(parent, name string, known []string) {
	field := shown(name)
	if parent != "" {
		field = parent + "." + field
	}
	if near := suggest.Nearest(name, known); near != "" {
		f.add(field, "is not known here; did you mean \"%s\"?", []any{near})
		return
	}
	f.add(field, "is not known here", nil)
}

const maxShown = 80

// shown returns a name from a request shortened and without control characters.
func shown(name string) string {
	name = strings.ToValidUTF8(name[:min(len(name), utf8.UTFMax*maxShown)], "?") // bytes first: it may be the whole body
	if runes := []rune(name); len(runes) > maxShown {
		name = string(runes[:maxShown]) + "…"
	}
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, name)
	if name == "" {
		return "(unnamed)"
	}
	return name
}

func (f *Fields) has(field string) bool {
	return slices.ContainsFunc(*f, func(e FieldError) bool { return e.Field == field })
}

// Err returns nil or one refusal with every problem: ErrUnknownField if one of
// them is an unknown name, else ErrValidation.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	e := *ErrValidation
	for _, problem := range f {
		if problem.Code == codeUnknown {
			e = *ErrUnknownField
		}
	}
	e.Fields = f
	return &e
}

// Field returns a validation error about one field.
func Field(field, format string, args ...any) error {
	var f Fields
	f.Checkf(false, field, format, args...)
	return f.Err()
}

// Problems returns what a refusal says of each field. One that names no field is a problem
// without.
func Problems(err error) []FieldError {
	if err == nil {
		return nil
	}
	e := Of(err)
	if len(e.Fields) > 0 {
		return e.Fields
	}
	return []FieldError{{Code: e.Code, Params: e.Params, Message: e.Message}}
}

// Sentence returns the problems of a refusal in one line, empty for nil.
func Sentence(err error) string {
	var list []string
	for _, p := range Problems(err) {
		list = append(list, strings.TrimSpace(p.Field+" "+p.Message))
	}
	return strings.Join(list, "; ")
}
