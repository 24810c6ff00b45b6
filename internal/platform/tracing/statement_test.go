package tracing_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/tracing"
)

func TestWithoutValues(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		`SELECT "u"."id" FROM "account_users" AS "u" WHERE (email = 'anna@x.example') AND (id = 42) LIMIT 1`: `SELECT "u"."id" FROM "account_users" AS "u" WHERE (email = ?) AND (id = ?) LIMIT ?`,
		`UPDATE t SET a = 'it''s a secret', b = E'x' WHERE c = -1.5`:                                         `UPDATE t SET a = ?, b = E? WHERE c = -?`,
		`SELECT a FROM t WHERE id IN (1, 2, 3) AND s IN ('a','b')`:                                           `SELECT a FROM t WHERE id IN (?) AND s IN (?)`,
		"INSERT INTO t (a, b2)\nVALUES (1, NULL), (2, 'x'), (3, NULL)":                                       `INSERT INTO t (a, b2) VALUES (?, NULL)`,
		`INSERT INTO t (a) VALUES ($1, $2)`:                                                                  `INSERT INTO t (a) VALUES (?)`,
		`SELECT 'cut off`:                                                                                    `SELECT ?`,
		`SELECT "cut off`:                                                                                    `SELECT `,
		`SELECT x'00ff', 0xAB, 1e5`:                                                                          `SELECT x?`,
	} {
		require.Equal(t, want, tracing.WithoutValues(query))
	}
	require.LessOrEqual(t, len(tracing.WithoutValues(strings.Repeat("SELECT a FROM b; ", 10_000))), 2100, "a long statement is cut")
}

// Whatever a value is, nothing of it is left.
func FuzzWithoutValues(f *testing.F) {
	f.Add("anna@x.example", 7)
	f.Add("it's \"quoted\" \\' -- ", 0)
	f.Fuzz(func(t *testing.T, text string, n int) {
		quoted := "'" + strings.ReplaceAll(text, "'", "''") + "'"
		require.Equal(t, "SELECT a FROM b WHERE c = ? AND d > ?",
			tracing.WithoutValues("SELECT a FROM b WHERE c = "+quoted+" AND d > "+strings.Repeat("7", 1+n&7)))
	})
}
