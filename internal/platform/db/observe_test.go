package db_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"allot/internal/platform/db"
	"allot/internal/platform/tracing"
	"allot/internal/testkit/dbtest"
)

func TestDB_Observed(t *testing.T) {
	t.Parallel()

	t.Run("every transaction that can write is told once", func(t *testing.T) {
		t.Parallel()
		var mu sync.Mutex
		var seen []db.Outcome
		d := dbtest.New(t).Observed(db.Observer{Ended: func(o db.Outcome, took time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, o)
			if took < 0 {
				t.Error("a transaction took less than no time")
			}
		}}, nil)
		write := func(ctx context.Context) error { return note(ctx, d, "made") }
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return d.InTx(ctx, write) }))
		require.ErrorIs(t, d.InTx(t.Context(), func(context.Context) error { return errBoom }), errBoom)
		require.NoError(t, d.ReadTx(t.Context(), func(context.Context) error { return nil }))

		ctx, hold := d.DeferTx(t.Context(), func(context.Context) error { return nil })
		require.NoError(t, d.InTx(ctx, write))
		require.NoError(t, hold.Commit(ctx, func(context.Context) error { return nil }))
		hold.Rollback()
		ctx, hold = d.DeferTx(t.Context(), func(context.Context) error { return nil })
		require.NoError(t, d.InTx(ctx, write))
		hold.Rollback()
		gone, cancel := context.WithCancel(t.Context())
		require.Error(t, d.InTx(gone, func(ctx context.Context) error {
			cancel()
			return ctx.Err()
		}))
		mu.Lock()
		defer mu.Unlock()
		require.Equal(t, []db.Outcome{db.Committed, db.RolledBack, db.Committed, db.RolledBack, db.RolledBack}, seen)
	})

	t.Run("transactions and statements are parts of a trace, without values", func(t *testing.T) {
		t.Parallel()
		rec := tracetest.NewSpanRecorder()
		tracer := tracing.Of(sdk.NewTracerProvider(sdk.WithSpanProcessor(rec)))
		d := dbtest.New(t).Observed(db.Observer{}, tracer)
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, "unseen") }))
		require.Empty(t, rec.Ended(), "outside of a span there is none")

		ctx, request := tracer.Request(t.Context(), nil)
		require.NoError(t, d.InTx(ctx, func(ctx context.Context) error { return note(ctx, d, "a secret action") }))
		request.End(nil)
		var names []string
		for _, s := range rec.Ended() {
			names = append(names, s.Name())
			for _, a := range s.Attributes() {
				require.NotContains(t, a.Value.String(), "secret")
			}
		}
		require.Subset(t, names, []string{"INSERT audit_entries", "transaction", "request"})
		i := slices.Index(names, "transaction")
		require.Equal(t, rec.Ended()[i].SpanContext().SpanID(), rec.Ended()[slices.Index(names, "INSERT audit_entries")].Parent().SpanID())
	})
}

func TestDB_Size(t *testing.T) {
	t.Parallel()
	n, err := dbtest.New(t).Size(t.Context())
	require.NoError(t, err)
	require.Greater(t, n, int64(100_000))
}
