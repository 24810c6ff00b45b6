package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/platform/config"
	"allot/internal/platform/datadir"
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
	switch {
	case errors.Is(err, datadir.ErrInUse):
		add("ALLOT_DATA_DIR", err, true) // the server is running: fine
	case err != nil:
		add("ALLOT_DATA_DIR", err, false)
	default:
		_ = dir.Close()
	}
	if e.settings.DatabaseURL != "" {
		ctx, cancel := context.WithTimeout(e.ctx, 10*time.Second)
		defer cancel()
		d, err := db.Open(ctx, e.settings.DatabaseURL, "")
		if err != nil {
			add("ALLOT_DATABASE_URL", fmt.Errorf("cannot be reached: %w", err), false)
		} else {
			_ = d.Close()
		}
	}
	return problems
}
