package logging_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/logging"
)

var errAway = errors.New("away")

func away(err error) string {
	if errors.Is(err, errAway) {
		return "it is away"
	}
	return ""
}

func TestNew_Repeats(t *testing.T) {
	t.Parallel()

	t.Run("errors that come in numbers are told once a second with their number", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			log := logging.New(&out, slog.LevelInfo, true, away).With("node", 1)
			var all sync.WaitGroup
			for i := range 250 { // for two and a half seconds
				all.Go(func() {
					time.Sleep(time.Duration(i) * 10 * time.Millisecond)
					log.ErrorContext(t.Context(), "request failed", "operation", i, "error", fmt.Errorf("read: %w", errAway))
					log.WarnContext(t.Context(), "not written", "error", errAway)
				})
			}
			all.Wait()
			time.Sleep(2 * time.Second)
			synctest.Wait()
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			require.Len(t, lines, 4, "at once, after one second, after two and after three")
			require.Contains(t, lines[0], `"msg":"it is away"`)
			require.Contains(t, lines[0], `"count":1,"last":"request failed","error":"read: away"`)
			total := 0
			for _, l := range lines {
				_, rest, _ := strings.Cut(l, `"count":`)
				var n int
				_, err := fmt.Sscan(strings.SplitN(rest, ",", 2)[0], &n)
				require.NoError(t, err)
				total += n
			}
			require.Equal(t, 500, total, "none is lost")
			out.Reset()
			log.ErrorContext(t.Context(), "request failed", "error", errAway)
			require.Contains(t, out.String(), `"count":1`, "after a while it is told at once again")
			time.Sleep(2 * time.Second)
		})
	})

	t.Run("a line for many has the attributes of the last", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			log := logging.New(&out, slog.LevelInfo, true, away)
			for i := range 3 {
				log.ErrorContext(t.Context(), "request failed", "operation", i, "error", errAway, "path", "/x")
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			require.Len(t, lines, 2)
			require.Contains(t, lines[0], `"error":"away","operation":0,"path":"/x"`)
			require.Contains(t, lines[1], `"count":2,"last":"request failed","error":"away","operation":2,"path":"/x"`)
		})
	})

	t.Run("other errors are told each", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := logging.New(&out, slog.LevelInfo, false, away)
		for range 3 {
			log.ErrorContext(t.Context(), "request failed", "error", errors.New("a fault"))
			log.InfoContext(t.Context(), "looked", "error", errAway)
		}
		require.Equal(t, 6, strings.Count(out.String(), "\n"))
	})
}
