package db_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// onOneEngine lists what one engine has and the other has not, and why.
var onOneEngine = map[string]string{
	"node_leases":                                 "SQLite has one process, which holds the lock on the data folder",
	"stamps":                                      "on SQLite, where one process owns the data, they are in memory",
	"INDEX directory_entries_by_search":           "a search reads only the index; PostgreSQL reads the table as fast",
	"INDEX settings_contacts_by_owner":            "the same: on SQLite the index has the search text too",
	"apistats_days PRIMARY KEY":                   "a key of PostgreSQL has no descending column",
	"apistats_days UNIQUE INDEX apistats_days_by": "stands for that key",
}

// Every migration is written twice. Both must lead to the same versions, columns
// (type, NULL or not, default), keys, checks and indexes.
func TestMigrations_MakeTheSameSchemaOnBothEngines(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("needs both engines: run it with ALLOT_TEST_ENGINE=postgres")
	}
	sqlite, err := db.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "allot.db"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = sqlite.Close() })
	_, err = sqlite.Migrate(t.Context())
	require.NoError(t, err)

	ours, theirs := sqliteSchema(t, sqlite), postgresSchema(t, dbtest.New(t))
	require.Greater(t, len(ours), 900, "the queries miss a part of the schema")
	require.Empty(t, missing(ours, theirs), "only on SQLite")
	require.Empty(t, missing(theirs, ours), "only on PostgreSQL")
}

// missing returns the lines of a that b lacks, without those that differ on purpose.
func missing(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(line string) bool {
		for name := range onOneEngine {
			if strings.Contains(line, name) {
				return true
			}
		}
		return slices.Contains(b, line)
	})
}

// sqliteSchema returns a line for each version, column, key, check and index.
func sqliteSchema(t *testing.T, d *db.DB) []string {
	t.Helper()
	lines := read(t, d, `
		WITH t AS (SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version')
		SELECT 'version ' || version_id FROM goose_db_version
		UNION ALL
		SELECT t.name || '.' || c.name || ' ' || lower(c.type) || iif(c."notnull" OR c.pk > 0, ' NOT NULL', '') || COALESCE(' DEFAULT ' || replace(replace(c.dflt_value, 'TRUE', 'true'), 'FALSE', 'false'), '')
			FROM t, pragma_table_xinfo(t.name) AS c
		UNION ALL
		SELECT t.name || '.' || f."from" || ' REFERENCES ' || f."table" || ' ON DELETE ' || f.on_delete
			FROM t, pragma_foreign_key_list(t.name) AS f
		UNION ALL
		SELECT t.name || ' PRIMARY KEY ' || (SELECT group_concat(name) FROM (SELECT name FROM pragma_table_xinfo(t.name) WHERE pk > 0 ORDER BY pk)) FROM t
		UNION ALL
		SELECT t.name || iif(i."unique", ' UNIQUE', '') || ' INDEX ' || iif(i.origin = 'c', i.name, '')
				|| ' ' || (SELECT group_concat(name || iif("desc", ' DESC', '')) FROM (SELECT * FROM pragma_index_xinfo(i.name) WHERE key ORDER BY seqno))
				|| iif(i.partial, (SELECT substr(sql, instr(sql, ' WHERE ')) FROM sqlite_master WHERE name = i.name), '')
			FROM t, pragma_index_list(t.name) AS i WHERE i.origin <> 'pk'`)
	for _, table := range read(t, d, "SELECT name || ' ' || sql FROM sqlite_master WHERE type = 'table'") {
		name, sql, _ := strings.Cut(table, " ")
		for _, condition := range checks(sql) {
			lines = append(lines, name+" CHECK "+condition)
		}
	}
	return normalized(lines)
}

// checks returns the conditions in a table's statement, which is where SQLite keeps them.
func checks(sql string) (conditions []string) {
	for _, rest := range strings.Split(sql, "CHECK (")[1:] {
		open := 1
		end := strings.IndexFunc(rest, func(r rune) bool {
			switch r {
			case '(':
				open++
			case ')':
				open--
			}
			return open == 0
		})
		conditions = append(conditions, rest[:end])
	}
	return conditions
}

