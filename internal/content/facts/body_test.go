package facts_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

func TestCategory_ParseBody(t *testing.T) {
	t.Parallel()

	t.Run("reads one record or a list of them", func(t *testing.T) {
		t.Parallel()
		records, list, err := category(t, "rooms").ParseBody([]byte(` {"code": "A"} `))
		require.NoError(t, err)
		require.False(t, list)
		require.Equal(t, []facts.Record{{"code": "A"}}, records)

		records, list, err = category(t, "rooms").ParseBody([]byte(`[{"code": "A"}, {"code": "B"}]`))
		require.NoError(t, err)
		require.True(t, list)
		require.Len(t, records, 2)
		require.Equal(t, "[1]", facts.Prefix(list, 1))

		records, list, err = category(t, "rooms").ParseBody([]byte(`[]`))
		require.NoError(t, err)
		require.True(t, list)
		require.Empty(t, records)
	})

	t.Run("takes the last of two equal names", func(t *testing.T) {
		t.Parallel()
		records, _, err := category(t, "rooms").ParseBody([]byte(`{"code": "A", "code": "B"}`))
		require.NoError(t, err)
		require.Equal(t, facts.Record{"code": "B"}, records[0])
	})

	refused := map[string]string{
		"nothing":             "",
		"no JSON":             "{code: 1}",
		"half a body":         `{"code": "A"`,
		"two values":          `{"code": "A"} {"code": "B"}`,
		"a text":              `"rooms"`,
		"null":                `null`,
		"100,000 open lists":  strings.Repeat("[", 100_000),
		"100,000 lists":       strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"100,000 objects":     strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000),
		"more than 500 rooms": "[" + strings.Repeat("{},", 500) + "{}]",
	}
	for name, body := range refused {
		t.Run("refuses "+name, func(t *testing.T) {
			t.Parallel()
			_, _, err := category(t, "rooms").ParseBody([]byte(body))
			require.Contains(t, fieldsOf(t, err), "body")
		})
	}

	t.Run("refuses a list for a category with one record", func(t *testing.T) {
		t.Parallel()
		_, _, err := category(t, "general").ParseBody([]byte(`[{}]`))
		require.Equal(t, map[string]string{"body": "must be one object: a property has one record of general"}, fieldsOf(t, err))
	})

	t.Run("names every entry that is no object", func(t *testing.T) {
		t.Parallel()
		_, _, err := category(t, "rooms").ParseBody([]byte(`[7, {}, null]`))
		require.Equal(t, map[string]string{"[0]": "must be an object", "[2]": "must be an object"}, fieldsOf(t, err))
	})
}

func TestCategory_Split(t *testing.T) {
	t.Parallel()

	t.Run("takes id and position out of a read answer", func(t *testing.T) {
		t.Parallel()
		r := record(t, `{"id": 17, "position": 3.0, "code": "A"}`)
		id, position, rest, err := category(t, "rooms").Split("", r)
		require.NoError(t, err)
		require.EqualValues(t, 17, *id)
		require.Equal(t, 3, *position)
		require.Equal(t, facts.Record{"code": "A"}, rest)
		require.Len(t, r, 3, "the caller's record is not changed")
	})

	t.Run("finds none where there is none", func(t *testing.T) {
		t.Parallel()
		id, position, _, err := category(t, "rooms").Split("", record(t, `{"id": null, "code": "A"}`))
		require.NoError(t, err)
		require.Nil(t, id)
		require.Nil(t, position)
	})

	t.Run("names both where both are wrong", func(t *testing.T) {
		t.Parallel()
		_, _, _, err := category(t, "rooms").Split("[4]", record(t, `{"id": "17", "position": -1}`))
		require.Equal(t, map[string]string{
			"[4].id":       "must be a whole number",
			"[4].position": "must be between 0 and 1000000",
		}, fieldsOf(t, err))
	})

	t.Run("leaves them to be refused in a category with one record", func(t *testing.T) {
		t.Parallel()
		c := category(t, "general")
		id, _, rest, err := c.Split("", record(t, `{"id": 17}`))
		require.NoError(t, err)
		require.Nil(t, id)
		_, err = c.Merge("", nil, rest)
		require.Equal(t, map[string]string{"id": "is not known here"}, fieldsOf(t, err))
	})
}
