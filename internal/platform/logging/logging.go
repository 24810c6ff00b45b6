// Package logging has the program's logger. It writes text or JSON, with the
// request id on every line and secrets hidden. JSON is for machines: a duration is
// a number of milliseconds whose name says so, and levels are in lower case, as
// collectors of logs expect both.
package logging

import (
	"context"
	"io"
	"log/slog"

	"allot/internal/platform/request"
)

// New returns a logger that writes to w. Errors of a kind that repeats returns are
// written once a second, with their number; nil: there are none.
func New(w io.Writer, level slog.Leveler, json bool, repeats Repeats) *slog.Logger {
	opt := &slog.HandlerOptions{Level: level, ReplaceAttr: hide}
	h := handler{Handler: slog.NewTextHandler(w, opt)}
	if json {
		out := &lockedWriter{w: w}
		opt.ReplaceAttr = forMachines
		h = handler{Handler: slog.NewJSONHandler(out, opt), out: out}
	}
	if repeats != nil {
		h.repeated = &repeated{kindOf: repeats, kinds: map[string]*backlog{}}
	}
	return slog.New(h)
}

// handler adds the ids of request and trace of the context.
type handler struct {
	slog.Handler
	out      io.Writer // of LogAnswered; nil: slog writes its lines
	repeated *repeated // nil: every line is written
}

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if h.repeated != nil && h.repeated.writeRepeated(ctx, r, handler{Handler: h.Handler}) {
		return nil
	}
	m := request.From(ctx)
	if m.ID != "" {
		r.AddAttrs(slog.String("request_id", m.ID))
	}
	if m.TraceID != "" {
		r.AddAttrs(slog.String("trace_id", m.TraceID))
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(as []slog.Attr) slog.Handler {
	return handler{Handler: h.Handler.WithAttrs(as), repeated: h.repeated}
}

func (h handler) WithGroup(name string) slog.Handler {
	return handler{Handler: h.Handler.WithGroup(name), repeated: h.repeated}
}
