package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrations embed.FS

// migrationLock is the advisory lock under which one node migrates PostgreSQL.
const migrationLock = 0x616c6c6f74 // "allot"

// Step is a migration of a library that brings its own tables.
type Step func(ctx context.Context) error

// Migrate brings the schema up to date, then runs the further steps. It refuses a
// database that is newer than this program with a *NewerError. On PostgreSQL one
// node migrates while the others wait; on SQLite the caller has the lock on the
// data folder.
func (d *DB) Migrate(ctx context.Context, further ...Step) (applied int, err error) {
	unlock, err := d.lockMigrations(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	if err := d.CheckVersion(ctx); err != nil {
		return 0, err
	}
	provider, err := d.provider()
	if err != nil {
		return 0, err
	}
	applied, err = up(ctx, provider)
	if err != nil {
		return applied, fmt.Errorf("migrate database: %w", err)
	}
	for _, step := range further {
		if err := step(ctx); err != nil {
			return applied, err
		}
	}
	if d.engine == Postgres { // by tables that may be new
		err = d.postgresEpoch(ctx)
	}
	return applied, err
}

// progressKey is that of the func which WithProgress puts into a context.
type progressKey struct{}

// WithProgress returns a context in which Migrate calls told after every step, with
// the version that it has brought the schema to and the newest one.
func WithProgress(ctx context.Context, told func(version, newest int64)) context.Context {
	return context.WithValue(ctx, progressKey{}, told)
}

func up(ctx context.Context, provider *goose.Provider) (applied int, err error) {
	told, ok := ctx.Value(progressKey{}).(func(version, newest int64))
	if !ok {
		done, err := provider.Up(ctx)
		return len(done), err
	}
	_, newest, err := provider.GetVersions(ctx)
	for err == nil {
		var step *goose.MigrationResult
		if step, err = provider.UpByOne(ctx); err == nil {
			applied++
			told(step.Source.Version, newest)
		}
	}
	if errors.Is(err, goose.ErrNoNextVersion) {
		err = nil
	}
	return applied, err
}

// SchemaVersion returns the version in the database and the newest one known.
func (d *DB) SchemaVersion(ctx context.Context) (current, newest int64, err error) {
	provider, err := d.provider()
	if err != nil {
		return 0, 0, err
	}
	current, newest, err = provider.GetVersions(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("read schema version: %w", err)
	}
	return current, newest, nil
}

func (d *DB) provider() (*goose.Provider, error) {
	dialect := goose.DialectSQLite3
	if d.engine == Postgres {
		dialect = goose.DialectPostgres
	}
	files, err := fs.Sub(migrations, "migrations/"+string(d.engine))
	if err != nil {
		return nil, fmt.Errorf("find migrations: %w", err)
	}
	p, err := goose.NewProvider(dialect, d.writer.DB, files)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return p, nil
}

func (d *DB) lockMigrations(ctx context.Context) (unlock func() error, err error) {
	if d.engine != Postgres {
		return func() error { return nil }, nil
	}
	// The lock lives on one connection, which is kept for as long.
	conn, err := d.writer.DB.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect for the migration lock: %w", err)
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return nil, errors.Join(fmt.Errorf("take the migration lock: %w", err), conn.Close())
	}
	return func() error { return releaseLock(context.WithoutCancel(ctx), conn) }, nil
}

func releaseLock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(migrationLock))
	return errors.Join(err, conn.Close())
}
