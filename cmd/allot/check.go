package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"allot/internal/app/config"
	"allot/internal/app/datadir"
	"allot/internal/app/installation"
	"allot/internal/platform/db"
)

type configCheckCmd struct{}

// Run checks the settings, then what they point to, and tells all of it.
func (configCheckCmd) Run(e *env) error {
	e.settings.DataDir = e.dataDir()
	problems := append(e.settings.Check(e.environ), e.reach()...)
	failed := 0
	for _, p := range problems {
		e.printf("%s\n", p)
		if !p.Warning {
			failed++
		}
	}
	if failed > 0 {
		e.printf("%d problem(s): the server would not start.\n", failed)
		return errReported
	}
	e.printf("The settings are fine.\n")
	return nil
}

// reach tries the folder and the database.
func (e *env) reach() []config.Problem {
	var problems []config.Problem
	add := func(setting string, err error, warning bool) {
		problems = append(problems, config.Problem{Setting: setting, Text: err.Error(), Warning: warning})
	}
	dir, err := datadir.Open(e.settings.DataDir)
	if err == nil {
		err = dir.Close() // a server may start meanwhile
	}
	if errors.Is(err, datadir.ErrInUse) {
		add("ALLOT_DATA_DIR", err, true) // the server is running: fine
		err = nil
	}
	if err == nil {
		dir, err = datadir.Look(e.settings.DataDir)
	}
	if err != nil {
		add("ALLOT_DATA_DIR", err, false)
		return problems
	}
	defer func() { _ = dir.Close() }()
	if setting, err := e.tryDatabase(dir); err != nil {
		add(setting, err, false)
	}
	return problems
}

// tryDatabase finds out whether the program could start on the database, without
// changing it, and which setting says otherwise.
func (e *env) tryDatabase(dir *datadir.Dir) (setting string, err error) {
	setting = "ALLOT_DATABASE_URL"
	if e.settings.DatabaseURL == "" {
		setting = "ALLOT_DATA_DIR"
		if _, err := os.Stat(dir.DatabaseFile()); errors.Is(err, os.ErrNotExist) {
			return "", nil // the first start makes it
		}
	}
	ctx, cancel := context.WithTimeout(e.ctx, 10*time.Second)
	defer cancel()
	d, err := db.Open(ctx, e.settings.DatabaseURL, dir.DatabaseFile(), 0)
	if err != nil {
		return setting, fmt.Errorf("cannot be reached: %w", err)
	}
	defer func() { _ = d.Close() }()
	if err := d.CheckVersion(ctx); err != nil {
		return setting, err
	}
	return "ALLOT_SECRET_KEY", e.tryKey(ctx, d, dir)
}

func (e *env) tryKey(ctx context.Context, d *db.DB, dir *datadir.Dir) error {
	made, err := installation.Made(ctx, d)
	if err != nil || !made {
		return err
	}
	i, err := installation.Read(ctx, d)
	if err != nil {
		return err
	}
	return i.CheckKey(dir.Root(), e.settings.SecretKey)
}
