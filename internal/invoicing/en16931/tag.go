package en16931

import (
	"bytes"
	"encoding/xml"
	"slices"

	"allot/internal/invoicing/document"
)

// tag is an element to write: with a text or with tags inside. One without a name stands
// for the tags inside of it.
type tag struct {
	name  string
	attrs []string // name, value, name, value
	text  string
	kids  []tag
}

func leaf(name, text string, attrs ...string) tag {
	return tag{name: name, text: document.CleanText(text), attrs: attrs}
}

func group(name string, kids ...tag) tag { return tag{name: name, kids: kids} }

func list(kids ...tag) tag { return tag{kids: kids} }

// each returns the tags of several values.
func each[T any](values []T, of func(T) tag) tag {
	kids := make([]tag, len(values))
	for i, v := range values {
		kids[i] = of(v)
	}
	return list(kids...)
}

// when returns t or, unless ok, nothing.
func when(ok bool, t tag) tag {
	if !ok {
		return tag{}
	}
	return t
}

func (t tag) filled() bool { return t.text != "" || slices.ContainsFunc(t.kids, tag.filled) }

func encode(root tag) []byte {
	b := bytes.NewBufferString(xml.Header)
	root.write(b, 0)
	return b.Bytes()
}

// write leaves out empty elements, because the rules forbid them (PEPPOL-EN16931-R008).
func (t tag) write(b *bytes.Buffer, depth int) {
	if !t.filled() {
		return
	}
	if t.name == "" {
		t.writeKids(b, depth)
		return
	}
	indent(b, depth)
	b.WriteString("<" + t.name)
	for pair := range slices.Chunk(t.attrs, 2) {
		b.WriteString(" " + pair[0] + `="`)
		escape(b, pair[1])
		b.WriteByte('"')
	}
	b.WriteByte('>')
	escape(b, t.text)
	if len(t.kids) > 0 {
		b.WriteByte('\n')
		t.writeKids(b, depth+1)
		indent(b, depth)
	}
	b.WriteString("</" + t.name + ">\n")
}

func (t tag) writeKids(b *bytes.Buffer, depth int) {
	for _, kid := range t.kids {
		kid.write(b, depth)
	}
}

func indent(b *bytes.Buffer, depth int) {
	for range depth {
		b.WriteString("  ")
	}
}

// escape cannot fail: a buffer takes everything.
func escape(b *bytes.Buffer, s string) { _ = xml.EscapeText(b, []byte(s)) }
