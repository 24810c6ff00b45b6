package httpx

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// ListWriter writes a JSON object whose last member is a list, entry by entry, as
// every export does.
type ListWriter struct {
	w     io.Writer
	list  string // name of the member
	begun bool
}

// NewListWriter returns a writer of an object with a list of that name.
func NewListWriter(w io.Writer, list string) *ListWriter { return &ListWriter{w: w, list: list} }

// Stamp precedes the list of an export: when it was generated, and whether it is
// truncated.
type Stamp struct {
	GeneratedAt     time.Time `json:"generated_at" doc:"The state that is shown; nothing in the answer that was published or changed before the call is younger"`
	Truncated       bool      `json:"truncated,omitempty" doc:"Test calls only: the answer was cut, there are more properties"`
	PropertiesTotal int       `json:"properties_total,omitempty" doc:"Test calls that were cut: how many properties there are"`
}

// StampOf returns the stamp for now. It is as exact as the times in the response:
// cut to seconds it would be older than a change of the same second.
func StampOf(now time.Time) Stamp { return Stamp{GeneratedAt: now.UTC().Truncate(time.Microsecond)} }

// Of marks the response as truncated if fewer properties are shown than there are.
func (s Stamp) Of(shown, total int) Stamp {
	if s.Truncated = shown < total; s.Truncated {
		s.PropertiesTotal = total
	}
	return s
}

// Open writes the members of head, an object, before the list.
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

// Add writes an entry.
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
