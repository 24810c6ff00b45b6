package httpx

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// ListWriter writes a JSON object whose last member is a list, entry by entry: the
// form of every export.
type ListWriter struct {
	w     io.Writer
	list  string // name of the member
	begun bool
}

// NewListWriter makes a writer to w of an object with a list of that name.
func NewListWriter(w io.Writer, list string) *ListWriter { return &ListWriter{w: w, list: list} }

// Stamp stands before the list of an answer to systems: the state that it shows.
type Stamp struct {
	GeneratedAt time.Time `json:"generated_at"`
}

// StampOf is the stamp of what is shown as it is now.
func StampOf(now time.Time) Stamp { return Stamp{now.UTC().Truncate(time.Second)} }

// Open writes the members before the list, which head has as an object.
func (l *ListWriter) Open(head any) error {
	raw, err := json.Marshal(head)
	if err != nil {
		return fmt.Errorf("encode head of %s: %w", l.list, err)
	}
	raw = raw[:len(raw)-1]
	if len(raw) > 1 {
		raw = append(raw, ',')
	}
	_, err = fmt.Fprintf(l.w, "%s%q:[", raw, l.list)
	return err
}

// Add writes one more entry.
func (l *ListWriter) Add(entry any) error {
	raw, err := json.Marshal(entry)
	if err != nil {
		return fmt.Errorf("encode an entry of %s: %w", l.list, err)
	}
	if l.begun {
		raw = append([]byte(","), raw...)
	}
	l.begun = true
	_, err = l.w.Write(raw)
	return err
}

// Close ends the list and the object.
func (l *ListWriter) Close() error {
	_, err := io.WriteString(l.w, "]}\n")
	return err
}
