package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Trouble is what keeps the database from working, as opposed to a refusal or a
// fault of the program.
type Trouble string

// The kinds of trouble.
const (
	NoTrouble   Trouble = ""
	Unavailable Trouble = "unavailable"  // it cannot be reached, or accepts no more connections
	StorageFull Trouble = "storage_full" // it cannot write: the disk is full
)

// TroubleOf returns the trouble in an error of either engine, or of a file that
// could not be written. A cancelled request is none.
func TroubleOf(err error) Trouble {
	if err == nil || errors.Is(err, context.Canceled) {
		return NoTrouble
	}
	if known, ok := errors.AsType[*loggedError](err); ok {
		return known.trouble
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return StorageFull
	}
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		return troubleOfCode(lite.Code())
	}
	if t := troubleOfConnection(err); t != NoTrouble {
		return t
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return troubleOfState(pg.Code)
	}
	return NoTrouble
}

// troubleOfConnection recognises a connection that could not be made or was lost.
func troubleOfConnection(err error) Trouble {
	if _, failed := errors.AsType[*pgconn.ConnectError](err); failed {
		return Unavailable
	}
	if _, lost := errors.AsType[*lostError](err); lost {
		return Unavailable
	}
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, pgconn.ErrConnClosed) {
		return Unavailable
	}
	return NoTrouble
}

// troubleOfState maps the error codes of PostgreSQL: connection exceptions, lack of
// resources, a server that stops or starts, errors of its system.
func troubleOfState(state string) Trouble {
	if state == "53100" {
		return StorageFull
	}
	if slices.ContainsFunc([]string{"08", "53", "57P", "58"}, func(class string) bool { return strings.HasPrefix(state, class) }) {
		return Unavailable
	}
	return NoTrouble
}

// troubleOfCode maps the error codes of SQLite. The lower byte is the kind of
// error, the rest the details.
func troubleOfCode(code int) Trouble {
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return StorageFull
	case sqlite3.SQLITE_IOERR:
		if code == sqlite3.SQLITE_IOERR_SHMSIZE { // its index of the log could not grow
			return StorageFull
		}
		return Unavailable
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return Unavailable
	}
	return NoTrouble
}

// loggedError is an error that a library has logged as text.
type loggedError struct {
	text    string
	trouble Trouble
}

func (e *loggedError) Error() string { return e.text }

// FromLog makes an error of a text in the log of a library, such that TroubleOf
// recognises it.
func FromLog(text string) error {
	says := func(part string) bool { return strings.Contains(text, part) }
	switch {
	case slices.ContainsFunc([]string{"(SQLSTATE 53100)", "database or disk is full", syscall.ENOSPC.Error()}, says):
		return &loggedError{text, StorageFull}
	case slices.ContainsFunc([]string{
		"(SQLSTATE 08", "(SQLSTATE 53", "(SQLSTATE 57P", "(SQLSTATE 58", "failed to connect to `", lostText,
		driver.ErrBadConn.Error(), sql.ErrConnDone.Error(), pgconn.ErrConnClosed.Error(), "disk I/O error", "database is locked",
	}, says):
		return &loggedError{text, Unavailable}
	}
	return errors.New(text)
}
