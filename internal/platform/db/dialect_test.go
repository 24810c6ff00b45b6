package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/dbtest"
)

// JSON columns give back what was stored, whatever people type.
func TestDialect_JSON(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	texts := []string{`\u0000 x`, `\\u0000`, `it's`, `"`, "a\\'b", "ü 😀", `\'`, "\u2028"}
	var read struct {
		Value []string `bun:"value,type:text"`
	}
	err := d.From(t.Context()).NewRaw("SELECT ? AS value", texts).Scan(t.Context(), &read)
	require.NoError(t, err)
	require.Equal(t, texts, read.Value)
}
