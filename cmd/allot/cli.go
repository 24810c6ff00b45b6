package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/alecthomas/kong"

	"allot/internal/app"
	"allot/internal/app/build"
	"allot/internal/app/config"
	"allot/internal/platform/logging"
)

// cli are the commands. The tag settings names the settings that a command uses and its
// help shows, see settingSets. The others are accepted too: the same variables and flags
// can stand with every command.
type cli struct {
	config.Settings

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version, with commit and date."`

	Serve   serveCmd   `cmd:"" settings:"all" help:"Serve the API."`
	Demo    demoCmd    `cmd:"" settings:"all" help:"Serve with demo data: a hotel chain, two single hotels, five tour operators, a year of bookings."`
	Migrate migrateCmd `cmd:"" settings:"database" help:"Bring the database schema up to date."`
	Admin   struct {
		Create        adminCreateCmd        `cmd:"" settings:"database" help:"Make a member of the platform's staff."`
		List          adminListCmd          `cmd:"" settings:"reading" help:"List the platform's staff."`
		ResetPassword adminResetPasswordCmd `cmd:"" settings:"database" help:"Set the password of a user and end its sessions."`
		Plan          adminPlanCmd          `cmd:"" settings:"database" help:"Grant an account a plan."`
	} `cmd:"" help:"Look after staff, users and accounts."`
	Config struct {
		Check configCheckCmd `cmd:"" settings:"all" help:"Check the settings and try what they point to; changes nothing."`
	} `cmd:"" help:"Look at the settings."`
	Backup     backupCmd     `cmd:"" settings:"files" help:"Write database and files to one archive, also while the server runs."`
	Restore    restoreCmd    `cmd:"" settings:"files" help:"Bring an archive back into a data folder."`
	Health     healthCmd     `cmd:"" settings:"health" help:"Ask the server on this machine whether it is well."`
	Openapi    openapiCmd    `cmd:"" help:"Print the OpenAPI document."`
	Completion completionCmd `cmd:"" help:"Print a script that lets a shell complete commands and flags."`
	Version    versionCmd    `cmd:"" help:"Print the version, with commit and date."`
	Help       helpCmd       `cmd:"" help:"Show the help of a command."`
}

// env is what a command works with.
type env struct {
	world
	ctx      context.Context
	settings config.Settings
	problems []config.Problem // of secrets, found before the settings were complete
	status   *statusLine
	level    slog.LevelVar // of the log
	serving  bool          // what the program says is a log: with JSON, from its first line on
}

const (
	defaultDataDir = "allot-data"
	demoDataDir    = "allot-demo-data"
)

// logger writes to standard error: standard output is for answers.
func (e *env) logger() *slog.Logger { return e.loggerTo(e.err) }

func (e *env) loggerTo(w io.Writer) *slog.Logger {
	e.level.Set(e.settings.Level())
	return logging.New(w, &e.level, e.settings.LogFormat == "json", app.TroubleOfDatabase)
}

// checked reports every problem with the settings and refuses to go on with one.
func (e *env) checked() error {
	return e.report(append(e.problems, e.settings.Check(e.environ)...))
}

// secretsRead is checked for commands that need no more than the place of the data.
func (e *env) secretsRead() error { return e.report(e.problems) }

func (e *env) report(problems []config.Problem) error {
	failed := false
	for _, p := range problems {
		e.reportOne(p)
		failed = failed || !p.Warning
	}
	if failed {
		return errReported
	}
	return nil
}

// logsJSON reports whether what the program says is for machines.
func (e *env) logsJSON() bool { return e.serving && e.settings.LogFormat == "json" }

func (e *env) reportOne(p config.Problem) {
	if !e.logsJSON() {
		_, _ = fmt.Fprintln(e.err, p)
		return
	}
	if p.Warning {
		e.logger().WarnContext(e.ctx, "a setting looks wrong", "setting", p.Setting, "problem", p.Text)
		return
	}
	e.logger().ErrorContext(e.ctx, "a setting does not work", "setting", p.Setting, "problem", p.Text)
}

// tell prints a line for people, or with JSON an object with its values.
func (e *env) tell(message string, values []any, format string, args ...any) {
	if e.logsJSON() {
		e.loggerTo(e.out).InfoContext(e.ctx, message, values...) //nolint:sloglint // the callers have literals
		return
	}
	e.printf(format, args...)
}

// open builds the program on the settings.
func (e *env) open() (*app.App, error) { return e.build(e.ctx, app.New) }

// openBeside is open for commands that only change the database: on PostgreSQL
// they work while the server runs.
func (e *env) openBeside() (*app.App, error) { return e.build(e.ctx, app.NewBeside) }

func (e *env) build(ctx context.Context, open func(context.Context, config.Settings, *slog.Logger) (*app.App, error)) (*app.App, error) {
	e.settings.DataDir = e.dataDir()
	if err := e.checked(); err != nil {
		return nil, err
	}
	a, err := open(ctx, e.settings, e.logger())
	if err != nil {
		return nil, err
	}
	// Uploads wait on disk in the process's temporary folder, which the standard
	// library lets nobody choose but through the environment. In that of the
	// machine a killed process would leave them for good; ours is cleared when
	// it is opened.
	if err := os.Setenv("TMPDIR", a.TempDir()); err != nil {
		return nil, errors.Join(fmt.Errorf("choose the temporary folder: %w", err), a.Close()) //nolint:contextcheck // as in app
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

// printJSON prints an answer for programs.
func (e *env) printJSON(answer any) error {
	enc := json.NewEncoder(e.out)
	enc.SetIndent("", "  ")
	return enc.Encode(answer)
}

type versionCmd struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

func (c versionCmd) Run(e *env) error {
	if c.JSON {
		return e.printJSON(build.Current())
	}
	e.printf("allot %s\n", build.Current())
	return nil
}

type openapiCmd struct {
	Collection bool   `help:"Print a collection for Postman, Bruno and others instead: every example as a request."`
	Output     string `short:"o" placeholder:"FILE" help:"Write to a file instead of standard output."`
}

func (c openapiCmd) Run(e *env) error {
	write := app.Document
	if c.Collection {
		write = app.Collection
	}
	doc, err := write()
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err = e.out.Write(doc)
		return err
	}
	return os.WriteFile(c.Output, doc, 0o644)
}
