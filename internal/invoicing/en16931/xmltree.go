package en16931

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// The bounds of what is read. Real files are far below them.
const (
	maxDepth = 60      // of elements in each other
	maxTag   = 32_000  // bytes of one tag with its attributes
	maxNodes = 100_000 // elements that are in memory at a time
	maxText  = 64_000  // bytes of text in an element that is not skipped
)

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

// scanner reads a file element by element. It refuses document types and with them all
// entities but the five of XML.
type scanner struct {
	dec    *xml.Decoder
	source *guard
	depth  int
	nodes  int // in memory
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
	s := &scanner{source: &guard{in: bufio.NewReader(in)}}
	s.dec = xml.NewDecoder(s.source)
	// The text is decoded already, whatever the file declares.
	s.dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return s, nil
}

// token returns the next token.
func (s *scanner) token() (xml.Token, error) {
	t, err := s.dec.Token()
	s.source.next()
	if errors.Is(err, io.EOF) {
		return nil, err
	}
	if err != nil {
		return nil, s.broken(err)
	}
	switch t.(type) {
	case xml.StartElement:
		if s.depth++; s.depth > maxDepth {
			return nil, s.notXML("more than %d elements are in each other", maxDepth)
		}
	case xml.EndElement:
		s.depth--
	case xml.Directive:
		return nil, s.notXML("a DOCTYPE is not allowed")
	}
	return t, nil
}

// inner returns the next token inside an element, where the file cannot end.
func (s *scanner) inner() (xml.Token, error) {
	t, err := s.token()
	if errors.Is(err, io.EOF) {
		return nil, s.notXML("the file ends early")
	}
	return t, err
}

// root returns the root element.
func (s *scanner) root() (xml.StartElement, error) {
	for {
		t, err := s.token()
		if errors.Is(err, io.EOF) {
			return xml.StartElement{}, s.notXML("there is no element")
		}
		if err != nil {
			return xml.StartElement{}, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return t.Copy(), nil
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				return xml.StartElement{}, s.notXML("text before the first element")
			}
		}
	}
}

// end refuses everything but comments after the root element.
func (s *scanner) end() error {
	for {
		t, err := s.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return s.notXML("a second root element")
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				return s.notXML("text after the last element")
			}
		}
	}
}

// skip reads the current element to its end.
func (s *scanner) skip() error {
	for depth := s.depth; s.depth >= depth; {
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
		return nil, s.notInvoice("more elements than an invoice can have")
	}
	n := &node{name: start.Name.Local, attr: kept(start.Attr), line: s.line()}
	var text []byte
	for {
		t, err := s.inner()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.CharData:
			if text = append(text, t...); len(text) > maxText {
				return nil, s.notInvoice("the text of %s has more than %d bytes", n.name, maxText)
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

func (s *scanner) line() int {
	line, _ := s.dec.InputPos()
	return line
}

// broken turns an error of the decoder into one of ours.
func (s *scanner) broken(err error) error {
	if s.source.err != nil { // what the decoder says of it is a consequence
		return s.notXML("%v", s.source.err)
	}
	if syntax := new(xml.SyntaxError); errors.As(err, &syntax) {
		return refusal(ErrNotXML, syntax.Line, "%s", syntax.Msg)
	}
	return s.notXML("%v", err)
}

func (s *scanner) notXML(format string, args ...any) error {
	return refusal(ErrNotXML, s.line(), format, args...)
}

func (s *scanner) notInvoice(format string, args ...any) error {
	return refusal(ErrNotInvoice, s.line(), format, args...)
}
