package main

import (
	"errors"

	"allot/internal/app"
	"allot/internal/app/build"
)

type serveCmd struct{}

func (serveCmd) Run(e *env) (err error) {
	a, err := e.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return a.Run(e.ctx, func(at app.Addresses) {
		if at.API != "" {
			e.printf("Allot %s serves http://%s (API description: http://%s/api/docs/)\n", build.Version, at.API, at.API)
		}
		if at.Admin != "" {
			e.printf("Health and metrics: http://%s/readyz, http://%s/metrics\n", at.Admin, at.Admin)
		}
	})
}

type migrateCmd struct{}

func (migrateCmd) Run(e *env) (err error) {
	a, err := e.openBeside() // which migrates
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	version, err := a.SchemaVersion(e.ctx)
	if err != nil {
		return err
	}
	e.printf("The schema is up to date, at version %d.\n", version)
	return nil
}
