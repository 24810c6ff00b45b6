// Package xmlreader reads XML that strangers send, token by token and within bounds.
//
// encoding/xml alone has none: it reads a whole tag before it returns it, and a tag of
// nothing but attributes takes forty times its size in memory. A document type is
// refused, and with it every entity but the five of XML.
package xmlreader

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Bounds are what a document may have. All of them must be set.
type Bounds struct {
	Bytes      int // in all, in UTF-8
	Tag        int // bytes of one tag with its attributes
	Text       int // bytes of one text, comment or instruction
	Attributes int // of one tag
	Depth      int // of elements in each other
	Elements   int // in all
	// AllAttributes is how many attributes the tags may have together.
	AllAttributes int
}

// Error says why a document is refused, and in which line. It is not well-formed, or
// beyond a bound.
type Error struct {
	Line   int
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Reader reads one document.
type Reader struct {
	dec        *xml.Decoder
	source     *guard
	bounds     Bounds
	depth      int
	elements   int
	attributes int
	rooted     bool // the root element has begun
}

// New returns a reader of a document in UTF-8. It refuses a declared encoding for which
// charset returns an error; nil accepts any, since the text is decoded already.
func New(in io.Reader, b Bounds, charset func(name string) error) *Reader {
	r := &Reader{source: newGuard(in, b), bounds: b}
	r.dec = xml.NewDecoder(r.source)
	r.dec.CharsetReader = func(name string, in io.Reader) (io.Reader, error) {
		if charset != nil {
			if err := charset(name); err != nil {
				r.source.err = err // the decoder's own words would hide it
				return nil, err
			}
		}
		return in, nil
	}
	return r
}

// Depth is how many elements are open.
func (r *Reader) Depth() int { return r.depth }

// Line is the line that was read last.
func (r *Reader) Line() int {
	line, _ := r.dec.InputPos()
	return line
}

// Token returns the next token, and io.EOF after a document with one root element.
// Texts are valid until the next call. Errors are an *Error.
func (r *Reader) Token() (xml.Token, error) {
	t, err := r.dec.Token()
	r.source.next()
	if errors.Is(err, io.EOF) && r.source.err == nil {
		if !r.rooted {
			return nil, r.refuse("there is no element")
		}
		return nil, io.EOF
	}
	if err != nil {
		return nil, r.broken(err)
	}
	switch t := t.(type) {
	case xml.StartElement:
		return t, r.start(t)
	case xml.EndElement:
		r.depth--
	case xml.CharData:
		if r.depth == 0 && len(bytes.TrimSpace(t)) > 0 {
			return nil, r.refuse("text outside of the root element")
		}
	case xml.Directive:
		return nil, r.refuse("a DOCTYPE is not allowed")
	}
	return t, nil
}

func (r *Reader) start(t xml.StartElement) error {
	if r.depth == 0 && r.rooted {
		return r.refuse("a second root element")
	}
	r.rooted = true
	r.depth++
	r.elements++
	r.attributes += len(t.Attr)
	switch {
	case r.depth > r.bounds.Depth:
		return r.refuse("more than %d elements are in each other", r.bounds.Depth)
	case r.elements > r.bounds.Elements:
		return r.refuse("there are more than %d elements: send them in parts", r.bounds.Elements)
	case len(t.Attr) > r.bounds.Attributes:
		return r.refuse("an element has more than %d attributes", r.bounds.Attributes)
	case r.attributes > r.bounds.AllAttributes:
		return r.refuse("there are more than %d attributes: send them in parts", r.bounds.AllAttributes)
	}
	for i, a := range t.Attr { // at most Attributes of them
		if slices.ContainsFunc(t.Attr[:i], func(b xml.Attr) bool { return a.Name == b.Name }) {
			return r.refuse("an element has the attribute %.40q twice", a.Name.Local)
		}
	}
	return nil
}

// broken turns an error of the decoder into one of ours.
func (r *Reader) broken(err error) error {
	if r.source.err != nil { // what the decoder says of it is a consequence
		return r.refuse("%v", r.source.err)
	}
	if syntax := new(xml.SyntaxError); errors.As(err, &syntax) {
		return &Error{syntax.Line, syntax.Msg}
	}
	return r.refuse("%v", err)
}

func (r *Reader) refuse(format string, args ...any) error {
	return &Error{r.Line(), fmt.Sprintf(format, args...)}
}
