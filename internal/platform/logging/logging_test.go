package logging_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

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

func TestNew_forMachines(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := logging.New(&out, slog.LevelDebug, true, nil)
	log.Warn("slow", "took", 1500*time.Millisecond, "lease", 90*time.Microsecond, "level", "of the pool", slog.Group("g", "level", slog.LevelInfo))
	var line map[string]any
	require.NoError(t, json.Unmarshal(out.Bytes(), &line))
	at, err := time.Parse(time.RFC3339Nano, line["time"].(string))
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), at, time.Minute)
	require.InDelta(t, 1500, line["duration_ms"], 0)
	require.InDelta(t, 0.09, line["lease_ms"], 0)
	require.NotContains(t, line, "took")
	require.Equal(t, map[string]any{"level": "INFO"}, line["g"], "only the level of the line is meant")

	out.Reset()
	log.Error("gone")
	require.Contains(t, out.String(), `"level":"error"`)

	out.Reset()
	logging.New(&out, slog.LevelDebug, false, nil).Warn("slow", "took", 1500*time.Millisecond)
	require.Contains(t, out.String(), "level=WARN msg=slow took=1.5s", "people read the text as before")
}

// person tells of itself what it wants logged.
type person struct{ key string }

func (p person) LogValue() slog.Value {
	return slog.GroupValue(slog.String("name", "anna"), slog.String("api_key", p.key))
}
