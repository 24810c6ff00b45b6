package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"allot/internal/app/config"
	"allot/internal/app/datadir"
	"allot/internal/app/installation"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/platform/db"
)

// Staff lists the members of the platform's staff. It only reads, also while a server has
// the data folder, and so it does not bring the schema up to date.
func Staff(ctx context.Context, cfg config.Settings) (users []account.User, err error) {
	file, err := databaseFile(cfg)
	if err != nil {
		return nil, err
	}
	d, err := db.Look(ctx, cfg.DatabaseURL, file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := requireCurrent(ctx, d); err != nil {
		return nil, err
	}
	return accountdb.New(d).Admins(ctx)
}

// databaseFile returns the path of the embedded database, which must exist; empty: the
// database is another one.
func databaseFile(cfg config.Settings) (string, error) {
	if cfg.DatabaseURL != "" {
		return "", nil
	}
	dir, err := datadir.Look(cfg.DataDir)
	if err != nil {
		return "", err
	}
	_, err = os.Stat(dir.DatabaseFile())
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("data folder %s has no database yet: allot migrate makes it", dir.Path())
	}
	return dir.DatabaseFile(), errors.Join(err, dir.Close())
}

// requireCurrent refuses a database whose schema is not that of this program.
func requireCurrent(ctx context.Context, d *db.DB) error {
	made, err := installation.Made(ctx, d)
	if err != nil {
		return err
	}
	if !made { // asked first: the question for the version would make its table
		return errors.New("the database is empty: run allot migrate first")
	}
	if err := d.CheckVersion(ctx); err != nil {
		return err
	}
	current, newest, err := d.SchemaVersion(ctx)
	if err == nil && current < newest {
		err = fmt.Errorf("the schema has version %d and this program needs version %d: run allot migrate first", current, newest)
	}
	return err
}
