// Package logging makes the program's logger: text for people, JSON for
// machines, with the request id on every line and secrets struck out.
package logging

import (
	"context"
	"io"
	"log/slog"

	"allot/internal/platform/request"
)

// New makes a logger that writes to w. Errors that one of repeats names are
// written once a second, with their number.
func New(w io.Writer, level slog.Level, json bool, repeats ...Repeats) *slog.Logger {
	opt := &slog.HandlerOptions{Level: level}
	h := handler{Handler: slog.NewTextHandler(w, opt)}
	if json {
		out := &inTurn{w: w}
		h = handler{Handler: slog.NewJSONHandler(out, opt), out: out}
	}
	if len(repeats) > 0 {
		h.repeated = newRepeated(repeats)
	}
	return slog.New(h)
}

// handler adds what the context knows of the request, and strikes secrets out.
// It does so itself: with slog's own ReplaceAttr every line costs twice as much,
// and every request writes one.
type handler struct {
	slog.Handler
	out      io.Writer // of lines that are made by hand; nil: of none
	repeated *repeated // nil: every line is written
}

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if h.repeated != nil && h.repeated.take(ctx, r, handler{Handler: h.Handler}) {
		return nil
	}
	if tells(r) {
		r = struck(r)
	}
	if id := request.From(ctx).ID; id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(as []slog.Attr) slog.Handler {
	return handler{Handler: h.Handler.WithAttrs(strikeAll(as)), repeated: h.repeated}
}

func (h handler) WithGroup(name string) slog.Handler {
	return handler{Handler: h.Handler.WithGroup(name), repeated: h.repeated}
}
