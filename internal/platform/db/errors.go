package db

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"allot/internal/platform/apperr"
)

// IsNoRows reports whether a query found nothing.
func IsNoRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// IsUnique reports whether a write violated a unique index. With names given, one
// of them must be in the engine's name of the constraint: its column on SQLite,
// its index on PostgreSQL.
func IsUnique(err error, names ...string) bool {
	what, ok := broken(err, "23505", sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
	named := func(n string) bool { return strings.Contains(what, n) }
	return ok && (len(names) == 0 || slices.ContainsFunc(names, named))
}

// IsForeignKey reports whether a write referred to a missing record, or removed one
// that others refer to.
func IsForeignKey(err error) bool {
	_, ok := broken(err, "23503", sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY)
	return ok
}

// broken reports whether err is the violation of a constraint, and which one.
func broken(err error, state string, codes ...int) (string, bool) {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.ConstraintName, pg.Code == state
	}
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		return lite.Error(), slices.Contains(codes, lite.Code())
	}
	return "", false
}

// lostRace reports whether PostgreSQL aborted the transaction in favour of another:
// serialization failure or deadlock.
func lostRace(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40001" || pg.Code == "40P01")
}

// Found turns "no rows" into apperr.ErrNotFound and wraps any other error with
// what was tried.
func Found(err error, format string, args ...any) error {
	if IsNoRows(err) {
		return apperr.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return nil
}
