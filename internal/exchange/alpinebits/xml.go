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
)

const (
	namespace = "http://www.opentravel.org/OTA/2003/05"
	instance  = "http://www.w3.org/2001/XMLSchema-instance"
	// MaxRequest bounds the XML of a request in bytes, after it was decompressed.
	MaxRequest = 10 << 20
	// maxDepth and maxElements bound what a request becomes in memory.
	maxDepth    = 32
	maxElements = 300_000
)

// element is an element of a request.
type element struct {
	name  string
	attrs []xml.Attr
	kids  []*element
	text  strings.Builder
	line  int
}

// parse reads a request with a root element of the standard. Entities of a document
// are not resolved: a document type is refused.
func parse(data []byte, root string) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = true
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "utf-8") {
			return in, nil
		}
		return nil, fmt.Errorf("the encoding is %s: send UTF-8", strconv.Quote(charset))
	}
	top, err := parseTree(d)
	if err != nil {
		return nil, err
	}
	if top.name != root {
		return nil, refuse(codeValue, "the request holds %s, not the %s that the action needs", short(top.name), root)
	}
	return top, nil
}

func parseTree(d *xml.Decoder) (top *element, err error) {
	var open []*element
	count := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if top == nil {
				return nil, refuse(codeMissing, "the request is empty")
			}
			return top, nil
		}
		if err != nil {
			return nil, refuse(codeValue, "the request is not well-formed XML: %v", err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, refuse(codeValue, "the request has a document type, which is not accepted")
		case xml.StartElement:
			if count++; count > maxElements {
				return nil, refuse(codeValue, "the request has more than %d elements: send it in parts", maxElements)
			}
			if len(open) == maxDepth {
				return nil, refuse(codeValue, "the elements of the request are nested too deeply")
			}
			if t.Name.Space != namespace {
				return nil, refuse(codeValue, "the element %s is not in the namespace %s", short(t.Name.Local), namespace)
			}
			line, _ := d.InputPos()
			e := &element{name: t.Name.Local, attrs: slices.Clone(t.Attr), line: line}
			if len(open) > 0 {
				parent := open[len(open)-1]
				parent.kids = append(parent.kids, e)
			} else if top == nil {
				top = e
			}
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text.Write(t)
			}
		}
	}
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
