package httpx_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
)

// purgeNow asks for the periodic job by its kind.
type purgeNow struct{}

func (purgeNow) Kind() string { return "idempotency_purge" }

func TestIdempotency_purge(t *testing.T) {
	t.Parallel()
	b := setupDB(t)
	q, err := jobs.New(b.db, jobs.Options{NodeID: "node-1", Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	require.NoError(t, q.Declare(httpx.Jobs(b.db, b.clock.Now)...))

	b.create("old", thing).ok(http.StatusCreated)
	b.clock.Advance(24 * time.Hour)
	b.create("new", thing).ok(http.StatusCreated)
	require.NoError(t, b.db.InTx(t.Context(), func(ctx context.Context) error { return q.Enqueue(ctx, purgeNow{}) }))
	require.NoError(t, q.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, q.Stop(context.WithoutCancel(t.Context()))) })

	require.Eventually(t, func() bool {
		n, err := b.db.From(t.Context()).NewSelect().Table("idempotency_keys").Count(t.Context())
		return err == nil && n == 1
	}, 2*time.Minute, 10*time.Millisecond, "the old key is forgotten")
	require.Equal(t, "true", b.create("new", thing).ok(http.StatusCreated).Header.Get("Idempotent-Replayed"))
}
