package alpinebits

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"allot/internal/platform/civil"
	"allot/internal/platform/xmlreader"
)

const (
	namespace = "http://www.opentravel.org/OTA/2003/05"
	instance  = "http://www.w3.org/2001/XMLSchema-instance"
	// MaxRequest bounds the XML of a request in bytes, after it was decompressed.
	MaxRequest = 10 << 20
	// MaxElements bounds the elements of a request: a year of a hundred categories, each
	// night by itself, has 220,000.
	MaxElements = 300_000
)

// bounds keep what a request becomes in memory in proportion to its size. No element of
// the standard has more than 20 attributes, and most have two at most.
var bounds = xmlreader.Bounds{
	Bytes: MaxRequest, Tag: 16_000, Text: 256_000, Attributes: 64, Depth: 32, Elements: MaxElements, AllAttributes: 2 * MaxElements,
}

// element is an element of a request.
type element struct {
	name  string
	attrs []xml.Attr
	kids  []*element
	text  string // of an element without child elements
	line  int
}

// parse reads a request with a root element of the standard. Entities of a document
// are not resolved: a document type is refused.
func parse(data []byte, root string) (*element, error) {
	in := xmlreader.New(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))), bounds, func(charset string) error {
		return fmt.Errorf("the encoding is %.40q: send UTF-8", charset)
	})
	top, err := parseTree(in)
	if broken, ok := errors.AsType[*xmlreader.Error](err); ok {
		return nil, refuse(codeValue, "the request cannot be read: %v", broken)
	}
	if err != nil {
		return nil, err
	}
	if top.name != root {
		return nil, refuse(codeValue, "the request holds %s, not the %s that the action needs", short(top.name), root)
	}
	return top, nil
}

func parseTree(in *xmlreader.Reader) (top *element, err error) {
	var open []*element
	var text []byte // of the innermost open element
	names := map[string]string{}
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return top, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Space != namespace {
				return nil, refuse(codeValue, "the element %s is not in the namespace %s", short(t.Name.Local), namespace)
			}
			e := newElement(t, names, in.Line())
			if len(open) == 0 {
				top = e
			} else {
				parent := open[len(open)-1]
				parent.kids = append(parent.kids, e)
			}
			open, text = append(open, e), text[:0]
		case xml.EndElement:
			if e := open[len(open)-1]; len(e.kids) == 0 {
				e.text = string(text)
			}
			open, text = open[:len(open)-1], text[:0]
		case xml.CharData:
			text = append(text, t...)
		}
	}
}

// newElement keeps what is needed of a tag. A request has few names and many elements of
// each, so each name is kept once.
func newElement(t xml.StartElement, names map[string]string, line int) *element {
	const few = 500
	name := func(text string) string {
		kept, known := names[text]
		if known {
			return kept
		}
		if len(names) < few {
			names[text] = text
		}
		return text
	}
	e := &element{name: name(t.Name.Local), attrs: slices.Clone(t.Attr), line: line}
	for i := range e.attrs {
		e.attrs[i].Name.Local = name(e.attrs[i].Name.Local)
	}
	return e
}

// attr returns an attribute, empty if it is not there.
func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if a.Name.Space == "" && a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) has(name string) bool {
	return slices.ContainsFunc(e.attrs, func(a xml.Attr) bool { return a.Name.Space == "" && a.Name.Local == name })
}

// kid returns the first child of a name, nil if there is none.
func (e *element) kid(name string) *element {
	for _, k := range e.kids {
		if k.name == name {
			return k
		}
	}
	return nil
}

// the returns the one child of a name.
func (e *element) the(name string) (*element, error) {
	list := e.all(name)
	if len(list) != 1 {
		return nil, refuse(codeMissing, "%s must have one %s, it has %d", e.at(), name, len(list))
	}
	return list[0], nil
}

func (e *element) all(name string) (list []*element) {
	for _, k := range e.kids {
		if k.name == name {
			list = append(list, k)
		}
	}
	return list
}

// at names the element and where it is.
func (e *element) at() string { return fmt.Sprintf("%s in line %d", e.name, e.line) }

// only refuses attributes and children that the standard does not know there: what
// the sender meant by them would be lost.
func (e *element) only(attrs, kids string) error {
	knownAttrs, knownKids := strings.Fields(attrs), strings.Fields(kids)
	for _, a := range e.attrs {
		declares := a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" || a.Name.Space == instance
		if !declares && (a.Name.Space != "" || !slices.Contains(knownAttrs, a.Name.Local)) {
			return refuse(codeValue, "%s has the attribute %s, which is not known there", e.at(), short(a.Name.Local))
		}
	}
	for _, k := range e.kids {
		if !slices.Contains(knownKids, k.name) {
			return refuse(codeValue, "%s has the element %s, which is not allowed there", e.at(), short(k.name))
		}
	}
	return nil
}

// envelope are attributes that every request may have and that say nothing here.
const envelope = "Version TimeStamp EchoToken Target PrimaryLangID TransactionIdentifier CorrelationID"

// count reads a number that may be missing.
func (e *element) count(name string, least int) (int, error) {
	if !e.has(name) {
		return 0, nil
	}
	n, err := strconv.Atoi(e.attr(name))
	if err != nil || n < least || n > maxCount {
		return 0, refuse(codeValue, "%s of %s must be a whole number from %d to %d", name, e.at(), least, maxCount)
	}
	return n, nil
}

const maxCount = 10_000

// code reads a code of 1 to a number of characters.
func (e *element) code(name string, longest int) (string, error) {
	code := e.attr(name)
	if n := len([]rune(code)); n < 1 || n > longest {
		return "", refuse(codeValue, "%s of %s must have 1 to %d characters", name, e.at(), longest)
	}
	return code, nil
}

// season reads the nights from Start to End.
func (e *element) season() (civil.Range, error) {
	var season civil.Range
	for name, into := range map[string]*civil.Date{"Start": &season.From, "End": &season.To} {
		if err := into.UnmarshalText([]byte(e.attr(name))); err != nil || into.IsZero() {
			return season, refuse(codeDates, "%s of %s must be a date such as 2030-05-31", name, e.at())
		}
	}
	if season.From > season.To {
		return season, refuse(codeDates, "Invalid start/end date combination: %s of %s is after %s", season.From, e.at(), season.To)
	}
	return season, nil
}

// short bounds text of the sender in an answer.
func short(text string) string {
	const longest = 40
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}
