package main

import (
	"errors"

	"allot/internal/app"
	"allot/internal/app/build"
	"allot/internal/platform/db"
)

type serveCmd struct{}

func (serveCmd) Run(e *env) (err error) {
	e.serving = true
	a, err := e.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return a.Run(e.ctx, func(at app.Addresses) {
		if at.API != "" {
			e.tell("serving", []any{"version", build.Version, "url", at.URL()}, "Allot %s serves %s (API description: %s/api/docs/)\n", build.Version, at.URL(), at.URL())
		}
		if at.Redirect != "" {
			e.tell("redirecting to HTTPS", []any{"address", at.Redirect}, "http://%s leads to HTTPS.\n", at.Redirect)
		}
		e.tell("payments", []any{"by", e.settings.PaymentsBy()}, "Payments: %s\n", e.settings.DescribePayments())
		if at.Admin != "" {
			e.tell("serving health and metrics", []any{"address", at.Admin}, "Health and metrics: http://%s/readyz, http://%s/metrics\n", at.Admin, at.Admin)
		}
	})
}

type migrateCmd struct{ quietFlag }

func (c migrateCmd) Run(e *env) (err error) {
	p := e.progress(c.quietFlag, "Bringing the schema up to date")
	ctx := db.WithProgress(e.ctx, func(version, newest int64) { p.reached("version %d of %d", version, newest) })
	a, err := e.build(ctx, app.NewBeside) // which migrates
	p.end()
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
