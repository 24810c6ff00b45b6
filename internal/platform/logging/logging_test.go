package logging_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/logging"
	"allot/internal/platform/request"
)

func TestNew(t *testing.T) {
	t.Parallel()
	for _, json := range []bool{false, true} {
		var out bytes.Buffer
		log := logging.New(&out, slog.LevelInfo, json, nil)
		ctx := request.With(t.Context(), request.Meta{ID: "req-7"})
		log.With("password", "hunter2").WithGroup("g").InfoContext(ctx, "saved",
			slog.String("token", "abc123"), slog.String("authorization", "Token abc123"), slog.Int("room", 5), slog.Group("user", "secret", "abc123"))
		log.WithGroup("h").With(slog.Group("deep", "cookie", "abc123")).InfoContext(ctx, "seen", slog.Any("who", person{"abc123"}))
		log.DebugContext(ctx, "unheard")
		require.Contains(t, out.String(), "req-7")
		require.Contains(t, out.String(), "room")
		require.Contains(t, out.String(), "anna")
		require.NotContains(t, out.String(), "hunter2")
		require.NotContains(t, out.String(), "abc123")
		require.NotContains(t, out.String(), "unheard")
	}
}

// person tells of itself what it wants logged.
type person struct{ key string }

func (p person) LogValue() slog.Value {
	return slog.GroupValue(slog.String("name", "anna"), slog.String("api_key", p.key))
}
