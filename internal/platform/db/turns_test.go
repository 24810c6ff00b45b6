package db_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/db"
	"allot/internal/platform/request"
	"allot/internal/testkit/dbtest"
)

func TestTurns(t *testing.T) {
	t.Parallel()

	t.Run("accounts get theirs one after another, each in its order", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			turns := db.NewTurns(1)
			require.NoError(t, turns.Take(t.Context(), 1))
			var order []int64
			wait := func(account int64) {
				go func() {
					_ = turns.Take(t.Context(), account)
					order = append(order, account)
					turns.Done()
				}()
				synctest.Wait()
			}
			for _, account := range []int64{1, 1, 1, 2, 1, 3, 2} {
				wait(account)
			}
			turns.Done()
			synctest.Wait()
			require.Equal(t, []int64{1, 2, 3, 1, 2, 1, 1}, order)
		})
	})

	t.Run("who gives up takes no turn", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			turns := db.NewTurns(2)
			require.NoError(t, turns.Take(t.Context(), 1))
			require.NoError(t, turns.Take(t.Context(), 1))
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			var waiting sync.WaitGroup
			for _, account := range []int64{1, 2, 2} {
				waiting.Go(func() { _ = turns.Take(ctx, account) })
			}
			waiting.Wait()
			require.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
			turns.Done()
			turns.Done()
			require.NoError(t, turns.Take(t.Context(), 1))
			require.NoError(t, turns.Take(t.Context(), 2))
			require.ErrorIs(t, turns.Take(ctx, 3), context.DeadlineExceeded, "there are two")
		})
	})
}

// One write of an account waits for one of another, however many of those wait.
func TestDB_InTx_turns(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	if d.Engine() != db.SQLite {
		t.Skip("PostgreSQL has several writers: TestTurns has the rule")
	}
	by := func(owner int64) context.Context {
		return auth.With(t.Context(), auth.Caller{UserID: owner, OwnerID: owner})
	}
	var mu sync.Mutex
	var order []int64
	var all sync.WaitGroup
	write := func(ctx context.Context, account int64) {
		waiting := db.Waiting(d)
		all.Go(func() {
			_ = d.InTx(ctx, func(context.Context) error {
				mu.Lock()
				defer mu.Unlock()
				order = append(order, account)
				return nil
			})
		})
		require.Eventually(t, func() bool { return db.Waiting(d) > waiting }, 10*time.Second, time.Millisecond)
	}
	turn := make(chan struct{})
	all.Go(func() {
		_ = d.InTx(by(1), func(context.Context) error {
			turn <- struct{}{}
			<-turn
			return nil
		})
	})
	<-turn
	for range 30 {
		write(by(1), 1)
	}
	write(by(2), 2)
	write(request.With(t.Context(), request.Meta{ID: "req-1"}), -1)
	write(t.Context(), 0)
	close(turn)
	all.Wait()
	require.Len(t, order, 33)
	require.Equal(t, []int64{1, 2, -1, 0, 1, 1}, order[:6])
}
