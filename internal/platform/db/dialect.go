package db

import (
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
)

// JSON columns are text here, and stored as they are. bun's dialects rewrite \u0000,
// also where somebody has typed a backslash before it: each write changed such a text.
type (
	sqliteDialect   struct{ *sqlitedialect.Dialect }
	postgresDialect struct{ *pgdialect.Dialect }
)

// AppendJSON adds JSON as a text.
func (d sqliteDialect) AppendJSON(b, json []byte) []byte { return d.AppendString(b, string(json)) }

// AppendJSON adds JSON as a text.
func (d postgresDialect) AppendJSON(b, json []byte) []byte { return d.AppendString(b, string(json)) }
