package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"allot/internal/app"
	"allot/internal/app/build"
	"allot/internal/app/config"
	"allot/internal/platform/logging"
)

type cli struct {
	config.Settings

	Serve   serveCmd   `cmd:"" help:"Serve the API."`
	Demo    demoCmd    `cmd:"" help:"Serve with demo data: two hotels, two tour operators, one admin."`
	Migrate migrateCmd `cmd:"" help:"Bring the database schema up to date."`
	Admin   struct {
		Create adminCreateCmd `cmd:"" help:"Make a member of the platform's staff."`
		Plan   adminPlanCmd   `cmd:"" help:"Grant an account a plan."`
	} `cmd:"" help:"What only the platform's staff do."`
	Config struct {
		Check configCheckCmd `cmd:"" help:"Check the settings; tells every problem at once."`
	} `cmd:"" help:"Look at the settings."`
	Openapi openapiCmd `cmd:"" help:"Print the OpenAPI document."`
	Backup  backupCmd  `cmd:"" help:"Write database and files to one archive, also while the server runs."`
	Restore restoreCmd `cmd:"" help:"Bring an archive back into a data folder."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// env is what a command works with.
type env struct {
	world
	ctx      context.Context
	settings config.Settings
}

const (
	defaultDataDir = "allot-data"
	demoDataDir    = "allot-demo-data"
)

// logger writes to standard error: standard output is for answers.
func (e *env) logger() *slog.Logger {
	return logging.New(e.err, e.settings.Level(), e.settings.LogFormat == "json", app.TroubleOfDatabase)
}

// checked reports every problem with the settings and refuses to go on with one.
func (e *env) checked() error {
	failed := false
	for _, p := range e.settings.Check(e.environ) {
		_, _ = fmt.Fprintln(e.err, p)
		failed = failed || !p.Warning
	}
	if failed {
		return errReported
	}
	return nil
}

// open builds the program on the settings.
func (e *env) open() (*app.App, error) { return e.build(app.New) }

// openBeside is open for commands that only change the database: on PostgreSQL
// they work while the server runs.
func (e *env) openBeside() (*app.App, error) { return e.build(app.NewBeside) }

func (e *env) build(open func(context.Context, config.Settings, *slog.Logger) (*app.App, error)) (*app.App, error) {
	e.settings.DataDir = e.dataDir()
	if err := e.checked(); err != nil {
		return nil, err
	}
	a, err := open(e.ctx, e.settings, e.logger())
	if err != nil {
		return nil, err
	}
	// Uploads wait on disk in the process's temporary folder, which the standard
	// library lets nobody choose but through the environment. In that of the
	// machine a killed process would leave them for good; ours is cleared when
	// it is opened.
	if err := os.Setenv("TMPDIR", a.TempDir()); err != nil {
		return nil, errors.Join(fmt.Errorf("choose the temporary folder: %w", err), a.Close())
	}
	return a, nil
}

// dataDir is the folder of the settings, or the default.
func (e *env) dataDir() string {
	if e.settings.DataDir == "" {
		return defaultDataDir
	}
	return e.settings.DataDir
}

type versionCmd struct{}

func (versionCmd) Run(e *env) error {
	_, err := fmt.Fprintln(e.out, "allot", build.Current())
	return err
}

type openapiCmd struct {
	Output string `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
}

func (c openapiCmd) Run(e *env) error {
	doc, err := app.Document()
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err = e.out.Write(doc)
		return err
	}
	return os.WriteFile(c.Output, doc, 0o644)
}
