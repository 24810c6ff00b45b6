package httpx

import (
	"bytes"
	"io"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx/apidoc"
)

const (
	// maxDepth bounds how deep objects and lists stand in each other.
	maxDepth = 64
	// maxMembers bounds the members of one object.
	maxMembers = 1000
	// maxElements bounds a list that no schema bounds, such as one of an answer that is
	// sent back, and an object whose names are the caller's.
	maxElements = 20_000
	// maxText bounds a text whose schema has no bound, in characters: it is more than any
	// that has one.
	maxText = 10_000
	// maxEscaped is how many bytes a character takes at most: a pair of escapes.
	maxEscaped = 12
	// defaultMaxValues bounds the values of a body.
	defaultMaxValues = 50_000
)

var errTooMany = apperr.New(apperr.Invalid, "too_many_items", "the body has too many entries")

// tooMany names the list or object that has too many entries.
func tooMany(field string, limit int) error {
	e := errTooMany.With("limit", limit)
	var f apperr.Fields
	f.Checkf(false, field, "must have at most %d entries", limit)
	e.Fields = f
	return e
}

// bodyScan looks at a JSON body while it arrives, without decoding it. It ends the body
// where a list is longer than its schema allows, or a text than any schema, so that nobody
// works on the rest, and collects what else is wrong (scanproblems.go). What it sees of a body that is no JSON
// has no meaning.
type bodyScan struct {
	schemas   huma.Registry
	known     *huma.Schema // of the body
	exact     bool         // the service reads the members itself; encoding/json accepts names in any case
	maxValues int

	size       int64
	values     int
	containers int
	open       []level
	token      token
	text       textScan
	number     []byte
	problems   problems
}

// token is what the scan is inside of.
type token int

const (
	between token = iota
	inName
	inText
	inScalar // a number, true, false or null
)

// level is an object or a list that the scan is inside of.
type level struct {
	list  bool
	count int          // of elements or members so far
	most  int          // of elements or members
	known *huma.Schema // its own; nil: the service knows what it holds

	name   string              // of the member under way
	named  bool                // the name has been read
	member *huma.Schema        // of the member under way
	names  map[string]struct{} // of the members so far
	other  []string            // names that are those of a property in another case
}

func newScan(s *Server, o *huma.Operation) *bodyScan {
	closed, _ := o.Metadata[closedKey].(*huma.Schema)
	op, _ := o.Metadata[metadataKey].(*Op)
	return &bodyScan{schemas: s.OpenAPI().Components.Schemas, known: closed, exact: op.ChecksBody, maxValues: op.maxValues()}
}

// Scan looks at a body while it arrives, and tells the memory that it will take.
type Scan interface {
	io.Writer
	Cost() int64
}

// JSONScan returns a scan of a JSON body that follows no operation: it bounds its lists, its
// depth and its values.
func (s *Server) JSONScan() Scan {
	return &bodyScan{schemas: s.OpenAPI().Components.Schemas, maxValues: defaultMaxValues}
}

// Cost estimates the memory that the body takes once it is decoded: as values to be
// validated, and as what the handler gets. See BenchmarkScan_Cost.
func (s *bodyScan) Cost() int64 {
	const ofByte, ofContainer, ofValue = 5, 640, 96
	return ofByte*s.size + int64(ofContainer*s.containers) + int64(ofValue*s.values)
}

// Write implements io.Writer.
func (s *bodyScan) Write(p []byte) (int, error) {
	s.size += int64(len(p))
	for i := 0; i < len(p); {
		if s.token == inName || s.token == inText {
			n, ended := s.text.read(p[i:])
			i += n
			var err error
			switch {
			case ended:
				err = s.endText()
			case s.text.size > maxText*maxEscaped:
				err = s.tooLong()
			}
			if err != nil {
				return 0, err
			}
			continue
		}
		if err := s.sign(p[i]); err != nil {
			return 0, err
		}
		i++
	}
	return len(p), nil
}

