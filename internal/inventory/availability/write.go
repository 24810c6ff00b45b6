package availability

import (
	"context"
	"io"
	"strconv"
	"time"

	"allot/internal/inventory/gzjoin"
)

const (
	separator = ","
	// tail ends the list and the response.
	tail = "]}\n"
)

// head returns the beginning of the response.
func (x *Export) head() string {
	complete := "false"
	if x.Complete {
		complete = "true"
	}
	at := x.service.deps.Now().UTC().Truncate(time.Microsecond).Format(time.RFC3339Nano)
	cut := ""
	if x.truncatedFrom > 0 {
		cut = `,"truncated":true,"properties_total":` + strconv.Itoa(x.truncatedFrom)
	}
	return `{"generated_at":"` + at + `"` + cut + `,"next_cursor":"` + x.Next() + `","complete":` + complete + `,"properties":[`
}

// Write writes the response as JSON, property by property.
func (x *Export) Write(ctx context.Context, w io.Writer) error {
	return x.writeList(ctx, w, x.head())
}

// EachProperty calls fn with each property as JSON, which is valid until fn returns.
func (x *Export) EachProperty(ctx context.Context, fn func(property []byte) error) error {
	return x.fragmentReader(false).each(ctx, func(f fragment) error { return fn(f.text) })
}

// writeList writes the properties into a list that head begins.
func (x *Export) writeList(ctx context.Context, w io.Writer, head string) error {
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	first := true
	err := x.fragmentReader(false).each(ctx, func(f fragment) error {
		if !first {
			if _, err := io.WriteString(w, separator); err != nil {
				return err
			}
		}
		first = false
		_, err := w.Write(f.text)
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, tail)
	return err
}

var separatorPart, tailPart = gzjoin.Stored(separator), gzjoin.Stored(tail)

// WriteGzip writes the same as a gzip stream, joined from compressed fragments.
func (x *Export) WriteGzip(ctx context.Context, w io.Writer) error {
	out := gzjoin.NewWriter(w)
	if err := out.Add(gzjoin.Stored(x.head())); err != nil {
		return err
	}
	first := true
	err := x.fragmentReader(true).each(ctx, func(f fragment) error {
		if !first {
			if err := out.Add(separatorPart); err != nil {
				return err
			}
		}
		first = false
		return out.Add(f.part)
	})
	if err != nil {
		return err
	}
	if err := out.Add(tailPart); err != nil {
		return err
	}
	return out.Close()
}
