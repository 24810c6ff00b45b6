package logging_test

import (
	"bytes"
	"log/slog"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/logging"
	"allot/internal/platform/request"
)

func TestLogAnswered(t *testing.T) {
	t.Parallel()
	at := time.Date(2030, 6, 1, 12, 30, 0, 123456000, time.UTC)
	a := logging.Answered{Method: "GET", Route: "/api/v1/facts/{token}/", Status: 304, Bytes: 12, Took: 1234567 * time.Nanosecond}
	for _, m := range []request.Meta{{}, {ID: "req-7", ClientIP: netip.MustParseAddr("2001:db8::1")}, {ClientIP: netip.MustParseAddr("192.0.2.7")}, {ID: "req-8", TraceID: "0af7651916cd43dd8448eb211c80319c"}} {
		var by, slogs bytes.Buffer
		ctx := request.With(t.Context(), m)
		logging.LogAnswered(ctx, logging.New(&by, slog.LevelInfo, true, nil), at, a)
		derived := logging.New(&slogs, slog.LevelInfo, true, nil).Handler().WithAttrs(nil) // whose lines slog writes
		logging.LogAnswered(ctx, slog.New(derived), at, a)
		require.Equal(t, slogs.String(), by.String(), "it is the line that slog would write")
	}

	t.Run("machines get milliseconds", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		m := request.Meta{ID: "req-7", ClientIP: netip.MustParseAddr("192.0.2.7")}
		logging.LogAnswered(request.With(t.Context(), m), logging.New(&out, slog.LevelInfo, true, nil), at, a)
		require.JSONEq(t, `{"time":"2030-06-01T12:30:00.123456Z","level":"info","msg":"request","method":"GET","route":"/api/v1/facts/{token}/",`+
			`"status":304,"bytes":12,"ip":"192.0.2.7","duration_ms":1.235,"request_id":"req-7"}`, out.String())
	})

	t.Run("people get text", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		logging.LogAnswered(request.With(t.Context(), request.Meta{ID: "req-7"}), logging.New(&out, slog.LevelInfo, false, nil), at, a)
		require.Contains(t, out.String(), "msg=request method=GET route=/api/v1/facts/{token}/ status=304 bytes=12 ip=\"\" took=1.235ms request_id=req-7")
	})

	t.Run("nothing where it is not wanted", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		logging.LogAnswered(t.Context(), logging.New(&out, slog.LevelWarn, true, nil), at, a)
		require.Empty(t, out.String())
	})
}
