package db_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
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
			leave := take(t, turns, 1)
			var order []int64
			wait := func(account int64) {
				go func() {
					leave, _ := turns.AcquireTurn(t.Context(), account)
					order = append(order, account)
					leave()
				}()
				synctest.Wait()
			}
			for _, account := range []int64{1, 1, 1, 2, 1, 3, 2} {
				wait(account)
			}
			leave()
			synctest.Wait()
			require.Equal(t, []int64{1, 2, 3, 1, 2, 1, 1}, order)
		})
	})

	t.Run("who gives up takes no turn", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			turns := db.NewTurns(2)
			first, second := take(t, turns, 1), take(t, turns, 1)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			var waiting sync.WaitGroup
			for _, account := range []int64{1, 2, 2} {
				waiting.Go(func() { _, _ = turns.AcquireTurn(ctx, account) })
			}
			waiting.Wait()
			require.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
			first()
			second()
			take(t, turns, 1)
			take(t, turns, 2)
			_, err := turns.AcquireTurn(ctx, 3)
			require.ErrorIs(t, err, context.DeadlineExceeded, "there are two")
		})
	})

	t.Run("after a long turn those that have such leave the connection to the others for twice as long", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			turns := db.NewTurns(1)
			began := time.Now()
			var of [4]int // turns by account
			writes := func(account int64, held, pause time.Duration) {
				go func() {
					for time.Since(began) < 20*time.Second {
						leave, err := turns.AcquireTurn(t.Context(), account)
						if !assert.NoError(t, err) {
							return
						}
						if time.Since(began) >= 20*time.Second {
							leave()
							return
						}
						of[account]++
						time.Sleep(held)
						leave()
						time.Sleep(pause)
					}
				}()
			}
			for range 5 { // two accounts that send several at once
				writes(1, time.Second, 0)
				writes(2, time.Second, 0)
			}
			writes(3, 10*time.Millisecond, 10*time.Millisecond)
			time.Sleep(40 * time.Second)
			require.InDelta(t, 7, of[1]+of[2], 1, "a third of the time")
			require.InDelta(t, of[1], of[2], 1, "in turn")
			require.InDelta(t, 50*(20-of[1]-of[2]), of[3], 2, "all the rest")
		})
	})

	t.Run("nobody rests where nobody else writes", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			turns := db.NewTurns(1)
			began := time.Now()
			for range 10 {
				leave := take(t, turns, 1)
				time.Sleep(2 * time.Second)
				leave()
			}
			require.LessOrEqual(t, time.Since(began), 24*time.Second, "but once, before it was known that its turns are long")
		})
	})
}

func take(t *testing.T, turns db.Turns, account int64) (leave func()) {
	t.Helper()
	leave, err := turns.AcquireTurn(t.Context(), account)
	require.NoError(t, err)
	return leave
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
