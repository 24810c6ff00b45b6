// Package logging makes the program's logger: text for people, JSON for
// machines, with the request id on every line and secrets struck out.
package logging

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"

	"allot/internal/platform/request"
)

// New makes a logger that writes to w.
func New(w io.Writer, level slog.Level, json bool) *slog.Logger {
	opt := &slog.HandlerOptions{Level: level, ReplaceAttr: strike}
	if json {
		return slog.New(handler{slog.NewJSONHandler(w, opt)})
	}
	return slog.New(handler{slog.NewTextHandler(w, opt)})
}

// secrets are attribute names whose values never reach a log, whoever wrote
// the line.
var secrets = []string{"password", "token", "secret", "authorization", "cookie", "api_key"}

func strike(_ []string, a slog.Attr) slog.Attr {
	if slices.Contains(secrets, strings.ToLower(a.Key)) {
		return slog.String(a.Key, "[hidden]")
	}
	return a
}

// handler adds what the context knows of the request.
type handler struct{ slog.Handler }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if id := request.From(ctx).ID; id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(as []slog.Attr) slog.Handler { return handler{h.Handler.WithAttrs(as)} }

func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
