package db_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// stampTable answers queries with the number of the query, when the test lets it.
type stampTable struct {
	mu      sync.Mutex
	queries [][]stamp.Key
	answer  chan struct{}
}

func (s *stampTable) read(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error) {
	s.mu.Lock()
	s.queries = append(s.queries, keys)
	n := int64(len(s.queries))
	s.mu.Unlock()
	st := stamp.Stamps{Keys: keys, Clock: n}
	for _, k := range keys {
		st.Values = append(st.Values, 100*n+k.ID)
	}
	select {
	case <-s.answer:
		return st, nil
	case <-ctx.Done():
		return st, ctx.Err()
	}
}

func TestSharedStamps(t *testing.T) {
	t.Parallel()

	t.Run("who comes while a query runs shares the next one", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			table := &stampTable{answer: make(chan struct{})}
			stamps := db.SharedStamps(table.read)
			got := map[int64]stamp.Stamps{}
			var mu sync.Mutex
			ask := func(ids ...int64) {
				go func() {
					st, err := stamps(t.Context(), apples.Of(ids...))
					assert.NoError(t, err)
					mu.Lock()
					defer mu.Unlock()
					got[ids[0]] = st
				}()
				synctest.Wait()
			}
			ask(1)
			ask(2, 7)
			ask(3, 7)
			require.Len(t, table.queries, 1, "the second waits for the first")
			table.answer <- struct{}{}
			synctest.Wait()
			require.Equal(t, []int64{101}, got[1].Values)
			require.Len(t, table.queries, 2)
			require.Equal(t, apples.Of(2, 7, 3), table.queries[1], "one query for both, each key once")
			ask(4)
			table.answer <- struct{}{}
			synctest.Wait()
			require.Equal(t, stamp.Stamps{Keys: apples.Of(2, 7), Values: []int64{202, 207}, Clock: 2}, got[2])
			require.Equal(t, stamp.Stamps{Keys: apples.Of(3, 7), Values: []int64{203, 207}, Clock: 2}, got[3])
			require.NotContains(t, got, int64(4), "who came later waits for a later one")
			table.answer <- struct{}{}
			synctest.Wait()
			require.Equal(t, []int64{304}, got[4].Values)
			ask(5)
			table.answer <- struct{}{}
			synctest.Wait()
			require.Equal(t, []int64{405}, got[5].Values, "alone again")
		})
	})

	t.Run("a query that hangs holds up nobody for long, nor does a reader that goes", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			stamps := db.SharedStamps(func(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error) {
				if keys[0].ID == 1 {
					<-ctx.Done()
				}
				return stamp.Stamps{Keys: keys, Values: make([]int64, len(keys))}, ctx.Err()
			})
			hung, end := context.WithCancel(t.Context())
			go func() { _, _ = stamps(hung, apples.Of(1)) }()
			synctest.Wait()
			gone, leave := context.WithCancel(t.Context())
			left := make(chan error, 1)
			go func() {
				_, err := stamps(gone, apples.Of(2))
				left <- err
			}()
			synctest.Wait()
			leave()
			require.ErrorIs(t, <-left, context.Canceled)
			before := time.Now()
			st, err := stamps(t.Context(), apples.Of(3))
			require.NoError(t, err)
			require.Equal(t, apples.Of(3), st.Keys)
			require.Less(t, time.Since(before), time.Second, "by the clock of the bubble")
			end()
			synctest.Wait()
			_, err = stamps(t.Context(), apples.Of(4))
			require.NoError(t, err)
		})
	})
}
