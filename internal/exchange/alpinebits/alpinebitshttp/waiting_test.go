package alpinebitshttp

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestHandlers_arrived(t *testing.T) {
	t.Parallel()
	h := &handlers{large: make(chan struct{}, largeAtOnce)}
	large := bytes.Repeat([]byte("x"), 3*smallBody)

	t.Run("few large messages are read at once, and all of each", func(t *testing.T) { //nolint:paralleltest // one gate
		var inside, most atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				w, err := h.arrived(t.Context(), bytes.NewReader(large), false)
				if err != nil {
					t.Error(err)
					return
				}
				for n := inside.Add(1); n > most.Load(); {
					most.Store(n)
				}
				time.Sleep(time.Millisecond) // so that others could come in
				all, err := io.ReadAll(w)
				if err != nil || !bytes.Equal(all, large) {
					t.Errorf("%d bytes, %v", len(all), err)
				}
				inside.Add(-1)
				if err := w.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.LessOrEqual(t, most.Load(), int32(largeAtOnce))
	})

	t.Run("while they are, small ones go on, and compressed and large ones wait", func(t *testing.T) { //nolint:paralleltest // one gate
		for range largeAtOnce {
			w, err := h.arrived(t.Context(), bytes.NewReader(large), false)
			require.NoError(t, err)
			defer w.Close()
		}
		small, err := h.arrived(t.Context(), strings.NewReader("small"), false)
		require.NoError(t, err)
		all, err := io.ReadAll(small)
		require.NoError(t, err)
		require.Equal(t, "small", string(all))
		require.NoError(t, small.Close())
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		for _, body := range []string{"small", string(large)} {
			_, err := h.arrived(ended, strings.NewReader(body), true)
			require.ErrorIs(t, err, context.Canceled)
		}
	})

	t.Run("a body that broke off is told as such", func(t *testing.T) { //nolint:paralleltest // one gate
		for _, body := range []string{"small", string(large)} {
			w, err := h.arrived(t.Context(), io.MultiReader(strings.NewReader(body), broken{io.ErrClosedPipe}), false)
			require.NoError(t, err)
			_, err = io.ReadAll(w)
			require.ErrorIs(t, err, io.ErrClosedPipe)
			require.NoError(t, w.Close())
		}
	})
}
