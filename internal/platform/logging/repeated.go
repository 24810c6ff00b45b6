package logging

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// pause is the time between two lines of one kind.
const pause = time.Second

// Repeats returns the kind of an error that is logged very often when it occurs,
// such as by every request while the database is down; empty for other errors.
type Repeats func(err error) string

// repeated writes at most one line a second for each kind: the first at once, then
// the number of further ones, with the attributes of the last.
type repeated struct {
	kindOf Repeats

	mu    sync.Mutex
	kinds map[string]*backlog
}

// backlog counts the records of one kind since its last line.
type backlog struct {
	count int
	last  func(count int)
}

// writeRepeated writes a record now or later and returns true, if it has an error of a
// repeated kind.
func (p *repeated) writeRepeated(ctx context.Context, r slog.Record, to slog.Handler) bool {
	kind, text, others := p.of(r)
	if kind == "" {
		return false
	}
	ctx = context.WithoutCancel(ctx) // the line may be written after the request
	write := func(count int) {
		line := slog.NewRecord(r.Time, max(r.Level, slog.LevelError), kind, 0)
		line.AddAttrs(slog.Int("count", count), slog.String("last", r.Message), slog.String("error", text))
		line.AddAttrs(others...)
		_ = to.Handle(ctx, line) // an error cannot be logged
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if b := p.kinds[kind]; b != nil {
		b.count++
		b.last = write
		return true
	}
	p.kinds[kind] = &backlog{}
	time.AfterFunc(pause, func() { p.flush(kind) })
	write(1)
	return true
}

// flush writes a line for the backlog and schedules the next flush, unless the
// backlog is empty.
func (p *repeated) flush(kind string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.kinds[kind]
	if b.count == 0 {
		delete(p.kinds, kind)
		return
	}
	b.last(b.count)
	b.count = 0
	time.AfterFunc(pause, func() { p.flush(kind) })
}

// of returns kind and text of an error of a repeated kind among the attributes, and
// the other attributes.
func (p *repeated) of(r slog.Record) (kind, text string, others []slog.Attr) {
	if r.Level < slog.LevelWarn {
		return "", "", nil
	}
	r.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok && kind == "" {
			if kind = p.kindOf(err); kind != "" {
				text = err.Error()
				return true
			}
		}
		others = append(others, a)
		return true
	})
	return kind, text, others
}
