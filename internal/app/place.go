package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"allot/internal/app/config"
	"allot/internal/app/datadir"
	"allot/internal/app/installation"
	"allot/internal/platform/db"
)

// Place is where the settings store data.
type Place struct {
	Database string // for people, without a password
	Folder   string
	Made     bool // there is a database with tables
}

// FindPlace looks where the settings store data. It makes and changes nothing.
func FindPlace(ctx context.Context, cfg config.Settings) (p Place, err error) {
	folder, file, err := datadir.Paths(cfg.DataDir)
	if err != nil {
		return p, err
	}
	p.Folder = folder
	if cfg.DatabaseURL == "" {
		p.Database = "SQLite database " + file
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return p, nil
		}
	} else if p.Database, err = postgresName(cfg.DatabaseURL); err != nil {
		return p, err
	}
	d, err := db.Look(ctx, cfg.DatabaseURL, file)
	if err != nil {
		return p, err
	}
	p.Made, err = installation.Made(ctx, d)
	return p, errors.Join(err, d.Close())
}

// postgresName names a database of PostgreSQL without the password in its address.
func postgresName(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("ALLOT_DATABASE_URL is no address") // its error repeats the password
	}
	return fmt.Sprintf("PostgreSQL database %s on %s", strings.TrimPrefix(u.Path, "/"), u.Host), nil
}
