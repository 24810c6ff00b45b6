package partnerapihttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// paramValue is a value as it would stand in a query.
type paramValue string

// Schema admits single values and lists of them.
func (paramValue) Schema(huma.Registry) *huma.Schema {
	single := []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeNumber}, {Type: huma.TypeBoolean}}
	most := 1000
	list := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{AnyOf: single}, MaxItems: &most}
	s := &huma.Schema{AnyOf: append(single[:len(single):len(single)], list)}
	s.PrecomputeMessages()
	return s
}

var errParam = errors.New("must be a text, a number, true or false, or a list of these")

// UnmarshalJSON writes numbers as they were written.
func (p *paramValue) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return fmt.Errorf("read a parameter: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errParam
	}
	entries, isList := v.([]any)
	if !isList {
		entries = []any{v}
	}
	texts := make([]string, len(entries))
	for i, e := range entries {
		switch e := e.(type) {
		case string:
			texts[i] = e
		case json.Number:
			texts[i] = e.String()
		case bool:
			texts[i] = strconv.FormatBool(e)
		default:
			return errParam
		}
	}
	*p = paramValue(strings.Join(texts, ","))
	return nil
}
