package httpx

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"allot/internal/platform/apperr"
)

// openValue is an object or a list of a JSON body that is being read.
type openValue struct {
	list  bool
	index int             // of the element under way
	names map[string]bool // of the members so far
	name  string          // of the member under way, once named is set
	named bool
}

// checkRepeated refuses a valid JSON body with an object that has a member twice:
// encoding/json would silently drop one.
func checkRepeated(raw []byte) error {
	var open []openValue
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			open = append(open, openValue{list: raw[i] == '[', names: map[string]bool{}})
		case '}', ']':
			open = open[:len(open)-1]
		case ',':
			top := &open[len(open)-1]
			top.index, top.named = top.index+1, false
		case '"':
			end := stringEnd(raw, i)
			if len(open) > 0 && !open[len(open)-1].takes(raw[i:end]) {
				return apperr.Field(pathOf(open), "must be there once")
			}
			i = end - 1
		}
	}
	return nil
}

// takes records the name of a member; it returns false for a repeated one.
func (o *openValue) takes(quoted []byte) bool {
	if o.list || o.named {
		return true
	}
	o.name, o.named = string(quoted[1:len(quoted)-1]), true
	if strings.Contains(o.name, `\`) {
		_ = json.Unmarshal(quoted, &o.name) // it is known to be JSON
	}
	again := o.names[o.name]
	o.names[o.name] = true
	return !again
}

// stringEnd returns the end of the string that begins at from.
func stringEnd(raw []byte, from int) int {
	for i := from + 1; ; i++ {
		i += bytes.IndexAny(raw[i:], `"\`)
		if raw[i] == '"' {
			return i + 1
		}
		i++ // what is escaped
	}
}

// pathOf returns the path of the value being read.
func pathOf(open []openValue) string {
	var path strings.Builder
	for _, o := range open {
		if o.list {
			path.WriteString("[" + strconv.Itoa(o.index) + "]")
		} else {
			path.WriteString(member(path.Len() > 0, printable(o.name)))
		}
		if path.Len() > maxPath {
			break
		}
	}
	return strings.ToValidUTF8(path.String()[:min(path.Len(), maxPath)], "")
}
