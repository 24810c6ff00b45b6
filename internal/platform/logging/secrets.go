package logging

import (
	"log/slog"
	"slices"
	"strings"
)

// secrets are attribute names whose values never reach a log, whoever wrote
// the line.
var secrets = []string{"password", "token", "secret", "authorization", "cookie", "api_key"}

func secret(key string) bool {
	return slices.ContainsFunc(secrets, func(s string) bool { return len(s) == len(key) && strings.EqualFold(s, key) })
}

// tells whether a line may hold a secret: by name, or in a value that has names
// of its own.
func tells(r slog.Record) (yes bool) {
	r.Attrs(func(a slog.Attr) bool {
		kind := a.Value.Kind()
		yes = secret(a.Key) || kind == slog.KindGroup || kind == slog.KindLogValuer
		return !yes
	})
	return yes
}

// struck is the line without its secrets.
func struck(r slog.Record) slog.Record {
	clean := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(strike(a))
		return true
	})
	return clean
}

func strikeAll(as []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(as))
	for i, a := range as {
		clean[i] = strike(a)
	}
	return clean
}

func strike(a slog.Attr) slog.Attr {
	if secret(a.Key) {
		return slog.String(a.Key, "[hidden]")
	}
	if a.Value = a.Value.Resolve(); a.Value.Kind() == slog.KindGroup {
		a.Value = slog.GroupValue(strikeAll(a.Value.Group())...)
	}
	return a
}
