package db_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
	"allot/internal/testkit/dbtest"
)

const (
	apples stamp.Kind = "apples"
	pears  stamp.Kind = "pears"
)

// counter counts the queries.
type counter struct{ n atomic.Int64 }

func (*counter) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }
func (c *counter) AfterQuery(context.Context, *bun.QueryEvent)                      { c.n.Add(1) }

func stampsOf(ctx context.Context, t *testing.T, d *db.DB, kind stamp.Kind, ids ...int64) []int64 {
	t.Helper()
	st, err := d.Stamps(ctx, kind.Of(ids...))
	require.NoError(t, err)
	return st.Values
}

func raise(t *testing.T, d *db.DB, kind stamp.Kind, ids ...int64) {
	t.Helper()
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		d.Raise(ctx, kind, ids...)
		return nil
	}))
}

func TestDB_Raise(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	of := func(kind stamp.Kind, ids ...int64) []int64 { return stampsOf(t.Context(), t, d, kind, ids...) }

	require.Equal(t, []int64{0, 0, 0}, of(apples, 7, 8, 7))
	raise(t, d, apples, 9, 7, 7, 0)
	first := of(apples, 7, 8, 9)
	require.Zero(t, first[1])
	require.Positive(t, first[0])
	require.Equal(t, first[0], first[2], "all of one transaction")
	require.Equal(t, []int64{0, 0}, []int64{of(pears, 7)[0], of(apples, 0)[0]}, "kinds are apart, and nobody is nobody")
	raise(t, d, apples, 7)
	second := of(apples, 7, 9)
	require.NotEqual(t, first[0], second[0])
	require.Equal(t, first[2], second[1])

	failed := errors.New("no")
	require.ErrorIs(t, d.InTx(t.Context(), func(ctx context.Context) error {
		d.Raise(ctx, apples, 7)
		return failed
	}), failed)
	require.Equal(t, second, of(apples, 7, 9), "what is rolled back has not changed")

	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		d.Raise(ctx, apples, 7)
		require.Equal(t, second, of(apples, 7, 9), "nobody outside sees it before it is written")
		return nil
	}))
	require.NotEqual(t, second[0], of(apples, 7)[0])
	require.Panics(t, func() { d.Raise(t.Context(), apples, 7) })
}

// What a reading does not show has its clock or a later number.
func TestDB_Stamps_clock(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	raise(t, d, apples, 7)
	before, err := d.Stamps(t.Context(), apples.Of(7))
	require.NoError(t, err)
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		d.Raise(ctx, apples, 8)
		during, err := d.Stamps(t.Context(), apples.Of(7, 8)) //nolint:contextcheck // as others see it
		require.NoError(t, err)
		require.GreaterOrEqual(t, during.Clock, before.Clock)
		before = during
		return nil
	}))
	after, err := d.Stamps(t.Context(), apples.Of(7, 8))
	require.NoError(t, err)
	require.Equal(t, before.Values[0], after.Values[0])
	require.GreaterOrEqual(t, after.Values[1], before.Clock)
	if d.Engine() == db.SQLite {
		require.Less(t, after.Values[1], after.Clock)
	}
}

// Writers in every order do not wait for each other for ever, and nobody who
// asks after a write sees what was before it.
func TestDB_Raise_concurrently(t *testing.T) {
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
				before, first := d.Stamps(t.Context(), apples.Of(ids...))
				written := d.InTx(t.Context(), func(ctx context.Context) error {
					d.Raise(ctx, apples, ids...)
					return nil
				})
				after, second := d.Stamps(t.Context(), apples.Of(ids...))
				if err := errors.Join(first, written, second); err != nil {
					t.Error(err)
					return
				}
				for i := range ids {
					if after.Values[i] == before.Values[i] {
						t.Errorf("the stamp of %d is %d after a write, as before", ids[i], after.Values[i])
					}
				}
			}
		})
	}
	all.Wait()
}

func TestDB_Request(t *testing.T) {
	t.Parallel()
	watch := &counter{}
	d := dbtest.New(t).Watched(watch)
	queries := func(fn func()) int64 {
		before := watch.n.Load()
		fn()
		return watch.n.Load() - before
	}
	ask := func(ctx context.Context) {
		stampsOf(ctx, t, d, apples, 1)
		stampsOf(ctx, t, d, pears, 2, 3)
		stampsOf(ctx, t, d, apples, 1)
	}
	want := []int64{2, 1, 2}
	if d.Engine() == db.SQLite {
		want = []int64{0, 0, 0}
	}
	require.Equal(t, want, []int64{
		queries(func() { ask(d.Request(t.Context(), "ann", "/days/")) }),
		queries(func() { ask(d.Request(t.Context(), "ann", "/days/")) }),
		queries(func() { ask(d.Request(t.Context(), "anna", "/days/")) }),
	}, "the second request of an asker knows what it needs")

	ctx := d.Request(t.Context(), "ann", "/days/")
	first := stampsOf(ctx, t, d, apples, 1)
	raise(t, d, apples, 1) // by another request
	if d.Engine() == db.Postgres {
		require.Equal(t, first, stampsOf(ctx, t, d, apples, 1), "one request sees one state")
	}
	require.NotEqual(t, first, stampsOf(d.Request(t.Context(), "ann", "/days/"), t, d, apples, 1))
	require.NoError(t, d.InTx(ctx, func(ctx context.Context) error {
		d.Raise(ctx, apples, 1)
		return nil
	}))
	require.Equal(t, stampsOf(t.Context(), t, d, apples, 1), stampsOf(ctx, t, d, apples, 1), "and what it has written itself")
}

// What goes on after its request reads stamps each time, and can write.
func TestDB_Later(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	request := d.Request(t.Context(), "ann", "/live/")
	first := stampsOf(request, t, d, apples, 1)
	later := d.Later(request)
	require.Equal(t, first, stampsOf(later, t, d, apples, 1))
	raise(t, d, apples, 1)
	second := stampsOf(later, t, d, apples, 1)
	require.NotEqual(t, first, second)
	require.NoError(t, d.InTx(later, func(ctx context.Context) error {
		d.Raise(ctx, apples, 1)
		return nil
	}))
	require.NotEqual(t, second, stampsOf(later, t, d, apples, 1))
	require.Equal(t, stampsOf(t.Context(), t, d, apples, 1), stampsOf(d.Later(t.Context()), t, d, apples, 1), "outside of a request it changes nothing")
}
