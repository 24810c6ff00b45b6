package facts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// node is a JSON value that keeps the order of its names: the order of a schema's properties is
// the order of the form and of the printed sheet.
type node struct {
	names []string
	kids  map[string]*node // of an object
	items []*node          // of a list
	leaf  any              // string, json.Number, bool
	kind  byte             // '{', '[' or 0
}

func parseNode(raw []byte) (*node, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	n, err := readNode(dec)
	if err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("more than one JSON value")
	}
	return n, nil
}

func readNode(dec *json.Decoder) (*node, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('{'):
		return readObject(dec)
	case json.Delim('['):
		return readList(dec)
	}
	return &node{leaf: tok}, nil
}

func readObject(dec *json.Decoder) (*node, error) {
	n := &node{kind: '{', kids: map[string]*node{}}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := tok.(string)
		if n.kids[name] != nil {
			return nil, fmt.Errorf("the name %q occurs twice", name)
		}
		kid, err := readNode(dec)
		if err != nil {
			return nil, err
		}
		n.put(name, kid)
	}
	_, err := dec.Token()
	return n, err
}

func readList(dec *json.Decoder) (*node, error) {
	n := &node{kind: '['}
	for dec.More() {
		kid, err := readNode(dec)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, kid)
	}
	_, err := dec.Token()
	return n, err
}

func (n *node) put(name string, kid *node) {
	if n.kids[name] == nil {
		n.names = append(n.names, name)
	}
	n.kids[name] = kid
}

// get returns the value below the names, nil if there is none.
func (n *node) get(names ...string) *node {
	for _, name := range names {
		if n == nil {
			return nil
		}
		n = n.kids[name]
	}
	return n
}

func (n *node) text() string {
	if n == nil {
		return ""
	}
	s, _ := n.leaf.(string)
	return s
}

func (n *node) truth() bool {
	if n == nil {
		return false
	}
	b, _ := n.leaf.(bool)
	return b
}

func (n *node) number() int {
	if n == nil {
		return 0
	}
	num, _ := n.leaf.(json.Number)
	i, _ := num.Int64()
	return int(i)
}

func (n *node) texts() []string {
	if n == nil {
		return nil
	}
	out := make([]string, len(n.items))
	for i, item := range n.items {
		out[i] = item.text()
	}
	return out
}

// MarshalJSON keeps the order of names.
func (n *node) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := n.write(&b)
	return b.Bytes(), err
}

func (n *node) write(b *bytes.Buffer) error {
	switch n.kind {
	case '{':
		return n.writeObject(b)
	case '[':
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := item.write(b); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	return writeLeaf(b, n.leaf)
}

func (n *node) writeObject(b *bytes.Buffer) error {
	b.WriteByte('{')
	for i, name := range n.names {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeLeaf(b, name); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := n.kids[name].write(b); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func writeLeaf(b *bytes.Buffer, v any) error {
	raw, err := json.Marshal(v)
	b.Write(raw)
	return err
}
