package app

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// What the process took for a while it gives back within a minute, and it collects no
// garbage for what it always has.
func TestGiveMemoryBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const mb = 1 << 20
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		size, live, freed := uint64(100*mb), uint64(100*mb), 0
		go giveMemoryBack(ctx, func() uint64 { return size }, func() { size, freed = live, freed+1 })
		pass := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		pass(time.Hour)
		require.Zero(t, freed)
		size = 500 * mb
		pass(time.Minute)
		require.EqualValues(t, 100*mb, size)
		require.Equal(t, 1, freed)
		size, live = 300*mb, 290*mb // it is in use
		pass(time.Hour)
		require.Equal(t, 2, freed)
	})
}
