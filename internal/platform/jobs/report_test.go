package jobs

import (
	"bytes"
	"context"
	"log/slog"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// The library logs that it could not announce a job also if whoever enqueued it went
// away meanwhile.
func TestLibraryLog_cancelled(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name     string
		ctx      context.Context
		stopping bool
		err      string
		logged   bool
	}{
		{"the caller went away", gone, false, "context canceled", false},
		{"the queue stops", t.Context(), true, "sql: transaction has already been committed or rolled back", false},
		{"somebody else cancelled it", t.Context(), false, "context canceled", true},
		{"another error, while the caller went away", gone, false, "relation river_job does not exist", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			var stopping atomic.Bool
			stopping.Store(c.stopping)
			log := slog.New(libraryLog{slog.NewTextHandler(&out, nil), &stopping, false})
			log.ErrorContext(c.ctx, "Client: Failed to send job insert notification", "queues", "default", "error", c.err)
			require.Equal(t, c.logged, out.Len() > 0, out.String())
		})
	}
}

// The library cleans up by the wall clock what it has written by another one.
func TestLibraryLog_clockSetBack(t *testing.T) {
	t.Parallel()
	for _, movable := range []bool{false, true} {
		var out bytes.Buffer
		log := slog.New(libraryLog{slog.NewTextHandler(&out, nil), &atomic.Bool{}, movable})
		log.ErrorContext(t.Context(), "producer: Error fetching queue settings", "err", "not found")
		require.Equal(t, movable, out.Len() == 0, out.String())
		log.ErrorContext(t.Context(), "producer: Error fetching jobs", "err", "not found")
		require.Contains(t, out.String(), "fetching jobs")
	}
}
