package dbtest

import (
	"context"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
)

// explained holds the shapes of statements that this process has explained: tests
// repeat them.
var explained sync.Map

// watch collects the statements that modules run on one database.
type watch struct {
	mu      sync.Mutex
	queries []string
}

// watched returns d with a hook that fails a test whose statements read rows of all
// accounts.
func watched(tb testing.TB, d *db.DB) *db.DB {
	tb.Helper()
	w := &watch{}
	tb.Cleanup(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, q := range w.queries {
			// The test's own context has ended by now.
			scans, err := Scans(context.WithoutCancel(tb.Context()), d, q)
			if err != nil {
				tb.Errorf("explain %s: %v", q, err)
			}
			for _, s := range scans {
				tb.Errorf("this statement grows with the number of accounts: %s\n%s", s, q)
			}
		}
	})
	return d.Watched(w)
}

var (
	literal = regexp.MustCompile(`X?'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b`)
	several = regexp.MustCompile(`\?(?:, \?)+`)
)

// BeforeQuery collects the first statement of each shape.
func (w *watch) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	switch e.Operation() {
	case "SELECT", "UPDATE", "DELETE":
	default:
		return ctx
	}
	if !askedByModule() {
		return ctx
	}
	shape := several.ReplaceAllString(literal.ReplaceAllString(e.Query, "?"), "?")
	if _, known := explained.LoadOrStore(shape, true); !known {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.queries = append(w.queries, e.Query)
	}
	return ctx
}

// AfterQuery does nothing.
func (*watch) AfterQuery(context.Context, *bun.QueryEvent) {}

// askedByModule reports whether the nearest caller is a module: a test may read a
// whole table.
func askedByModule() bool {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "allot/") && !strings.HasPrefix(f.Function, "allot/internal/platform/db.") {
			folder := f.File[:strings.LastIndexByte(f.File, '/')]
			return !strings.HasSuffix(f.File, "_test.go") && !strings.HasSuffix(folder, "test")
		}
		if !more {
			return false
		}
	}
}
