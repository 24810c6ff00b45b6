package httpx

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/apperr"
)

// maxNumber is more digits than any number has that is in range.
const maxNumber = 400

const outOfRange = "is out of range"

// problems are what a scan found that no decoder would tell.
type problems struct {
	texts    apperr.Fields // that no column can hold, and numbers out of range
	unknown  apperr.Fields
	repeated string // path of a member that is there twice
}

// check returns what is wrong with a body that has arrived.
func (s *bodyScan) check(raw []byte) error {
	if s.token == inScalar {
		s.endScalar()
	}
	if !json.Valid(raw) {
		return notJSON(raw)
	}
	byField := func(a, b apperr.FieldError) int { return cmp.Compare(a.Field, b.Field) }
	slices.SortFunc(s.problems.texts, byField)
	slices.SortFunc(s.problems.unknown, byField)
	switch {
	case len(s.problems.texts) > 0:
		return s.problems.texts.Err()
	case s.problems.repeated != "":
		return apperr.Field(s.problems.repeated, "must be there once")
	}
	return s.problems.unknown.Err()
}

func notJSON(raw []byte) error {
	var nothing struct{}
	err := json.Unmarshal(raw, &nothing)
	at, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return apperr.ErrValidation.Withf("the body is not JSON")
	}
	before := raw[:min(max(0, int(at.Offset)-1), len(raw))] // Offset counts the sign that is wrong
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return apperr.ErrValidation.Withf("the body is not JSON: line %d, column %d: %s", line, column, at.Error())
}

// checkText collects a text that cannot be stored.
func (s *bodyScan) checkText(bad bool) {
	if bad && len(s.problems.texts) < maxProblems {
		s.problems.texts.Check(false, s.pathOf(len(s.open)), badText)
	}
}

// checkNumber collects a number that is out of range. Only one with an exponent, or very
// many digits, can be.
func (s *bodyScan) checkNumber(number []byte) {
	if len(number) < 300 && !bytes.ContainsAny(number, "eE") || len(s.problems.texts) >= maxProblems {
		return
	}
	_, err := strconv.ParseFloat(string(number), 64)
	outside := len(number) > maxNumber || errors.Is(err, strconv.ErrRange)
	s.problems.texts.Check(!outside, s.pathOf(len(s.open)), outOfRange)
}

// checkName looks at the name of a member: whether it is there twice, of which
// encoding/json would silently drop one, and whether the operation takes or returns it.
func (s *bodyScan) checkName(top *level) {
	if top.names == nil {
		top.names = map[string]struct{}{}
	}
	_, again := top.names[top.name]
	if again && s.problems.repeated == "" {
		s.problems.repeated = s.pathOf(len(s.open))
	}
	top.names[top.name] = struct{}{}
	top.member = nil
	known := top.known
	if known == nil {
		return
	}
	if values, ok := known.AdditionalProperties.(*huma.Schema); ok && len(known.Properties) == 0 {
		top.member = values
		return
	}
	if known.AdditionalProperties != false {
		return // a free object: the service knows its names
	}
	p := known.Properties[top.name]
	if p == nil && !s.exact {
		if p = property(known, top.name); p != nil {
			top.other = append(top.other, top.name)
		}
	}
	switch {
	case p == nil && !again:
		s.unknown(known, top.name)
	case p == nil:
	case !p.ReadOnly:
		top.member = p
	}
}

// checkCase refuses a name in another case than the property's if there is a second one
// for the same property, of which one would be lost or pass without a check.
func (s *bodyScan) checkCase(top *level, name string) {
	for other := range top.names {
		if other != name && strings.EqualFold(other, name) {
			s.unknown(top.known, name)
			return
		}
	}
}

// unknown collects a member of the object under way.
func (s *bodyScan) unknown(known *huma.Schema, name string) {
	if len(s.problems.unknown) >= maxProblems {
		return
	}
	parent := ""
	if len(s.open) > 1 {
		parent = s.pathOf(len(s.open) - 1)
	}
	s.problems.unknown.Unknown(parent, name, writable(known))
}
