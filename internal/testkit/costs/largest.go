package costs

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Largest returns an example whose lists have a share of the entries that they may have,
// each a little different, within a number of bytes. The result is the example itself if
// it has no list.
func (d *Document) Largest(schema Schema, example json.RawMessage, share float64, limit int) ([]byte, error) {
	var value any
	dec := json.NewDecoder(strings.NewReader(string(example)))
	dec.UseNumber()
	if err := dec.Decode(&value); err != nil {
		return nil, fmt.Errorf("read an example: %w", err)
	}
	if list := d.fitting(schema, "array"); list != nil {
		if _, is := value.(map[string]any); is {
			value = []any{value}
		}
	}
	for {
		raw, err := json.Marshal(d.grow(schema, value, share))
		if err != nil {
			return nil, fmt.Errorf("write a large body: %w", err)
		}
		if len(raw) <= limit || share < 1e-6 {
			return raw, nil
		}
		share *= min(0.9, float64(limit)/float64(len(raw)))
	}
}

func (d *Document) grow(schema Schema, value any, share float64) any {
	switch v := value.(type) {
	case []any:
		list := d.fitting(schema, "array")
		if list == nil || len(v) == 0 {
			return v
		}
		out := make([]any, 0, len(v))
		for i := range max(len(v), int(share*float64(most(list)))) {
			out = append(out, varied(d.grow(asSchema(list["items"]), v[i%len(v)], share), "", i/len(v)))
		}
		return out
	case map[string]any:
		object := d.fitting(schema, "object")
		if object == nil {
			return v
		}
		_, of := members(object)
		out := make(map[string]any, len(v))
		for name, member := range v {
			out[name] = d.grow(of[name], member, share)
		}
		return out
	}
	return value
}

// varied returns a copy of a value as the n-th of its kind: later days, other names.
func varied(value any, name string, n int) any {
	if n == 0 {
		return value
	}
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, member := range v {
			out[name] = varied(member, name, n)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = varied(e, name, n)
		}
		return out
	case string:
		if day, err := time.Parse(time.DateOnly, v); err == nil {
			return day.AddDate(0, 0, n).Format(time.DateOnly)
		}
		switch name {
		case "code", "reference", "mapped_code", "hotel_code", "name":
			return v + strconv.Itoa(n)
		case "email":
			return strconv.Itoa(n) + v
		}
	}
	return value
}
