package csvfile

import (
	"bytes"
	"errors"
	"io"

	"allot/internal/platform/apperr"
)

// state is the position of the reader in a record.
type state uint8

const (
	atStart  state = iota // of a field
	inPlain               // inside a field without quotes
	inQuotes              // inside a quoted field
	atQuote               // behind a quote inside a quoted field: its end, or half of ""
)

// errNotClosed makes Next continue on the line after the one with the quote: the
// lines inside the open quote are records of their own.
var errNotClosed = errors.New("has a quote that is not closed, or text behind a closing one")

// recordError is the problem of a record that has been read to its end.
type recordError struct{ refusal error }

func (b recordError) Error() string { return apperr.Sentence(b.refusal) }

// Next returns the next record that is not empty, and io.EOF at the end. After a
// *RecordError Next can be called again, after any other error it cannot.
func (c *Reader) Next() (Record, error) {
	for {
		start := c.line
		if start > maxLines {
			return Record{}, ErrFile.Withf("the file has more than %d lines: send it in parts", maxLines)
		}
		err := c.read()
		if errors.Is(err, errNotClosed) {
			if back := c.backToSecondLine(start); back != nil {
				return Record{}, back
			}
			return Record{}, &RecordError{start, apperr.Field("", "%s", err.Error())}
		}
		var bad recordError
		if errors.As(err, &bad) {
			return Record{}, &RecordError{start, bad.refusal}
		}
		if err != nil {
			return Record{}, err
		}
		if c.isBlank() {
			continue
		}
		fields, err := c.strings()
		if err == nil {
			fields, err = c.fit(fields)
		}
		if err != nil {
			return Record{}, &RecordError{start, err}
		}
		return Record{Line: start, Fields: fields}, nil
	}
}

// isBlank reports whether a record has no values: an empty line, or only the
// separators that spreadsheets write below a table.
func (c *Reader) isBlank() bool { return len(bytes.TrimSpace(c.text)) == 0 }

// fit returns a record with as many columns as the header. It refuses surplus
// columns unless they are empty.
func (c *Reader) fit(fields []string) ([]string, error) {
	if c.Header == nil {
		return fields, nil
	}
	for i := len(c.Header); i < len(fields); i++ {
		if fields[i] != "" {
			return nil, apperr.Field("", "has %d columns where the header has %d", len(fields), len(c.Header))
		}
	}
	for len(fields) < len(c.Header) {
		fields = append(fields, "")
	}
	return fields[:len(c.Header)], nil
}

// read parses one record, up to its line break.
func (c *Reader) read() error {
	c.raw, c.text, c.fields = c.raw[:0], c.text[:0], c.fields[:0]
	at, from := atStart, 0
	start := c.line
	for {
		b, err := c.next()
		switch {
		case errors.Is(err, io.EOF) && len(c.raw) == 0:
			return io.EOF
		case errors.Is(err, io.EOF) && at == inQuotes:
			return errNotClosed
		case errors.Is(err, io.EOF):
			return c.endField(from)
		case err != nil:
			return err
		}
		c.raw = append(c.raw, b)
		if len(c.raw) > maxRecord {
			return c.tooLong(start)
		}
		if b == '\r' {
			b = c.lineBreak()
		}
		if b == '\n' {
			c.line++
		}
		switch {
		case b == '\n' && at != inQuotes:
			return c.endField(from)
		case b == c.separator && at != inQuotes:
			if err := c.endField(from); err != nil {
				return c.skipped(start, err)
			}
			at, from = atStart, len(c.text)
		case b == '"' && (at == atStart || at == atQuote):
			if at == atQuote {
				c.text = append(c.text, b)
			}
			at = inQuotes
		case b == '"' && at == inQuotes:
			at = atQuote
		case at == atQuote && b != ' ':
			return errNotClosed
		case at == atQuote: // spaces behind a closing quote
		default:
			c.text = append(c.text, b)
			if at == atStart && b != ' ' {
				at = inPlain
			}
		}
	}
}
