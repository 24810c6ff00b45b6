package en16931

import (
	"bufio"
	"errors"
)

// errLongTag ends the reading of a tag whose attributes would take many times its own
// size in memory.
var errLongTag = errors.New("a tag is too long")

// guard bounds the length of tags: encoding/xml reads a whole tag before it returns it.
// Text and comments need no bound, they take little more than their own size.
type guard struct {
	in    *bufio.Reader
	read  int  // bytes of the current token
	first byte // of the current token
	after byte // the byte that follows first
	last  byte
}

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

// ReadByte returns the next byte, or an error in a tag that is too long.
func (g *guard) ReadByte() (byte, error) {
	b, err := g.in.ReadByte()
	if err != nil {
		return 0, err
	}
	g.count(b)
	if g.read > maxTag && g.first == '<' && g.after != '!' && g.after != '?' {
		return 0, errLongTag
	}
	return b, nil
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