// postgresSchema returns the same lines as sqliteSchema.
func postgresSchema(t *testing.T, d *db.DB) []string {
	t.Helper()
	return normalized(read(t, d, `
		WITH t AS (
			SELECT oid, relname AS name FROM pg_class
			WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'river\_%' AND relname <> 'goose_db_version')
		SELECT 'version ' || version_id FROM goose_db_version
		UNION ALL
		SELECT t.name || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
				|| COALESCE(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
			FROM t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
			LEFT JOIN pg_attrdef AS d ON d.adrelid = t.oid AND d.adnum = a.attnum
		UNION ALL
		SELECT t.name || '.' || a.attname || ' ' || regexp_replace(pg_get_constraintdef(c.oid), '.*(REFERENCES \w+)\(\w+\)', '\1')
				|| CASE WHEN c.confdeltype = 'a' THEN ' ON DELETE NO ACTION' ELSE '' END
			FROM t JOIN pg_constraint AS c ON c.conrelid = t.oid AND c.contype = 'f'
			JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = ANY (c.conkey)
		UNION ALL
		SELECT t.name || ' CHECK ' || pg_get_expr(c.conbin, c.conrelid)
			FROM t JOIN pg_constraint AS c ON c.conrelid = t.oid AND c.contype = 'c'
		UNION ALL
		SELECT t.name || CASE WHEN i.indisprimary THEN ' PRIMARY KEY ' ELSE
					CASE WHEN i.indisunique THEN ' UNIQUE' ELSE '' END || ' INDEX ' || CASE WHEN c.oid IS NULL THEN n.relname ELSE '' END || ' ' END
				|| (SELECT string_agg(pg_get_indexdef(n.oid, k, true) || CASE WHEN i.indoption[k - 1] & 1 = 1 THEN ' DESC' ELSE '' END, ',' ORDER BY k)
					FROM generate_series(1, i.indnkeyatts) AS k)
				|| COALESCE(' WHERE ' || pg_get_expr(i.indpred, i.indrelid), '')
			FROM t JOIN pg_index AS i ON i.indrelid = t.oid JOIN pg_class AS n ON n.oid = i.indexrelid
			LEFT JOIN pg_constraint AS c ON c.conindid = n.oid AND c.contype = 'u'`))
}

func read(t *testing.T, d *db.DB, query string) (lines []string) {
	t.Helper()
	require.NoError(t, d.From(t.Context()).NewRaw(query).Scan(t.Context(), &lines))
	return lines
}

// spellings are what the engines write differently for the same thing.
var spellings = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`::\w+|[()"]`), ""}, // PostgreSQL adds casts, and sets parentheses anew
	{regexp.MustCompile(`= ANY ARRAY\[(.*?)\]`), "IN $1"},
	{regexp.MustCompile(`(\w+) BETWEEN (\d+) AND (\d+)`), "$1 >= $2 AND $1 <= $3"},
	{regexp.MustCompile(`^(\S+\.\S+) (bigint|smallint)`), "$1 integer"},
	{regexp.MustCompile(`^(\S+\.\S+) timestamp with time zone`), "$1 timestamp"},
	{regexp.MustCompile(`^(\S+\.\S+) double precision`), "$1 real"},
	{regexp.MustCompile(`^(\S+\.\S+) bytea`), "$1 blob"},
	{regexp.MustCompile(`^(\S+\.\S+) date\b`), "$1 text"},      // SQLite keeps days as text
	{regexp.MustCompile(` DEFERRABLE INITIALLY DEFERRED`), ""}, // SQLite does not tell
	{regexp.MustCompile(`\s+`), " "},
}

func normalized(lines []string) []string {
	for i := range lines {
		for _, s := range spellings {
			lines[i] = s.from.ReplaceAllString(lines[i], s.to)
		}
	}
	slices.Sort(lines)
	return lines
}
