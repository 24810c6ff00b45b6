// Package csvfile reads tables that people export from office programs and
// address books, record by record.
//
// It detects the encoding (UTF-8, UTF-16, Windows-1252), the separator (comma,
// semicolon, tab) and the line breaks. Memory is bounded for any input, and a bad
// record does not affect others.
package csvfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"allot/internal/platform/apperr"
)

const (
	maxRecord  = 64 << 10 // bytes
	maxSkipped = 1 << 20  // bytes of a line that is no record, before the file is refused
	maxColumns = 256
	// maxLines is more than a sheet of any office program has. Lines are counted and not
	// only bytes: a short one takes as much work as a long one.
	maxLines = 1<<20 + 1024
	sniffed  = 4 << 10
)

// ErrFile refuses a file that cannot be read as a table.
var ErrFile = apperr.New(apperr.Invalid, "file_invalid", "the file is not a CSV table")

// RecordError describes a record that cannot be read. The ones after it can. Err is the
// refusal.
type RecordError struct {
	Line int
	Err  error
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("line %d: %s", e.Line, apperr.Sentence(e.Err))
}

// Record is one row of the table.
type Record struct {
	Line   int // of the file, from 1, where the record starts
	Fields []string
}

// Reader reads a table with a header.
type Reader struct {
	Header []string

	in        *bufio.Reader
	pending   []byte // was unread, comes before in
	pos       int    // of the next byte in pending
	separator byte
	line      int // of the next byte
	encoding  encoding
	raw       []byte // of the current record
	fields    []span
	text      []byte // the fields of the record, unquoted, one after the other
}

type span struct{ from, to int }

type encoding uint8

const (
	undecided encoding = iota // only ASCII so far
	isUTF8
	isWindows1252
)

// NewReader detects the format of a file and reads its header.
func NewReader(r io.Reader) (*Reader, error) {
	c := &Reader{in: bufio.NewReaderSize(r, maxRecord), line: 1, separator: ','}
	head, err := c.in.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	c.decode(head)
	if err := c.findSeparator(); err != nil {
		return nil, err
	}
	rec, err := c.Next()
	var bad *RecordError
	switch {
	case errors.Is(err, io.EOF):
		return nil, ErrFile.Withf("the file is empty: its first line must name the columns")
	case errors.As(err, &bad):
		return nil, ErrFile.Withf("the header in line %d cannot be read: it %s", bad.Line, apperr.Sentence(bad.Err))
	case err != nil:
		return nil, err
	}
	c.Header = rec.Fields
	return c, nil
}

// decode sets the encoding if the start of a file shows it.
func (c *Reader) decode(head []byte) {
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = c.in.Discard(3)
		c.encoding = isUTF8
	case bytes.HasPrefix(head, []byte("\xff\xfe")), looksUTF16(head, 1):
		c.transcode(unicode.LittleEndian)
	case bytes.HasPrefix(head, []byte("\xfe\xff")), looksUTF16(head, 0):
		c.transcode(unicode.BigEndian)
	}
}

func (c *Reader) transcode(order unicode.Endianness) {
	// UseBOM removes the byte order mark if there is one.
	c.in = bufio.NewReaderSize(unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(c.in), maxRecord)
	c.encoding = isUTF8
}

// looksUTF16 reports whether the high bytes of the header, which is at least partly
// ASCII, are zero.
func looksUTF16(head []byte, high int) bool {
	zeros, others := 0, 0
	for i, b := range head {
		if b != 0 {
			continue
		}
		if i%2 == high {
			zeros++
		} else {
			others++
		}
	}
	return others == 0 && zeros > 0 && zeros*4 >= len(head)/2
}

// findSeparator counts the candidates in the header, outside quotes. Excel
// writes a line "sep=;" in front of it.
func (c *Reader) findSeparator() error {
	head, err := c.in.Peek(maxRecord)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return err
	}
	line, rest, _ := strings.Cut(strings.TrimLeft(string(head), "\r\n"), "\n")
	if s, ok := strings.CutPrefix(strings.TrimRight(line, "\r"), "sep="); ok && len(s) == 1 && strings.Contains(",;\t|", s) {
		c.separator = s[0]
		_, err := c.in.Discard(len(head) - len(rest))
		c.line += strings.Count(string(head[:len(head)-len(rest)]), "\n")
		return err
	}
	c.separator = mostFrequent(line)
	return nil
}

func mostFrequent(line string) byte {
	counts := map[byte]int{}
	quoted := false
	for i := range len(line) {
		switch b := line[i]; b {
		case '"':
			quoted = !quoted
		case ',', ';', '\t':
			if !quoted {
				counts[b]++
			}
		}
		if line[i] == '\r' {
			break
		}
	}
	best := byte(',')
	for _, b := range []byte{';', '\t'} {
		if counts[b] > counts[best] {
			best = b
		}
	}
	return best
}

// strings returns the fields in UTF-8. The first record that is not ASCII decides
// the encoding of the file: valid UTF-8 is hardly ever anything else.
func (c *Reader) strings() ([]string, error) {
	if c.encoding == undecided && !isASCII(c.text) {
		c.encoding = isWindows1252
		if utf8.Valid(c.text) {
			c.encoding = isUTF8
		}
	}
	if c.encoding != isWindows1252 && !utf8.Valid(c.text) {
		return nil, apperr.Field("", "is not UTF-8 text like the lines before it")
	}
	if bytes.IndexByte(c.text, 0) >= 0 {
		return nil, apperr.Field("", "contains a NUL character")
	}
	fields := make([]string, len(c.fields))
	for i, s := range c.fields {
		fields[i] = c.field(c.text[s.from:s.to])
	}
	return fields, nil
}

func (c *Reader) field(b []byte) string {
	if c.encoding == isWindows1252 && !isASCII(b) {
		var s strings.Builder
		for _, x := range b {
			s.WriteRune(charmap.Windows1252.DecodeByte(x))
		}
		return strings.TrimSpace(s.String())
	}
	return string(bytes.TrimSpace(b))
}

func isASCII(b []byte) bool {
	for _, x := range b {
		if x >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
