package logging

import (
	"log/slog"
	"slices"
	"strings"
)

// secrets are attribute names whose values are never logged.
var secrets = []string{"password", "token", "secret", "authorization", "cookie", "api_key"}

func secret(key string) bool {
	return slices.ContainsFunc(secrets, func(s string) bool { return len(s) == len(key) && strings.EqualFold(s, key) })
}

// mayHoldSecret reports whether an attribute has the name of a secret or may have
// attributes of its own.
func mayHoldSecret(r slog.Record) (yes bool) {
	r.Attrs(func(a slog.Attr) bool {
		kind := a.Value.Kind()
		yes = secret(a.Key) || kind == slog.KindGroup || kind == slog.KindLogValuer
		return !yes
	})
	return yes
}

func withoutSecrets(r slog.Record) slog.Record {
	clean := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(hide(a))
		return true
	})
	return clean
}

func hideAll(as []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(as))
	for i, a := range as {
		clean[i] = hide(a)
	}
	return clean
}

func hide(a slog.Attr) slog.Attr {
	if secret(a.Key) {
		return slog.String(a.Key, "[hidden]")
	}
	if a.Value = a.Value.Resolve(); a.Value.Kind() == slog.KindGroup {
		a.Value = slog.GroupValue(hideAll(a.Value.Group())...)
	}
	return a
}
