package admission

import (
	"context"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLane(t *testing.T) {
	t.Parallel()
	anna, ben, cleo := Sender{Account: 1}, Sender{Account: 2}, Sender{Account: 3}

	t.Run("senders get their turns one after another", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			l := newLane(10, 10, 10)
			first, err := l.enter(t.Context(), cleo, 10)
			require.NoError(t, err)
			order := make(chan Sender, 8)
			for _, who := range []Sender{anna, anna, anna, ben, ben} {
				go func() {
					leave, err := l.enter(t.Context(), who, 10)
					if err == nil {
						order <- who
						leave()
					}
				}()
				synctest.Wait()
			}
			first()
			synctest.Wait()
			for _, want := range []Sender{anna, ben, anna, ben, anna} {
				require.Equal(t, want, <-order)
			}
			require.Empty(t, l.senders)
			require.Empty(t, l.turns)
			require.EqualValues(t, 10, l.free)
		})
	})
	t.Run("a heavy one is not passed for ever by light ones, and one whose share is taken holds up nobody", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			l := newLane(10, 8, 10)
			light, err := l.enter(t.Context(), anna, 4)
			require.NoError(t, err)
			passed := make(chan Sender, 8)
			ask := func(who Sender, weight int64) {
				go func() {
					if _, err := l.enter(t.Context(), who, weight); err == nil {
						passed <- who
					}
				}()
				synctest.Wait()
			}
			ask(ben, 8)  // does not fit
			ask(cleo, 1) // would fit
			require.Empty(t, passed)
			light()
			require.ElementsMatch(t, []Sender{ben, cleo}, []Sender{<-passed, <-passed})
			ask(ben, 1) // beyond its share
			ask(anna, 1)
			require.Equal(t, anna, <-passed)
			require.Empty(t, passed)
		})
	})
	t.Run("a body of no known length finds room beside those of others", func(t *testing.T) {
		t.Parallel()
		l := newSlowLane(1024*mib, 128*mib, 256*kib)
		for _, who := range []Sender{anna, ben, cleo} {
			_, err := l.enter(t.Context(), who, 512*mib)
			require.NoError(t, err)
		}
	})
	t.Run("twenty senders that keep all they may have leave room for the next", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := New()
			ctx, cancel := context.WithCancel(t.Context())
			for i := range int64(20) {
				for range 64 {
					go func() { _, _ = a.arriving.enter(ctx, Sender{Account: 10 + i}, 8*mib) }()
					go func() { _, _ = a.arriving.enter(ctx, Sender{Account: 10 + i}, 70*kib) }()
					go func() { _, _ = a.Stream(ctx, Sender{Account: 10 + i}) }()
				}
			}
			synctest.Wait()
			start := time.Now()
			for _, weight := range []int64{70 * kib, 4 * mib} {
				leave, err := a.arriving.enter(t.Context(), anna, weight)
				require.NoError(t, err)
				defer leave()
			}
			done, err := a.Stream(t.Context(), anna)
			require.NoError(t, err)
			defer done()
			require.Zero(t, time.Since(start))
			cancel()
		})
	})
	t.Run("strangers have one turn of the processors together", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := New()
			a.processors = newLane(8, 4, 100)
			var under, most int
			for i := range byte(100) {
				go func() {
					leave, err := a.processor(t.Context(), Sender{Address: netip.AddrFrom4([4]byte{198, 51, 100, i})})
					if err != nil {
						return
					}
					under++
					most = max(most, under)
					time.Sleep(time.Millisecond)
					under--
					leave()
				}()
			}
			time.Sleep(time.Second)
			require.Equal(t, 1, most)
			require.Empty(t, a.processors.senders)
			require.Empty(t, a.strangers.senders)
		})
	})
	t.Run("the queue of a sender is bounded, and whoever leaves it is forgotten", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			l := newLane(10, 10, 1)
			leave, err := l.enter(t.Context(), anna, 99)
			require.NoError(t, err, "more than the share is alone")
			gone, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() {
				_, err := l.enter(gone, anna, 1)
				ended <- err
			}()
			synctest.Wait()
			_, err = l.enter(t.Context(), anna, 1)
			require.ErrorIs(t, err, ErrBusy)
			cancel()
			require.ErrorIs(t, <-ended, context.Canceled)
			_, err = l.enter(t.Context(), anna, 1)
			require.ErrorIs(t, err, ErrBusy, "after it has waited")
			leave()
			leave()
			require.EqualValues(t, 10, l.free)
			require.Empty(t, l.senders)
		})
	})
}
