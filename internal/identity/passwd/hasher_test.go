package passwd_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/stretchr/testify/require"

	"allot/internal/identity/passwd"
	"allot/internal/platform/apperr"
)

func cheap(t *testing.T, slots, queue int) *passwd.Hasher {
	t.Helper()
	h, err := passwd.New(passwd.Options{Memory: 64, Iterations: 1, Slots: slots, Queue: queue})
	require.NoError(t, err)
	return h
}

func TestHasher_Verify(t *testing.T) {
	t.Parallel()
	h := cheap(t, 2, 10)
	encoded, err := h.Hash(t.Context(), "Grünkohl mit Pinkel")
	require.NoError(t, err)

	t.Run("accepts the password and nothing near it", func(t *testing.T) {
		t.Parallel()
		for pw, want := range map[string]bool{
			"Grünkohl mit Pinkel":       true,
			"Gru\u0308nkohl mit Pinkel": true, // the same letters, composed otherwise
			"grünkohl mit Pinkel":       false,
			"Grünkohl mit Pinkel ":      false,
			"":                          false,
		} {
			ok, err := h.Verify(t.Context(), pw, encoded, nil)
			require.NoError(t, err)
			require.Equal(t, want, ok, "%q", pw)
		}
	})

	t.Run("two hashes of one password differ", func(t *testing.T) {
		t.Parallel()
		other, err := h.Hash(t.Context(), "Grünkohl mit Pinkel")
		require.NoError(t, err)
		require.NotEqual(t, encoded, other)
	})

	t.Run("a damaged hash is a fault and never a match", func(t *testing.T) {
		t.Parallel()
		for _, bad := range []string{
			"", "x", "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$",
			strings.Replace(encoded, "t=1", "t=0", 1), strings.Replace(encoded, "p=1", "p=0", 1), encoded[:len(encoded)-4],
		} {
			ok, err := h.Verify(t.Context(), "", bad, nil)
			require.Error(t, err, bad)
			require.False(t, ok, bad)
		}
	})

	t.Run("production parameters are the ones decided on", func(t *testing.T) {
		t.Parallel()
		real, err := passwd.New(passwd.Options{})
		require.NoError(t, err)
		got, err := real.Hash(t.Context(), "x")
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(got, "$argon2id$v=19$m=19456,t=2,p=1$"), got)
	})
}

func TestHasher_stillWanted(t *testing.T) {
	t.Parallel()
	h := cheap(t, 1, 1)
	banned := errors.New("banned meanwhile")
	encoded, err := h.Hash(t.Context(), "x")
	require.NoError(t, err)

	asked := func() error {
		require.Equal(t, 1, h.Running(), "asked after the slot was taken")
		return banned
	}
	ok, err := h.Verify(t.Context(), "x", encoded, asked)
	require.ErrorIs(t, err, banned)
	require.False(t, ok, "the right password does not help")
	require.ErrorIs(t, h.VerifyNone(t.Context(), "x", asked), banned)
	require.Zero(t, h.Running(), "the slot is free again")
}

func TestHasher_bound(t *testing.T) {
	t.Parallel()

	t.Run("slots run, the queue waits, the rest is sent away", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			h := cheap(t, 2, 3)
			gate := make(chan struct{})
			var done atomic.Int64
			hold := func() error { <-gate; return nil }
			for range 5 {
				go func() {
					if h.VerifyNone(t.Context(), "x", hold) == nil {
						done.Add(1)
					}
				}()
			}
			synctest.Wait()
			require.Equal(t, 2, h.Running())
			require.Equal(t, 3, h.Waiting())

			err := h.VerifyNone(t.Context(), "x", nil)
			require.ErrorIs(t, err, passwd.ErrBusy)
			require.Equal(t, apperr.Unavailable, apperr.Of(err).Kind)
			require.Positive(t, apperr.Of(err).RetryAfter)
			_, err = h.Hash(t.Context(), "x")
			require.ErrorIs(t, err, passwd.ErrBusy, "hashing takes the same slots")

			close(gate)
			synctest.Wait()
			require.EqualValues(t, 5, done.Load())
			require.Zero(t, h.Running()+h.Waiting())
		})
	})

	t.Run("a caller who gives up leaves the queue", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			h := cheap(t, 1, 1)
			gate := make(chan struct{})
			go func() { _ = h.VerifyNone(t.Context(), "x", func() error { <-gate; return nil }) }()
			synctest.Wait()

			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			require.ErrorIs(t, h.VerifyNone(ctx, "x", nil), context.DeadlineExceeded)
			require.Zero(t, h.Waiting())
			close(gate)
			synctest.Wait()
			require.NoError(t, h.VerifyNone(t.Context(), "x", nil))
		})
	})

	t.Run("without a queue nobody waits", func(t *testing.T) {
		t.Parallel()
		h := cheap(t, 1, -1)
		require.NoError(t, h.VerifyNone(t.Context(), "x", func() error {
			require.ErrorIs(t, h.VerifyNone(t.Context(), "x", nil), passwd.ErrBusy)
			return nil
		}))
	})

	t.Run("a crowd never runs more than the slots", func(t *testing.T) {
		t.Parallel()
		h := cheap(t, 3, 400)
		var running, most, failed atomic.Int64
		var wg sync.WaitGroup
		for range 300 {
			wg.Go(func() {
				err := h.VerifyNone(t.Context(), "x", func() error {
					n := running.Add(1)
					defer running.Add(-1)
					for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
					}
					return nil
				})
				if err != nil || h.Running() > 3 {
					failed.Add(1)
				}
			})
		}
		wg.Wait()
		require.Zero(t, failed.Load())
		require.LessOrEqual(t, most.Load(), int64(3))
		require.Zero(t, h.Running()+h.Waiting())
	})
}

// An unknown user must cost what a known one costs: the same work on a hash of
// the same parameters. BenchmarkHasher shows the times.
func TestHasher_VerifyNone_doesTheSameWork(t *testing.T) {
	t.Parallel()
	for _, o := range []passwd.Options{{Memory: 64, Iterations: 1}, {Memory: 128, Iterations: 3}} {
		h, err := passwd.New(o)
		require.NoError(t, err)
		encoded, err := h.Hash(t.Context(), "the real one")
		require.NoError(t, err)
		known, salt, key, err := argon2id.DecodeHash(encoded)
		require.NoError(t, err)
		nobody, nobodysSalt, nobodysKey, err := argon2id.DecodeHash(h.Nobody())
		require.NoError(t, err)
		require.Equal(t, known, nobody)
		require.Len(t, nobodysSalt, len(salt))
		require.Len(t, nobodysKey, len(key))
	}
}

func BenchmarkHasher(b *testing.B) {
	h, err := passwd.New(passwd.Options{})
	require.NoError(b, err)
	encoded, err := h.Hash(b.Context(), "the real one")
	require.NoError(b, err)
	b.Run("known", func(b *testing.B) {
		for b.Loop() {
			_, err := h.Verify(b.Context(), "a wrong one", encoded, nil)
			require.NoError(b, err)
		}
	})
	b.Run("unknown", func(b *testing.B) {
		for b.Loop() {
			require.NoError(b, h.VerifyNone(b.Context(), "a wrong one", nil))
		}
	})
}
