package admission

import (
	"context"
	"testing"
	"testing/synctest"

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
