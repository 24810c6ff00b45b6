package picture_test

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/picture"
	"allot/internal/platform/request"
)

// caller is somebody of an account.
type caller int64

func (c caller) Identity() request.Identity { return request.Identity{OwnerID: int64(c)} }

func TestGate_Use(t *testing.T) {
	t.Parallel()
	small, large := pngOf(t, corners(8, 8)), pngOf(t, corners(64, 48))
	use := func(ctx context.Context, g *picture.Gate, file []byte, fn func() error) error {
		return g.Use(ctx, bytes.NewReader(file), picture.Small, picture.Result{Side: 4}, func(*picture.Picture) error { return fn() })
	}
	nothing := func() error { return nil }
	// Enough for six of the small ones, and less than a large one takes.
	const memory = 6 * (8*8*4 + 300)

	t.Run("small pictures run at once, the queue waits, the rest is sent away", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			g := picture.NewGate(memory, 3)
			end := make(chan struct{})
			var running, done atomic.Int64
			start := func(file []byte) {
				go func() {
					if use(t.Context(), g, file, func() error { running.Add(1); <-end; return nil }) == nil {
						done.Add(1)
					}
				}()
				synctest.Wait()
			}
			start(small)
			start(small)
			start(large)
			start(small)
			start(small)
			require.EqualValues(t, 2, running.Load(), "whoever came after the large one waits behind it")
			err := use(t.Context(), g, small, nothing)
			require.ErrorIs(t, err, picture.ErrBusy)
			require.Equal(t, apperr.Unavailable, apperr.Of(err).Kind)
			require.Positive(t, apperr.Of(err).RetryAfter)
			close(end)
			synctest.Wait()
			require.EqualValues(t, 5, done.Load())
			require.NoError(t, use(t.Context(), g, large, nothing), "the memory is free again")
		})
	})

	t.Run("a large picture runs alone", func(t *testing.T) {
		t.Parallel()
		g := picture.NewGate(memory, 0)
		err := use(t.Context(), g, large, func() error { return use(t.Context(), g, small, nothing) })
		require.ErrorIs(t, err, picture.ErrBusy)
	})

	t.Run("the pictures of one account do not keep others from theirs", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			g := picture.NewGate(memory, 24)
			anna, ben := request.WithCaller(t.Context(), caller(1)), request.WithCaller(t.Context(), caller(2))
			for range 24 {
				go func() { _ = use(anna, g, large, func() error { time.Sleep(time.Second); return nil }) }()
			}
			synctest.Wait()
			start := time.Now()
			require.NoError(t, use(ben, g, large, nothing))
			require.Equal(t, 2*time.Second, time.Since(start), "after the one that was worked on and the one that was next")
			time.Sleep(time.Minute) // the others end, or are told to come back
		})
	})

	t.Run("who goes away stops waiting, and its place is free", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			g := picture.NewGate(1, 1)
			end := make(chan struct{})
			go func() { _ = use(t.Context(), g, small, func() error { <-end; return nil }) }()
			synctest.Wait()
			ctx, cancel := context.WithCancel(t.Context())
			left := make(chan error, 1)
			go func() { left <- use(ctx, g, small, nothing) }()
			synctest.Wait()
			cancel()
			require.ErrorIs(t, <-left, context.Canceled)
			next := make(chan error, 1)
			go func() { next <- use(t.Context(), g, small, nothing) }()
			close(end)
			require.NoError(t, <-next)
		})
	})

	t.Run("the memory of a panic, an error or a damaged file is free again", func(t *testing.T) {
		t.Parallel()
		g := picture.NewGate(1, 0)
		failed := errors.New("failed")
		require.ErrorIs(t, use(t.Context(), g, small, func() error { return failed }), failed)
		require.Panics(t, func() { _ = use(t.Context(), g, small, func() error { panic("x") }) })
		require.ErrorIs(t, use(t.Context(), g, small[:len(small)-20], nothing), picture.ErrInvalid)
		require.NoError(t, use(t.Context(), g, small, nothing))
	})

	t.Run("hands on the picture in the size that was asked for", func(t *testing.T) {
		t.Parallel()
		g := picture.NewGate(picture.MaxMemory, 0)
		for result, want := range map[picture.Result][2]int{{Side: 32}: {32, 24}, {Side: 20, Square: true}: {20, 20}, {Side: 500}: {64, 48}} {
			err := g.Use(t.Context(), bytes.NewReader(large), picture.Small, result, func(p *picture.Picture) error {
				require.Equal(t, want, [2]int{p.Width(), p.Height()})
				return nil
			})
			require.NoError(t, err)
		}
	})
}
