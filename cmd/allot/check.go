package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"syscall"
	"time"

	"allot/internal/app/config"
	"allot/internal/app/datadir"
	"allot/internal/app/installation"
	"allot/internal/platform/blob"
	"allot/internal/platform/db"
	"allot/internal/platform/mailer"
	"allot/internal/platform/redisx"
)

// tryFor bounds each attempt to reach something.
const tryFor = 10 * time.Second

type configCheckCmd struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

// finding is what config check says of a setting.
type finding struct {
	Setting string `json:"setting"`
	Result  string `json:"result"` // ok, warning or failed
	Text    string `json:"text"`
}

// The results of a finding.
const (
	resultOK      = "ok"
	resultWarning = "warning"
	resultFailed  = "failed"
)

// Run checks the settings, then tries what they point to, and tells all of it. It changes
// nothing.
func (c configCheckCmd) Run(e *env) error {
	e.settings.DataDir = e.dataDir()
	t := &trial{env: e}
	for _, p := range append(e.problems, e.settings.Check(e.environ)...) {
		t.problem(p)
	}
	t.all()
	failed := t.count(resultFailed)
	if c.JSON {
		err := e.printJSON(map[string]any{"ok": failed == 0, "checks": t.found})
		if err == nil && failed > 0 {
			err = errReported
		}
		return err
	}
	for _, f := range t.found {
		e.printf("%-8s %s: %s\n", f.Result, f.Setting, f.Text)
	}
	switch failed {
	case 0:
		e.printf("\nThe settings are fine.\n")
		return nil
	case 1:
		e.printf("\nOne setting does not work.\n")
	default:
		e.printf("\n%d settings do not work.\n", failed)
	}
	return errReported
}

// trial collects findings.
type trial struct {
	*env
	found   []finding
	running bool // a server has the data folder

	listeners []net.Listener
}

func (t *trial) add(result, setting, format string, args ...any) {
	t.found = append(t.found, finding{Setting: setting, Result: result, Text: fmt.Sprintf(format, args...)})
}

func (t *trial) problem(p config.Problem) {
	result := resultFailed
	if p.Warning {
		result = resultWarning
	}
	t.add(result, p.Setting, "%s", p.Text)
}

func (t *trial) count(result string) (n int) {
	for _, f := range t.found {
		if f.Result == result {
			n++
		}
	}
	return n
}

// wrong reports whether a setting is known not to work, so that there is nothing to try.
func (t *trial) wrong(settings ...string) bool {
	return slices.ContainsFunc(t.found, func(f finding) bool { return f.Result == resultFailed && slices.Contains(settings, f.Setting) })
}

func (t *trial) all() {
	defer func() {
		for _, l := range t.listeners {
			_ = l.Close()
		}
	}()
	dir := t.folder()
	if dir != nil {
		defer func() { _ = dir.Close() }()
	}
	if !t.wrong("ALLOT_DATA_DIR", "ALLOT_DATABASE_URL", "ALLOT_DATABASE_URL_FILE", "ALLOT_SECRET_KEY", "ALLOT_SECRET_KEY_FILE") {
		t.database(dir)
	}
	if !t.wrong("ALLOT_SMTP_URL", "ALLOT_SMTP_URL_FILE") {
		t.mailServer()
	}
	if !t.wrong("ALLOT_BLOB_URL", "ALLOT_S3_ACCESS_KEY_FILE", "ALLOT_S3_SECRET_KEY_FILE") {
		t.bucket()
	}
	if !t.wrong("ALLOT_REDIS_URL", "ALLOT_REDIS_URL_FILE") {
		t.redis()
	}
	if t.settings.Has(config.RoleWeb) {
		t.port("ALLOT_ADDR", t.settings.Addr)
		if at := t.settings.RedirectAddr(); at != "" {
			t.port("ALLOT_TLS_REDIRECT_ADDR", at)
		}
	}
	if t.settings.AdminAddr != "" {
		t.port("ALLOT_ADMIN_ADDR", t.settings.AdminAddr)
	}
	if !t.wrong("ALLOT_PAYMENTS", "ALLOT_STRIPE_SECRET_KEY", "ALLOT_STRIPE_SECRET_KEY_FILE") {
		t.add(resultOK, "ALLOT_PAYMENTS", "%s", t.settings.DescribePayments())
	}
	if t.settings.BaseURL != "" && !t.wrong("ALLOT_BASE_URL") {
		t.add(resultOK, "ALLOT_BASE_URL", "links lead to %s", t.settings.BaseURL)
	}
}

// folder tries the data folder, which has the files too, and returns it if it is there.
func (t *trial) folder() *datadir.Dir {
	const setting = "ALLOT_DATA_DIR"
	path := t.settings.DataDir
	exists, err := datadir.Try(path)
	inUse, taken := errors.AsType[*datadir.InUseError](err)
	if err != nil && !taken {
		t.add(resultFailed, setting, "%v", err)
		return nil
	}
	if !exists {
		t.add(resultOK, setting, "%s does not exist yet; the first start makes it", path)
		return nil
	}
	dir, err := datadir.Look(path)
	if err != nil {
		t.add(resultFailed, setting, "%v", err)
		return nil
	}
	if t.running = taken; taken {
		t.add(resultOK, setting, "%s is in use by a running server (process %d)", dir.Path(), inUse.PID)
		return dir
	}
	room := ""
	if free, err := dir.Free(); err == nil {
		room = fmt.Sprintf(", %d MB are free", free>>20)
	}
	t.add(resultOK, setting, "%s can be written%s", dir.Path(), room)
	return dir
}

