package picture_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/picture"
)

func TestGate(t *testing.T) {
	t.Parallel()

	t.Run("slots run, the queue waits, the rest is sent away", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			g := picture.NewGate(2, 3)
			gate := make(chan struct{})
			var running, done atomic.Int64
			for range 5 {
				go func() {
					err := g.Do(t.Context(), func() error {
						running.Add(1)
						<-gate
						return nil
					})
					if err == nil {
						done.Add(1)
					}
				}()
			}
			synctest.Wait()
			require.EqualValues(t, 2, running.Load())
			err := g.Do(t.Context(), func() error { return nil })
			require.ErrorIs(t, err, picture.ErrBusy)
			require.Equal(t, apperr.Unavailable, apperr.Of(err).Kind)
			require.Positive(t, apperr.Of(err).RetryAfter)
			close(gate)
			synctest.Wait()
			require.EqualValues(t, 5, done.Load())
			require.NoError(t, g.Do(t.Context(), func() error { return nil }), "the places are free again")
		})
	})

	t.Run("who goes away stops waiting, and its place is free", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			g := picture.NewGate(1, 1)
			gate := make(chan struct{})
			go func() { _ = g.Do(t.Context(), func() error { <-gate; return nil }) }()
			synctest.Wait()
			ctx, cancel := context.WithCancel(t.Context())
			left := make(chan error, 1)
			go func() { left <- g.Do(ctx, func() error { return nil }) }()
			synctest.Wait()
			cancel()
			require.ErrorIs(t, <-left, context.Canceled)
			next := make(chan error, 1)
			go func() { next <- g.Do(t.Context(), func() error { return nil }) }()
			close(gate)
			require.NoError(t, <-next)
		})
	})

	t.Run("the slot of a panic or an error is free again", func(t *testing.T) {
		t.Parallel()
		g := picture.NewGate(1, 0)
		failed := errors.New("failed")
		require.ErrorIs(t, g.Do(t.Context(), func() error { return failed }), failed)
		require.Panics(t, func() { _ = g.Do(t.Context(), func() error { panic("x") }) })
		require.NoError(t, g.Do(t.Context(), func() error { return nil }))
	})
}
