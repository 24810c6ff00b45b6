package facts_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
)

func category(tb testing.TB, key string) *facts.Category {
	tb.Helper()
	c, ok := facts.Load().Find(key)
	require.True(tb, ok, key)
	return c
}

func record(tb testing.TB, raw string) facts.Record {
	tb.Helper()
	var r facts.Record
	require.NoError(tb, json.Unmarshal([]byte(raw), &r))
	return r
}

// fieldsOf are the problems of a refused record by path. The code tells whether
// a name among them is not known.
func fieldsOf(tb testing.TB, err error) map[string]string {
	tb.Helper()
	out, code := map[string]string{}, apperr.ErrValidation
	for _, f := range apperr.Of(err).Fields {
		out[f.Field] = f.Message
		if strings.HasPrefix(f.Message, "is not known here") {
			code = apperr.ErrUnknownField
		}
	}
	require.ErrorIs(tb, err, code)
	return out
}

// save does what a POST does with a body: parse, split, merge.
func save(c *facts.Category, body []byte) ([]facts.Record, error) {
	records, list, err := c.ParseBody(body)
	if err != nil {
		return nil, err
	}
	var out []facts.Record
	for i, r := range records {
		prefix := facts.Prefix(list, i)
		_, _, rest, err := c.Split(prefix, r)
		if err != nil {
			return nil, err
		}
		merged, err := c.Merge(prefix, nil, rest)
		if err != nil {
			return nil, err
		}
		out = append(out, merged)
	}
	return out, nil
}

func asJSON(tb testing.TB, v any) string {
	tb.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	require.NoError(tb, enc.Encode(v))
	return b.String()
}
