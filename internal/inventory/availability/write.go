package availability

import (
	"context"
	"io"
	"strconv"
	"time"

	"allot/internal/inventory/gzjoin"
	"allot/internal/platform/civil"
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

// EachProperty yields the encoded properties one by one, in order. A text is valid until
// the next one.
func (x *Export) EachProperty(ctx context.Context, yield func(text []byte) error) error {
	return x.fragmentReader(false).each(ctx, func(f fragment) error { return yield(f.text) })
}

// IDs lists the properties of the export.
func (x *Export) IDs() []int64 {
	ids := make([]int64, len(x.items))
	for i, it := range x.items {
		ids[i] = it.id
	}
	return ids
}

// Season returns the days of the export.
func (x *Export) Season() civil.Range { return x.season }

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