// database finds out whether the program could start on the database; dir is nil if there
// is no folder yet.
func (t *trial) database(dir *datadir.Dir) {
	setting, what, file := "ALLOT_DATABASE_URL", "PostgreSQL", ""
	if t.settings.DatabaseURL == "" {
		setting, what = "ALLOT_DATA_DIR", "SQLite"
		if dir == nil {
			return
		}
		file = dir.DatabaseFile()
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			t.add(resultOK, setting, "there is no database yet; the first start makes it")
			return
		}
	}
	ctx, cancel := context.WithTimeout(t.ctx, tryFor)
	defer cancel()
	d, err := db.Look(ctx, t.settings.DatabaseURL, file)
	if err != nil {
		t.add(resultFailed, setting, "cannot be reached: %v", err)
		return
	}
	defer func() { _ = d.Close() }()
	if err := d.CheckVersion(ctx); err != nil {
		t.add(resultFailed, setting, "%v", err)
		return
	}
	made, err := installation.Made(ctx, d)
	switch {
	case err != nil:
		t.add(resultFailed, setting, "%v", err)
	case !made:
		t.add(resultOK, setting, "%s answers; the first start makes the tables", what)
	default:
		t.tables(ctx, d, dir, setting, what)
	}
}

// tables reads from a database that has some: its version, and which key it needs.
func (t *trial) tables(ctx context.Context, d *db.DB, dir *datadir.Dir, setting, what string) {
	current, newest, err := d.SchemaVersion(ctx)
	switch {
	case err != nil:
		t.add(resultFailed, setting, "%v", err)
		return
	case current < newest:
		t.add(resultOK, setting, "%s answers; the next start brings its schema from version %d to %d", what, current, newest)
	default:
		t.add(resultOK, setting, "%s answers, with schema version %d", what, current)
	}
	i, err := installation.Read(ctx, d)
	if err != nil {
		t.add(resultFailed, setting, "%v", err)
		return
	}
	var root *os.Root
	if dir != nil {
		root = dir.Root()
	}
	if err := i.CheckKey(root, t.settings.SecretKey); err != nil {
		t.add(resultFailed, "ALLOT_SECRET_KEY", "%v", err)
		return
	}
	t.add(resultOK, "ALLOT_SECRET_KEY", "the key is that of the database")
}

// mailServer logs in and sends nothing.
func (t *trial) mailServer() {
	const setting = "ALLOT_SMTP_URL"
	if t.settings.SMTPURL == "" {
		t.add(resultOK, setting, "is not set: mails are kept as files in the data folder")
		return
	}
	s, err := mailer.NewSMTP(t.settings.SMTPURL, t.settings.Now)
	if err != nil {
		t.add(resultFailed, setting, "%v", err)
		return
	}
	ctx, cancel := context.WithTimeout(t.ctx, tryFor)
	defer cancel()
	if err := s.Try(ctx); err != nil {
		t.add(resultFailed, setting, "%v", err)
		return
	}
	t.add(resultOK, setting, "mail server %s answers and lets us in; nothing was sent", s.Server())
}

// bucket tries the store of uploaded files, if it is not the data folder.
func (t *trial) bucket() {
	const setting = "ALLOT_BLOB_URL"
	if t.settings.BlobURL == "" {
		t.add(resultOK, setting, "is not set: uploaded files are in the data folder")
		return
	}
	s, err := blob.NewS3(t.settings.Bucket())
	if err != nil {
		t.add(resultFailed, setting, "%v", err)
		return
	}
	ctx, cancel := context.WithTimeout(t.ctx, tryFor)
	defer cancel()
	if err := s.Reachable(ctx); err != nil {
		t.add(resultFailed, setting, "%v", err)
		return
	}
	t.add(resultOK, setting, "%s answers; nothing was stored", s)
}

// redis tries the counters that nodes share. Without them the program works.
func (t *trial) redis() {
	const setting = "ALLOT_REDIS_URL"
	if t.settings.RedisURL == "" {
		return
	}
	c, err := redisx.New(t.settings.RedisURL, "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.add(resultFailed, setting, "%v", err)
		return
	}
	defer func() { _ = c.Close() }()
	ctx, cancel := context.WithTimeout(t.ctx, tryFor)
	defer cancel()
	if err := c.Ping(ctx); err != nil {
		t.add(resultFailed, setting, "cannot be reached: %v", err)
		return
	}
	t.add(resultOK, setting, "Redis answers")
}

// port listens until all was tried, so that an address that is set twice is found.
func (t *trial) port(setting, addr string) {
	if t.wrong(setting) {
		return
	}
	var lc net.ListenConfig
	l, err := lc.Listen(t.ctx, "tcp", addr)
	switch {
	case err == nil:
		t.listeners = append(t.listeners, l)
		t.add(resultOK, setting, "%s is free", addr)
	case t.running && errors.Is(err, syscall.EADDRINUSE):
		t.add(resultWarning, setting, "%s is in use, presumably by the running server", addr)
	case errors.Is(err, syscall.EADDRINUSE):
		t.add(resultFailed, setting, "%s is in use by another program, or set twice: choose another address", addr)
	case errors.Is(err, syscall.EACCES):
		t.add(resultFailed, setting, "user %d may not listen on %s: choose a port above 1023, or give the program CAP_NET_BIND_SERVICE", os.Geteuid(), addr)
	default:
		t.add(resultFailed, setting, "%v", err)
	}
}
