package arrival_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/arrival"
)

const kib = 1 << 10

func TestGate(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	large := bytes.Repeat([]byte("x"), 200*kib)

	t.Run("few large bodies are inside at once, and all of each is read", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		g := arrival.NewGate(700 * kib)
		var inside, most atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				b, err := g.Pass(t.Context(), iotest.HalfReader(bytes.NewReader(large)), 0)
				if err != nil {
					t.Error(err)
					return
				}
				n := inside.Add(1)
				for seen := most.Load(); n > seen && !most.CompareAndSwap(seen, n); seen = most.Load() {
				}
				time.Sleep(time.Millisecond) // so that others could come in
				all, err := b.Bytes()
				if err != nil || !bytes.Equal(all, large) {
					t.Errorf("%d bytes, %v", len(all), err)
				}
				inside.Add(-1)
				if err := b.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.LessOrEqual(t, most.Load(), int32(3))
		require.Positive(t, most.Load())
	})

	t.Run("while they are, small ones go on, and those that count for more wait", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		g := arrival.NewGate(100 * kib)
		alone, err := g.Pass(t.Context(), bytes.NewReader(large), 0) // larger than all that is let in
		require.NoError(t, err)
		small, err := g.Pass(t.Context(), strings.NewReader("small"), 0)
		require.NoError(t, err)
		all, err := small.Bytes()
		require.NoError(t, err)
		require.Equal(t, "small", string(all))
		require.NoError(t, small.Close())
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		for body, least := range map[string]int64{"small": 65 * kib, string(large): 0} {
			_, err := g.Pass(ended, strings.NewReader(body), least)
			require.ErrorIs(t, err, context.Canceled)
		}
		require.NoError(t, alone.Close())
		next, err := g.Pass(t.Context(), bytes.NewReader(large), 0)
		require.NoError(t, err)
		require.NoError(t, next.Close())
	})

	t.Run("a body that broke off is told as such", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		g := arrival.NewGate(kib)
		for _, body := range []string{"small", string(large[:64*kib]), string(large)} {
			for _, end := range []error{io.ErrClosedPipe, io.ErrUnexpectedEOF} { // the second is what net/http says
				b, err := g.Pass(t.Context(), io.MultiReader(strings.NewReader(body), iotest.ErrReader(end)), 0)
				require.NoError(t, err)
				_, err = b.Bytes()
				require.ErrorIs(t, err, end)
				require.NoError(t, b.Close())
			}
		}
	})

	t.Run("what waits on disk is bounded, and there is room again afterwards", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		g := arrival.NewGate(kib)
		_, err := g.Pass(t.Context(), io.LimitReader(endless{}, 300<<20), 0)
		require.ErrorIs(t, err, arrival.ErrFull)
		b, err := g.Pass(t.Context(), io.LimitReader(endless{}, 200<<20), 0)
		require.NoError(t, err)
		require.EqualValues(t, 200<<20, b.Size)
		_, err = g.Pass(t.Context(), io.LimitReader(endless{}, 100<<20), 0)
		require.ErrorIs(t, err, arrival.ErrFull)
		require.NoError(t, b.Close())
	})

	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, left, "no file stays behind")
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
