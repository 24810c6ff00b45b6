package csvfile

import (
	"bytes"
	"errors"
	"io"

	"allot/internal/platform/apperr"
)

// next returns the next byte of the file.
func (c *Reader) next() (byte, error) {
	if c.pos < len(c.pending) {
		b := c.pending[c.pos]
		c.pos++
		return b, nil
	}
	return c.in.ReadByte()
}

// lineBreak returns \n for \r\n and for a lone \r, which old Macs wrote.
func (c *Reader) lineBreak() byte {
	next := c.pending[c.pos:]
	if len(next) == 0 {
		next, _ = c.in.Peek(1) // the next read returns the error again
	}
	if len(next) > 0 && next[0] == '\n' {
		b, _ := c.next()
		c.raw = append(c.raw, b)
	}
	return '\n'
}

func (c *Reader) endField(from int) error {
	if len(c.fields) == maxColumns {
		return recordError{apperr.Field("", "has more than %d columns", maxColumns)}
	}
	c.fields = append(c.fields, span{from, len(c.text)})
	return nil
}

// tooLong returns the error of a record that exceeds its limit.
func (c *Reader) tooLong(start int) error {
	if bytes.ContainsAny(c.raw, "\r\n") {
		return errNotClosed
	}
	return c.skipped(start, recordError{apperr.Field("", "is longer than %d bytes", maxRecord)})
}

// backToSecondLine unreads what was read after the first line of a record. This is
// cheap even with many open quotes: the next quote closes an open one, so only the
// last one can extend far.
func (c *Reader) backToSecondLine(start int) error {
	end := bytes.IndexAny(c.raw, "\r\n")
	if end < 0 {
		return c.skipLine(start)
	}
	if bytes.HasPrefix(c.raw[end:], []byte("\r\n")) {
		end++
	}
	rest := c.raw[end+1:]
	c.line = start + 1
	if len(rest) <= c.pos {
		c.pos -= len(rest)
		return nil
	}
	c.pending, c.pos = append(bytes.Clone(rest), c.pending[c.pos:]...), 0
	return nil
}

// skipLine skips to the end of a line. It refuses a line longer than maxSkipped.
func (c *Reader) skipLine(start int) error {
	if n := len(c.raw); n > 0 && (c.raw[n-1] == '\n' || c.raw[n-1] == '\r') {
		return nil
	}
	for range maxSkipped {
		b, err := c.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case b == '\r':
			b = c.lineBreak()
		}
		if b == '\n' {
			c.line = start + 1
			return nil
		}
	}
	return ErrFile.Withf("line %d has more than %d bytes: this is not a CSV table", start, maxSkipped)
}

// skipped skips to the end of the line and returns the error why.
func (c *Reader) skipped(start int, why error) error {
	if err := c.skipLine(start); err != nil {
		return err
	}
	return why
}
