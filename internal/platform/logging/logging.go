// Package logging makes the program's logger: text for people, JSON for
// machines, with the request id on every line and secrets struck out.
package logging

import (
	"context"
	"io"
	"log/slog"

	"allot/internal/platform/request"
)

// New makes a logger that writes to w.
func New(w io.Writer, level slog.Level, json bool) *slog.Logger {
	opt := &slog.HandlerOptions{Level: level}
	if json {
		out := &inTurn{w: w}
		return slog.New(handler{slog.NewJSONHandler(out, opt), out})
	}
	return slog.New(handler{slog.NewTextHandler(w, opt), nil})
}

// handler adds what the context knows of the request, and strikes secrets out.
// It does so itself: with slog's own ReplaceAttr every line costs twice as much,
// and every request writes one.
type handler struct {
	slog.Handler
	out io.Writer // of lines that are made by hand; nil: of none
}

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if tells(r) {
		r = struck(r)
	}
	if id := request.From(ctx).ID; id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(as []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(strikeAll(as)), nil}
}

func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name), nil} }
