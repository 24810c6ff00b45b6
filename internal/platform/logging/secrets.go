package logging

import (
	"log/slog"
	"slices"
	"strings"
)

// secrets are attribute names whose values are never logged.
var secrets = []string{"password", "token", "secret", "authorization", "cookie", "api_key"}

func secret(key string) bool {
	return slices.ContainsFunc(secrets, func(s string) bool { return strings.EqualFold(s, key) })
}

// hide replaces the value of a secret, and all values of a group with such a name.
func hide(groups []string, a slog.Attr) slog.Attr {
	if secret(a.Key) || slices.ContainsFunc(groups, secret) {
		return slog.String(a.Key, "[hidden]")
	}
	return a
}
