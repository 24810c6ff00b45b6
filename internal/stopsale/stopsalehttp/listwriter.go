package stopsalehttp

import (
	"encoding/json"
	"fmt"
	"io"
)

// listWriter writes a JSON object whose last member is a list, entry by entry.
type listWriter struct {
	w     io.Writer
	list  string // name of the member
	begun bool
}

// open writes the members before the list, which head has as an object.
func (l *listWriter) open(head any) error {
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

func (l *listWriter) add(entry any) error {
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

func (l *listWriter) close() error {
	_, err := io.WriteString(l.w, "]}\n")
	return err
}
