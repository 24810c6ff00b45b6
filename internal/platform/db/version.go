package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
)

// ErrNewer matches every *NewerError.
var ErrNewer = errors.New("the database is newer than this program")

// NewerError refuses a database that a newer program has migrated.
type NewerError struct {
	Part         string // whose version it is: "schema", or tables of a library
	Found, Known int64
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("%s: its %s has version %d, and this program knows up to version %d. "+
		"Start the version of Allot that made it, or a later one; to go back to this one, restore a backup from before the update",
		ErrNewer, e.Part, e.Found, e.Known)
}

// Unwrap makes errors.Is(err, ErrNewer) hold.
func (e *NewerError) Unwrap() error { return ErrNewer }

// CheckVersion refuses a database that a newer program has migrated. It changes
// nothing, also in a database without tables.
func (d *DB) CheckVersion(ctx context.Context) error {
	migrated, err := d.HasTable(ctx, goose.DefaultTablename)
	if err != nil || !migrated {
		return err
	}
	current, newest, err := d.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if current > newest {
		return &NewerError{Part: "schema", Found: current, Known: newest}
	}
	return nil
}

// HasTable reports whether the database has a table.
func (d *DB) HasTable(ctx context.Context, name string) (found bool, err error) {
	query := "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)"
	if d.engine == Postgres {
		query = "SELECT to_regclass(?) IS NOT NULL"
	}
	if err := d.reader.NewRaw(query, name).Scan(ctx, &found); err != nil {
		return false, fmt.Errorf("look for table %s: %w", name, err)
	}
	return found, nil
}
