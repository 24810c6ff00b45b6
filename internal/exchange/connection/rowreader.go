package connection

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"allot/internal/platform/apperr"
	"allot/internal/platform/csvfile"
)

// rowReader reads the rows of a file, one by one.
type rowReader interface {
	// next returns the next row. A *rejection is the problem of one row, after which
	// the next can be read; io.EOF is the end.
	next() (row, error)
}

// rejection is why a row is rejected.
type rejection struct {
	line    int
	refusal error
}

func (r *rejection) Error() string { return apperr.Sentence(r.refusal) }

func newRowReader(format string, in io.Reader) (rowReader, error) {
	if format == "json" {
		return newJSONRows(in)
	}
	return newCSVRows(in)
}

// csvRows reads a CSV file.
type csvRows struct {
	file    *csvfile.Reader
	columns []column
}

func newCSVRows(in io.Reader) (*csvRows, error) {
	file, err := csvfile.NewReader(in)
	if err != nil {
		return nil, err
	}
	known := map[string]column{}
	for c, name := range columnNames {
		known[csvfile.HeadingKey(name)] = column(c)
	}
	r := &csvRows{file: file, columns: make([]column, len(file.Header))}
	var unknown []string
	var seen [columnCount]bool
	for i, heading := range file.Header {
		c, ok := known[csvfile.HeadingKey(heading)]
		switch {
		case !ok:
			unknown = append(unknown, heading)
		case seen[c]:
			return nil, apperr.Field("file."+columnNames[c], "is there twice")
		default:
			r.columns[i], seen[c] = c, true
		}
	}
	if err := csvfile.CheckColumns(unknown, columnNames[:]); err != nil {
		return nil, err
	}
	var f apperr.Fields
	f.Check(seen[colRoom], "file.room", "is required: a column with the id or code of rooms")
	f.Check(seen[colDate] || seen[colFrom] && seen[colTo], "file.date", "is required: a column with dates, or columns from and to")
	return r, f.Err()
}

func (r *csvRows) next() (row, error) {
	rec, err := r.file.Next()
	var bad *csvfile.RecordError
	switch {
	case errors.As(err, &bad):
		return row{}, &rejection{bad.Line, bad.Err}
	case err != nil:
		return row{}, err
	}
	c := cells{line: rec.Line}
	for i, text := range rec.Fields {
		c.values[r.columns[i]] = text
	}
	c.values[colRoom] = csvfile.Unguard(c.values[colRoom])
	return parsed(&c)
}

func parsed(c *cells) (row, error) {
	r, err := c.parse()
	if err != nil {
		return row{}, &rejection{c.line, err}
	}
	return r, nil
}

// jsonRows reads {"rows": [...]} or a bare list.
type jsonRows struct {
	dec    *json.Decoder
	in     *boundedReader
	line   int
	object bool
}

// maxJSONRow bounds the bytes of one row, because the decoder holds a row in memory.
const maxJSONRow = 64 << 10

var errRowTooLong = apperr.ErrValidation.Withf("a row of the body is too long: at most %d bytes are accepted", maxJSONRow)

// boundedReader refuses to read more than some bytes without a reset.
type boundedReader struct {
	r    io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errRowTooLong
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

func newJSONRows(in io.Reader) (*jsonRows, error) {
	b := &boundedReader{in, 2 * maxJSONRow}
	r := &jsonRows{dec: json.NewDecoder(b), in: b}
	r.dec.UseNumber()
	tok, err := r.dec.Token()
	if err != nil {
		return nil, jsonError(err)
	}
	switch tok {
	case json.Delim('['):
		return r, nil
	case json.Delim('{'):
		r.object = true
		return r, r.findRows()
	}
	return nil, apperr.ErrValidation.Withf(`the body must be a list of rows, or {"rows": [...]}`)
}

// findRows reads up to the list of rows.
func (r *jsonRows) findRows() error {
	key, err := r.dec.Token()
	if err != nil {
		return jsonError(err)
	}
	name, isName := key.(string)
	if !isName {
		return apperr.Field("rows", "is required")
	}
	if name != "rows" {
		var f apperr.Fields
		f.Unknown("", name, []string{"rows"})
		return f.Err()
	}
	if tok, err := r.dec.Token(); err != nil {
		return jsonError(err)
	} else if tok != json.Delim('[') {
		return apperr.Field("rows", "must be a list")
	}
	return nil
}

func jsonError(err error) error {
	if _, refused := errors.AsType[*apperr.Error](err); refused {
		return err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return apperr.ErrValidation.Withf("the body is not JSON, or it ended early")
	}
	return apperr.ErrValidation.Withf("the body is not JSON: %s", err)
}

func (r *jsonRows) next() (row, error) {
	r.in.left = 2 * maxJSONRow
	if !r.dec.More() {
		return row{}, r.end()
	}
	r.line++
	var raw json.RawMessage
	if err := r.dec.Decode(&raw); err != nil {
		return row{}, jsonError(err)
	}
	c := cells{line: r.line}
	if err := c.readJSON(raw); err != nil {
		return row{}, &rejection{r.line, err}
	}
	return parsed(&c)
}

// end reads behind the list. Anything there is refused.
func (r *jsonRows) end() error {
	if _, err := r.dec.Token(); err != nil { // the bracket
		return jsonError(err)
	}
	if r.object {
		tok, err := r.dec.Token()
		if err != nil {
			return jsonError(err)
		}
		if name, more := tok.(string); more {
			var f apperr.Fields
			f.Unknown("", name, []string{"rows"})
			return f.Err()
		}
	}
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		return apperr.ErrValidation.Withf("the body has something behind the rows")
	}
	return io.EOF
}

// readJSON reads the members of a row and returns what is wrong with them.
func (c *cells) readJSON(raw json.RawMessage) error {
	var members map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&members); err != nil || members == nil {
		return apperr.Field("", "must be an object")
	}
	for _, name := range sortedNames(members) {
		i := slices.Index(columnNames[:], name)
		if i < 0 {
			var f apperr.Fields
			f.Unknown("", name, columnNames[:])
			return f.Err()
		}
		switch v := members[name].(type) {
		case string:
			c.values[i] = v
			c.roomCode = c.roomCode || column(i) == colRoom && v != ""
		case json.Number:
			c.values[i] = v.String()
			c.roomID = c.roomID || column(i) == colRoom
		case nil:
			if column(i) == colStatus {
				c.values[i] = noStatus
			}
		default:
			return apperr.Field(name, "must be text or a number")
		}
	}
	return nil
}
