package en16931

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"allot/internal/platform/xmlreader"
)

// The bounds of what is kept of a file. Real files are far below them.
const (
	maxNodes = 100_000 // elements that are in memory at a time
	maxText  = 64_000  // bytes of text in an element that is not skipped
	// maxDecoded is how many bytes a file may have in UTF-8. Umlauts take two bytes there.
	maxDecoded = MaxSize * 3 / 2
)

// bounds are those of what is read. A text may be an attachment, which is skipped, and
// the elements of a line are not kept when the line has been read.
var bounds = xmlreader.Bounds{
	Bytes: maxDecoded, Tag: 32_000, Text: maxDecoded, Attributes: 64, Depth: 60, Elements: 2_000_000, AllAttributes: 2_000_000,
}

// node is an element with what an e-invoice needs of it.
type node struct {
	name string
	text string   // of an element without child elements, without surrounding white space
	attr xml.Attr // the scheme, currency or unit of the text
	kids []*node
	line int
}

// at returns the first element under the path of names, or nil.
func (n *node) at(path ...string) *node {
	for _, name := range path {
		if n = n.child(name); n == nil {
			return nil
		}
	}
	return n
}

func (n *node) child(name string) *node {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		if k.name == name {
			return k
		}
	}
	return nil
}

// all returns the child elements of a name.
func (n *node) all(name string) []*node {
	if n == nil {
		return nil
	}
	var out []*node
	for _, k := range n.kids {
		if k.name == name {
			out = append(out, k)
		}
	}
	return out
}

// get returns the text under the path of names. CII wraps some values in one more
// element, whose text it is then.
func (n *node) get(path ...string) string {
	n = n.at(path...)
	if n == nil {
		return ""
	}
	if len(n.kids) > 0 {
		return n.kids[0].text
	}
	return n.text
}

// attribute returns the value of an attribute: schemeID, currencyID or unitCode.
func (n *node) attribute(name string) string {
	if n == nil || n.attr.Name.Local != name {
		return ""
	}
	return strings.TrimSpace(n.attr.Value)
}

// scanner reads a file element by element.
type scanner struct {
	*xmlreader.Reader
	nodes int // in memory
	// spaces are the namespaces of the syntax: elements of others are skipped.
	spaces map[string]bool
	// taken are the elements that are not to become nodes, by name. Each func must read
	// its element to the end.
	taken map[string]func(xml.StartElement) error
}

func newScanner(data []byte) (*scanner, error) {
	in, err := decode(data)
	if err != nil {
		return nil, err
	}
	return &scanner{Reader: xmlreader.New(in, bounds, nil)}, nil
}

// token returns the next token, and io.EOF at the end of the file.
func (s *scanner) token() (xml.Token, error) {
	t, err := s.Token()
	if broken, ok := errors.AsType[*xmlreader.Error](err); ok {
		return nil, refusal(ErrNotXML, broken.Line, "%s", broken.Reason)
	}
	return t, err
}

// inner returns the next token inside an element, where the file cannot end.
func (s *scanner) inner() (xml.Token, error) {
	t, err := s.token()
	if errors.Is(err, io.EOF) {
		return nil, refusal(ErrNotXML, s.Line(), "the file ends early")
	}
	return t, err
}

// root returns the root element.
func (s *scanner) root() (xml.StartElement, error) {
	for {
		t, err := s.inner()
		if err != nil {
			return xml.StartElement{}, err
		}
		if start, ok := t.(xml.StartElement); ok {
			return start.Copy(), nil
		}
	}
}

// end reads what follows the root element, where nothing but comments is accepted.
func (s *scanner) end() error {
	for {
		if _, err := s.token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// skip reads the current element to its end.
func (s *scanner) skip() error {
	for depth := s.Depth(); s.Depth() >= depth; {
		if _, err := s.inner(); err != nil {
			return err
		}
	}
	return nil
}

// node reads an element to its end. It leaves out elements of foreign namespaces and
// those that are taken.
func (s *scanner) node(start xml.StartElement) (*node, error) {
	if s.nodes++; s.nodes > maxNodes {
		return nil, s.notInvoice(s.Line(), "more elements than an invoice can have")
	}
	n := &node{name: start.Name.Local, attr: kept(start.Attr), line: s.Line()}
	var text []byte
	for {
		t, err := s.inner()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.CharData:
			if text = append(text, t...); len(text) > maxText {
				return nil, s.notInvoice(s.Line(), "the text of %s has more than %d bytes", n.name, maxText)
			}
		case xml.StartElement:
			text = text[:0]
			if err := s.kid(n, t); err != nil {
				return nil, err
			}
		case xml.EndElement:
			if len(n.kids) == 0 {
				n.text = string(bytes.TrimSpace(text))
			}
			return n, nil
		}
	}
}

func (s *scanner) kid(n *node, start xml.StartElement) error {
	if !s.spaces[start.Name.Space] {
		return s.skip()
	}
	if take, ok := s.taken[start.Name.Local]; ok {
		return take(start)
	}
	k, err := s.node(start)
	if err != nil {
		return err
	}
	n.kids = append(n.kids, k)
	return nil
}

// skipped is a func for taken.
func (s *scanner) skipped(xml.StartElement) error { return s.skip() }

// kept returns the first attribute that is used. No element has two of them.
func kept(attrs []xml.Attr) xml.Attr {
	for _, a := range attrs {
		switch a.Name.Local {
		case "schemeID", "currencyID", "unitCode":
			return a
		}
	}
	return xml.Attr{}
}

func (s *scanner) notInvoice(line int, format string, args ...any) error {
	return refusal(ErrNotInvoice, line, format, args...)
}