// sign takes one byte outside of texts.
func (s *bodyScan) sign(c byte) error {
	if s.token == inScalar && bytes.IndexByte([]byte(" \t\r\n,]}"), c) >= 0 {
		s.endScalar()
	}
	switch c {
	case ' ', '\t', '\r', '\n', ':':
		return nil
	case ',':
		if top := s.top(); top != nil {
			top.named = false
		}
		return nil
	case '}', ']':
		s.close()
		return nil
	case '{', '[':
		return s.enter(c == '[')
	case '"':
		s.text.begin()
		if top := s.top(); top != nil && !top.list && !top.named {
			s.token = inName
			return nil
		}
		s.token = inText
		return s.value()
	}
	if s.token == inScalar {
		if len(s.number) == maxNumber && isDigit(c) {
			return apperr.Field(s.pathOf(len(s.open)), outOfRange) // nobody works on the other digits
		}
		s.number = append(s.number[:min(len(s.number), maxNumber)], c)
		return nil
	}
	s.token, s.number = inScalar, append(s.number[:0], c)
	return s.value()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (s *bodyScan) top() *level {
	if len(s.open) == 0 {
		return nil
	}
	return &s.open[len(s.open)-1]
}

// value counts a value that begins.
func (s *bodyScan) value() error {
	if s.values++; s.values > s.maxValues {
		return tooMany(wholeBody, s.maxValues)
	}
	top := s.top()
	if top == nil || !top.list {
		return nil
	}
	if top.count++; top.count > top.most {
		return tooMany(s.pathOf(len(s.open)-1), top.most)
	}
	return nil
}

// enter begins an object or a list.
func (s *bodyScan) enter(list bool) error {
	if err := s.value(); err != nil {
		return err
	}
	if len(s.open) == maxDepth {
		return s.tooDeep()
	}
	s.containers++
	schema := s.schema()
	kind, most := huma.TypeObject, maxMembers
	if list {
		kind, most = huma.TypeArray, maxElements
	}
	known := apidoc.Fitting(s.schemas, schema, kind)
	if known != nil && known.AdditionalProperties != false {
		most = maxElements
	}
	if n := mostEntries(s.schemas, schema, kind); n > 0 {
		most = n
	}
	s.push(level{list: list, most: most, known: known})
	return nil
}

// schema returns that of the value under way; nil: the service knows what it is.
func (s *bodyScan) schema() *huma.Schema {
	top := s.top()
	switch {
	case top == nil:
		return s.known
	case top.list && top.known != nil:
		return top.known.Items
	}
	return top.member
}

// tooLong refuses the text under way. One that is the name of a member is refused as such
// where no object takes it.
func (s *bodyScan) tooLong() error {
	if s.token == inName {
		top := s.top()
		top.name = s.text.name()
		s.checkName(top)
		if err := s.problems.unknown.Err(); err != nil {
			return err
		}
	}
	most := maxText
	if text := apidoc.Fitting(s.schemas, s.schema(), huma.TypeString); s.token == inText && text != nil && text.MaxLength != nil {
		most = *text.MaxLength
	}
	var f apperr.Fields
	f.Checkf(false, s.pathOf(len(s.open)), "must have at most %d characters", most)
	return f.Err()
}

// tooDeep names the last member on the way to what is nested too deep.
func (s *bodyScan) tooDeep() error {
	depth := len(s.open)
	for depth > 0 && s.open[depth-1].list {
		depth--
	}
	var f apperr.Fields
	f.Checkf(false, s.pathOf(depth), "is nested too deep: at most %d objects and lists may stand in each other", maxDepth)
	return f.Err()
}

// mostEntries returns how many entries a list or an object of a schema has at most, by the
// largest of its alternatives; 0: none says.
func mostEntries(schemas huma.Registry, schema *huma.Schema, kind string) int {
	s := apidoc.Deref(schemas, schema)
	if s == nil {
		return 0
	}
	most := 0
	for _, branch := range s.AnyOf {
		most = max(most, mostEntries(schemas, branch, kind))
	}
	switch {
	case kind == huma.TypeArray && s.MaxItems != nil:
		return *s.MaxItems
	case kind == huma.TypeObject && s.MaxProperties != nil:
		return *s.MaxProperties
	}
	return most
}

// push adds a level. It uses the memory of one that has ended.
func (s *bodyScan) push(l level) {
	if n := len(s.open); n < cap(s.open) {
		old := s.open[:n+1][n]
		clear(old.names)
		l.names, l.other = old.names, old.other[:0]
	}
	s.open = append(s.open, l)
}

// close ends an object or a list.
func (s *bodyScan) close() {
	top := s.top()
	if top == nil {
		return
	}
	for _, name := range top.other {
		s.checkCase(top, name)
	}
	s.open = s.open[:len(s.open)-1]
}

// endText ends a name or a text.
func (s *bodyScan) endText() error {
	name := s.token == inName
	s.token = between
	if !name {
		s.checkText(s.text.bad)
		return nil
	}
	top := s.top()
	if top.count++; top.count > top.most {
		return tooMany(s.pathOf(len(s.open)-1), top.most)
	}
	top.name, top.named = s.text.name(), true
	s.checkName(top)
	s.checkText(s.text.bad)
	return nil
}

func (s *bodyScan) endScalar() {
	s.token = between
	s.checkNumber(s.number)
}

// pathOf returns the path of the value that is under way at a depth.
func (s *bodyScan) pathOf(depth int) string {
	var path strings.Builder
	for i := range s.open[:depth] {
		l := &s.open[i]
		if l.list {
			path.WriteString(index(l.count - 1))
		} else {
			path.WriteString(member(path.Len() > 0, printable(l.name)))
		}
		if path.Len() > maxPath {
			break
		}
	}
	if path.Len() == 0 {
		return wholeBody
	}
	return strings.ToValidUTF8(path.String()[:min(path.Len(), maxPath)], "")
}
