package en16931

import (
	"bufio"
	"errors"
)

var (
	// errLongTag ends the reading of a tag whose attributes would take many times its own
	// size in memory.
	errLongTag = errors.New("a tag is too long")
	// errLongText ends the reading of a file that grows when it is decoded.
	errLongText = errors.New("the text is too long")
)

// maxDecoded is how many bytes a file may have in UTF-8. Umlauts take two bytes there.
const maxDecoded = MaxSize * 3 / 2

// guard bounds the length of tags: encoding/xml reads a whole tag before it returns it.
// Text and comments take little more than their own size, so the file bounds them.
type guard struct {
	in    *bufio.Reader
	total int
	read  int  // bytes of the current token
	first byte // of the current token
	after byte // the byte that follows first
	last  byte
	err   error // why guard ended the reading
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
	if g.total++; g.total > maxDecoded {
		g.err = errLongText
		return 0, g.err
	}
	g.count(b)
	if g.read > maxTag && g.first == '<' && g.after != '!' && g.after != '?' {
		g.err = errLongTag
		return 0, g.err
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
