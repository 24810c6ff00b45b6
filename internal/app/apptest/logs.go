package apptest

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// logs keeps the errors that were logged: a fault that the caller is spared
// must not stay hidden in a test.
type logs struct {
	mu       sync.Mutex
	lines    []string
	expected bool
}

// Log is where modules that a test adds write to.
func (e *Env) Log() *slog.Logger {
	if e.logged != nil {
		return slog.New(slog.NewMultiHandler(e.logs, e.logged))
	}
	return slog.New(e.logs)
}

// LoggedTo also writes what the program logs, of every level that the handler takes, to a
// handler of the test.
func LoggedTo(h slog.Handler) Option { return func(p *parts) { p.logged = h } }

func (l *logs) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

func (l *logs) Handle(_ context.Context, r slog.Record) error {
	line := r.Message
	r.Attrs(func(a slog.Attr) bool {
		line += " " + a.String()
		return true
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	return nil
}

func (l *logs) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l *logs) WithGroup(string) slog.Handler      { return l }

func (l *logs) check(tb testing.TB) {
	tb.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.expected {
		assert.Empty(tb, l.lines, "warnings or errors were logged")
	}
}

// ExpectLogs lets the test log warnings and errors, and returns those so far.
func (e *Env) ExpectLogs() []string {
	e.logs.mu.Lock()
	defer e.logs.mu.Unlock()
	e.logs.expected = true
	return append([]string(nil), e.logs.lines...)
}
