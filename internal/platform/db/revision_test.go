package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func TestDB_Touch(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	of := func(area db.Area, ids ...int64) []int64 {
		list, err := d.Revisions(t.Context(), area, ids)
		require.NoError(t, err)
		return list
	}
	touch := func(area db.Area, ids ...int64) {
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			d.Touch(ctx, area, ids...)
			return nil
		}))
	}

	require.Equal(t, []int64{0, 0, 0}, of(db.Content, 7, 8, 7))
	touch(db.Content, 9, 7, 7, 0)
	require.Equal(t, []int64{1, 0, 1}, of(db.Content, 7, 8, 9), "once a transaction, and nobody for zero")
	require.Equal(t, []int64{0}, of(db.Rooming, 7), "areas are apart")
	touch(db.Content, 7)
	require.Equal(t, []int64{2, 1}, of(db.Content, 7, 9))

	failed := errors.New("no")
	require.ErrorIs(t, d.InTx(t.Context(), func(ctx context.Context) error {
		d.Touch(ctx, db.Content, 7)
		return failed
	}), failed)
	require.Equal(t, []int64{2}, of(db.Content, 7), "what is rolled back has not changed")

	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		d.Touch(ctx, db.Content, 7)
		require.Equal(t, []int64{2}, of(db.Content, 7), "nobody outside sees it before it is written")
		return nil
	}))
	require.Equal(t, []int64{3}, of(db.Content, 7))
	require.Panics(t, func() { d.Touch(t.Context(), db.Content, 7) })
}

// Writers in every order do not wait for each other for ever, and nobody who
// asks after a write sees what was before it.
func TestDB_Touch_concurrently(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	const writers, rounds = 8, 25
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			ids := []int64{101, 102, 103}
			if w%2 == 0 {
				ids = []int64{103, 102, 101}
			}
			for range rounds {
				before, first := d.Revisions(t.Context(), db.Content, ids)
				written := d.InTx(t.Context(), func(ctx context.Context) error {
					d.Touch(ctx, db.Content, ids...)
					return nil
				})
				after, second := d.Revisions(t.Context(), db.Content, ids)
				if err := errors.Join(first, written, second); err != nil {
					t.Error(err)
					return
				}
				for i := range ids {
					if after[i] <= before[i] {
						t.Errorf("revision of %d is %d after a write, and was %d before", ids[i], after[i], before[i])
					}
				}
			}
		})
	}
	all.Wait()
	list, err := d.Revisions(t.Context(), db.Content, []int64{101, 102, 103})
	require.NoError(t, err)
	require.Equal(t, []int64{writers * rounds, writers * rounds, writers * rounds}, list)
}
