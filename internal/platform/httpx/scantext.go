package httpx

import (
	"encoding/json"
	"unicode/utf8"
)

// maxName is how much of a name is kept. No name of ours is near it.
const maxName = 1 << 10

// textScan reads a text of a JSON body that may come in pieces.
type textScan struct {
	size    int  // in bytes, so far
	bad     bool // no column can hold it
	escaped int  // what is left of an escape: 5 its letter, 4 to 1 digits of \u
	code    int  // of \u so far
	escapes bool // there was an escape
	start   []byte
	partial []byte // of a character that the last piece ended in
}

func (t *textScan) begin() {
	t.size, t.bad, t.escaped, t.escapes = 0, false, 0, false
	t.start, t.partial = t.start[:0], t.partial[:0]
}

// read takes a piece up to the end of the text, and returns how much it took.
func (t *textScan) read(p []byte) (n int, ended bool) {
	plain := 0 // where what is not escaped began
	for i, c := range p {
		switch {
		case t.escaped > 0:
			t.escape(c)
			plain = i + 1
		case c == '\\':
			t.characters(p[plain:i], true)
			t.escaped, t.escapes = 5, true
		case c == '"':
			t.characters(p[plain:i], true)
			t.keep(p[:i])
			t.size += i
			return i + 1, true
		}
	}
	if t.escaped == 0 {
		t.characters(p[plain:], false)
	}
	t.keep(p)
	t.size += len(p)
	return len(p), false
}

// escape takes the next sign of an escape.
func (t *textScan) escape(c byte) {
	switch t.escaped--; {
	case t.escaped == 4 && c == 'u':
		t.code = 0
	case t.escaped == 4:
		t.escaped = 0
	default:
		t.code <<= 4
		if c != '0' {
			t.code |= 1
		}
		t.bad = t.bad || t.escaped == 0 && t.code == 0
	}
}

// characters checks that a piece is UTF-8. Unless it is the last before an escape or the
// end, the rest of its last character may follow.
func (t *textScan) characters(p []byte, last bool) {
	for len(t.partial) > 0 && len(p) > 0 && !utf8.FullRune(t.partial) {
		t.partial, p = append(t.partial, p[0]), p[1:]
	}
	if len(t.partial) > 0 && (last || utf8.FullRune(t.partial)) {
		t.bad = t.bad || !utf8.Valid(t.partial)
		t.partial = t.partial[:0]
	}
	if !last {
		for n := 1; n < min(utf8.UTFMax, len(p)+1); n++ {
			if end := p[len(p)-n:]; utf8.RuneStart(end[0]) {
				if !utf8.FullRune(end) {
					t.partial, p = append(t.partial, end...), p[:len(p)-n]
				}
				break
			}
		}
	}
	t.bad = t.bad || !utf8.Valid(p)
}

// keep keeps the start of the text, in case it is a name.
func (t *textScan) keep(p []byte) {
	t.start = append(t.start, p[:min(len(p), maxName-len(t.start))]...)
}

// name returns the text without escapes.
func (t *textScan) name() string {
	var name string
	if t.escapes && json.Unmarshal([]byte(`"`+string(t.start)+`"`), &name) == nil {
		return name
	}
	return string(t.start)
}
