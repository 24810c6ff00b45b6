package xmlreader

import (
	"bufio"
	"fmt"
	"io"
)

// guard bounds the length of tokens: encoding/xml reads a whole token before it returns
// it.
type guard struct {
	in     *bufio.Reader
	bounds Bounds
	total  int
	read   int  // bytes of the current token
	first  byte // of the current token
	after  byte // the byte that follows first
	last   byte
	err    error // why guard ended the reading
}

func newGuard(in io.Reader, b Bounds) *guard { return &guard{in: bufio.NewReader(in), bounds: b} }

// next tells that the decoder returned a token. Of the token that follows text it has
// read the opening bracket already.
func (g *guard) next() {
	g.read = 0
	if g.last == '<' {
		g.count('<')
	}
}

func (g *guard) count(b byte) {
	switch g.read {
	case 0:
		g.first = b
	case 1:
		g.after = b
	}
	g.read++
	g.last = b
}

// ReadByte returns the next byte, or an error in a token that is too long.
func (g *guard) ReadByte() (byte, error) {
	b, err := g.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if g.total++; g.total > g.bounds.Bytes {
		g.err = fmt.Errorf("the text is longer than %d bytes", g.bounds.Bytes)
		return 0, g.err
	}
	g.count(b)
	// The first byte of a tag after a text is counted with the text.
	isTag := g.first == '<' && g.after != '!' && g.after != '?'
	switch {
	case isTag && g.read > g.bounds.Tag:
		g.err = fmt.Errorf("a tag is longer than %d bytes", g.bounds.Tag)
	case !isTag && g.read > g.bounds.Text+1:
		g.err = fmt.Errorf("a text is longer than %d bytes", g.bounds.Text)
	default:
		return b, nil
	}
	return 0, g.err
}

// Read makes guard a reader, as the decoder wants it. The decoder reads byte by byte.
func (g *guard) Read(p []byte) (int, error) {
	for i := range p {
		b, err := g.ReadByte()
		if err != nil {
			return i, err
		}
		p[i] = b
	}
	return len(p), nil
}
