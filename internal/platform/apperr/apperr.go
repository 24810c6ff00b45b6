// Package apperr is the one error type that crosses module boundaries.
//
// A Kind decides the HTTP status and is a closed set. A Code names the exact
// refusal and is part of the API: it is never renamed. Any other error is a
// fault: the caller sees "internal error", the log has the cause.
package apperr

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"allot/internal/platform/suggest"
)

// Kind groups refusals by what the caller can do about them.
type Kind uint8

// The kinds, each with the HTTP status that httpx gives it.
const (
	Internal        Kind = iota // 500
	Invalid                     // 400
	Unauthorized                // 401
	Forbidden                   // 403
	NotFound                    // 404
	NotAllowed                  // 405
	NotAcceptable               // 406
	Conflict                    // 409
	TooLarge                    // 413
	UnsupportedType             // 415
	TooMany                     // 429
	Unavailable                 // 503
)

// Error is a refusal that the caller is told about.
type Error struct {
	Kind    Kind
	Code    string         // stable, snake_case: "block_overlap"
	Message string         // for the caller, in plain words
	Fields  []FieldError   // only for Invalid
	Details map[string]any // further members of the body, such as the dates that do not fit
	// RetryAfter is told to the caller with TooMany and Unavailable.
	RetryAfter time.Duration
}

// FieldError says what is wrong with one input field.
type FieldError struct {
	Field   string `json:"field" doc:"Path of the field" example:"line_items[0].quantity"`
	Message string `json:"message" doc:"What is wrong and what would be right"`

	unknown bool // nobody reads a field of this name
}

// New declares a refusal. Declare it next to the type it protects.
func New(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
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
	c.Message = fmt.Sprintf(format, args...)
	return &c
}

// With returns a copy of e that carries one more member of the error body.
func (e *Error) With(name string, value any) *Error {
	c := *e
	c.Details = map[string]any{name: value}
	for k, v := range e.Details {
		c.Details[k] = v
	}
	return &c
}

// After returns a copy of e that tells the caller when to come back.
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

// ErrNotFound is the answer for a missing record and for another account's.
var ErrNotFound = New(NotFound, "not_found", "not found")

// ErrNotAuthenticated is the answer to a caller without a live session.
var ErrNotAuthenticated = New(Unauthorized, "not_authenticated",
	"sign in first: the token is missing, not valid, or its session has ended")

// ErrForbidden is the answer where the caller is known but may not.
var ErrForbidden = New(Forbidden, "forbidden", "you are not allowed to do this")

// ErrValidation is the parent of every refusal of an input.
var ErrValidation = New(Invalid, "validation_failed", "some fields are not valid")

// ErrUnknownField is the refusal of an input with names that nobody reads.
var ErrUnknownField = New(Invalid, "unknown_field", "some fields or parameters are not known")

// Fields collects problems with single input fields, so that the caller hears
// of all of them at once.
type Fields []FieldError

// MaxFields bounds how many problems are told at once. Nobody reads more, and
// a body of a hundred thousand wrong entries must not cost more than a right one.
const MaxFields = 100

// Check adds a problem unless ok holds, the field already has one, or there
// are enough.
func (f *Fields) Check(ok bool, field, problem string) {
	if !ok && len(*f) < MaxFields && !f.has(field) {
		*f = append(*f, FieldError{Field: field, Message: problem})
	}
}

// Checkf is Check with a format.
func (f *Fields) Checkf(ok bool, field, format string, args ...any) {
	if !ok {
		f.Check(false, field, fmt.Sprintf(format, args...))
	}
}

// Unknown adds a name that nobody reads, inside of parent if that is not empty,
// with the known name that may have been meant.
func (f *Fields) Unknown(parent, name string, known []string) {
	field := shown(name)
	if parent != "" {
		field = parent + "." + field
	}
	if len(*f) >= MaxFields || f.has(field) {
		return
	}
	message := "is not known here"
	if near := suggest.Nearest(name, known); near != "" {
		message += "; did you mean \"" + near + "\"?"
	}
	*f = append(*f, FieldError{Field: field, Message: message, unknown: true})
}

const maxShown = 80

// shown makes a name that a stranger has sent fit to be read, also on a
// terminal.
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
	for _, e := range *f {
		if e.Field == field {
			return true
		}
	}
	return false
}

// Err returns nil or one refusal with every problem: ErrUnknownField if one of
// them is a name that nobody reads, else ErrValidation.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	e := *ErrValidation
	for _, problem := range f {
		if problem.unknown {
			e = *ErrUnknownField
		}
	}
	e.Fields = f
	return &e
}

// Field is a validation error about one field.
func Field(field, format string, args ...any) error {
	var f Fields
	f.Checkf(false, field, format, args...)
	return f.Err()
}
