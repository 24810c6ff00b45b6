package exchangetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/exchange/partnerapi/partnerapidb"
	"allot/internal/identity/auth"
	"allot/internal/platform/page"
)

// partnerapiBundle is an installation with statistics; its clock starts at noon of
// 2030-05-31.
type partnerapiBundle struct {
	*apptest.Env
	store *partnerapidb.StatsStore
	stats *partnerapi.Stats
}

func setupPartnerapi(t *testing.T) *partnerapiBundle {
	t.Helper()
	b := &partnerapiBundle{Env: apptest.New(t)}
	b.store = partnerapidb.NewStats(b.DB)
	b.stats = b.APIStats
	return b
}

// node is a process that counts.
func (b *partnerapiBundle) node(t *testing.T, store partnerapi.StatsStore) *partnerapi.Stats {
	t.Helper()
	d := apptest.Deps[partnerapi.StatsDeps](b.Env)
	d.Store = store
	return partnerapi.NewStats(d)
}

func (b *partnerapiBundle) rows(t *testing.T, owner int64) []partnerapi.Row {
	t.Helper()
	rows, n, err := b.store.Rows(t.Context(), owner, partnerapi.Filter{}, page.Request{Size: page.MaxSize})
	require.NoError(t, err)
	require.Len(t, rows, n)
	return rows
}

var errShaky = errors.New("the database is away")

// shaky is a store that now and then fails: before a transaction, in the middle
// of it, or after it was committed.
type shaky struct {
	*partnerapidb.StatsStore
	calls  atomic.Int64
	broken atomic.Bool
}

func (s *shaky) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	n := s.calls.Add(1)
	if s.broken.Load() || n%5 == 0 {
		return errShaky
	}
	err := s.StatsStore.InTx(ctx, fn)
	if err == nil && n%3 == 0 {
		return fmt.Errorf("commit: %w", errShaky)
	}
	return err
}

func (s *shaky) AddTotals(ctx context.Context, totals []partnerapi.Total) error {
	if s.calls.Load()%7 == 0 {
		return errShaky // the rows are added already
	}
	return s.StatsStore.AddTotals(ctx, totals)
}

func TestStats_Count(t *testing.T) {
	t.Parallel()

	t.Run("is exact with 50 callers, two nodes and a database that fails now and then", func(t *testing.T) {
		t.Parallel()
		const callers, keys, calls = 50, 20, 500
		b := setupPartnerapi(t)
		nodes := []*partnerapi.Stats{b.node(t, &shaky{StatsStore: b.store}), b.node(t, &shaky{StatsStore: b.store})}
		endpoints := []string{"facts", "photos", "rooming"}
		var counted [callers]map[partnerapi.Place]partnerapi.Counts
		run, stop := context.WithCancel(t.Context())
		var flushers, people sync.WaitGroup
		for _, n := range nodes {
			flushers.Go(func() {
				for run.Err() == nil {
					_ = n.Flush(run)
				}
			})
		}
		for i := range callers {
			people.Go(func() {
				random, mine := rand.New(rand.NewPCG(1, uint64(i))), map[partnerapi.Place]partnerapi.Counts{}
				for call := i; call < keys*calls; call += callers {
					endpoint := endpoints[random.IntN(3)]
					use := auth.KeyUse{
						KeyID: int64(1 + call%keys), OwnerID: int64(1 + call%2), Endpoint: "/api/v1/" + endpoint + "/{token}/",
						Failed: random.IntN(4) == 0, Bytes: random.Int64N(10_000),
					}
					nodes[random.IntN(2)].Count(use)
					at := partnerapi.Place{OwnerID: use.OwnerID, Date: day("2030-05-31"), KeyID: use.KeyID, Endpoint: endpoint}
					sum := mine[at]
					sum.Add(counts(use))
					mine[at] = sum
				}
				counted[i] = mine
			})
		}
		people.Wait()
		stop()
		flushers.Wait()
		for _, n := range nodes { // as at shutdown, but the database is not well
			require.Eventually(t, func() bool { return n.Flush(t.Context()) == nil }, time.Minute, time.Millisecond)
		}

		want := map[partnerapi.Place]partnerapi.Counts{}
		for _, mine := range counted {
			for at, c := range mine {
				sum := want[at]
				sum.Add(c)
				want[at] = sum
			}
		}
		got, hits := map[partnerapi.Place]partnerapi.Counts{}, int64(0)
		for owner := int64(1); owner <= 2; owner++ {
			for _, r := range b.rows(t, owner) {
				got[r.Place] = r.Counts
				hits += r.HitsOK + r.HitsError
			}
		}
		require.Equal(t, want, got)
		require.EqualValues(t, keys*calls, hits)
		b.requireTotals(t, 1)
		b.requireTotals(t, 2)
	})

	t.Run("keeps what cannot be written, and does not grow with the time", func(t *testing.T) {
		t.Parallel()
		b := setupPartnerapi(t)
		store := &shaky{StatsStore: b.store}
		store.broken.Store(true)
		n := b.node(t, store)
		for range 100 {
			n.Count(auth.KeyUse{KeyID: 1, OwnerID: 1, Endpoint: "facts", Bytes: 10})
			require.ErrorIs(t, n.Flush(t.Context()), errShaky)
		}
		require.Empty(t, b.rows(t, 1))
		store.broken.Store(false)
		store.calls.Store(0)
		require.NoError(t, n.Flush(t.Context()), "two batches are left, whatever was tried")
		rows := b.rows(t, 1)
		require.Len(t, rows, 1)
		require.Equal(t, partnerapi.Counts{HitsOK: 100, BytesTransferred: 1000}, rows[0].Counts)
	})

	t.Run("calls endpoints as integrators do", func(t *testing.T) {
		t.Parallel()
		for pattern, want := range map[string]string{
			"/api/v1/facts/{token}/":                        "facts",
			"/api/v1/allotment-stop-sale/{token}/":          "allotment-stop-sale",
			"/api/v1/stop-sale/{token}/properties/{id}/pdf": "stop-sale/properties/{id}/pdf",
			"photos": "photos",
			"":       "",
		} {
			b := setupPartnerapi(t)
			b.stats.Count(auth.KeyUse{KeyID: 1, OwnerID: 1, Endpoint: pattern, Bytes: 1})
			require.NoError(t, b.stats.Flush(t.Context()))
			rows := b.rows(t, 1)
			require.Len(t, rows, 1)
			require.Equal(t, want, rows[0].Endpoint)
		}
	})

	t.Run("goes by the day in UTC", func(t *testing.T) {
		t.Parallel()
		b := setupPartnerapi(t)
		use := auth.KeyUse{KeyID: 1, OwnerID: 1, Endpoint: "facts", Bytes: 1}
		b.stats.Count(use)
		b.Clock.Advance(12*time.Hour - time.Microsecond)
		b.stats.Count(use)
		b.Clock.Advance(time.Microsecond)
		b.stats.Count(use)
		require.NoError(t, b.stats.Flush(t.Context()))
		rows := b.rows(t, 1)
		require.Len(t, rows, 2)
		require.Equal(t, []int64{1, 2}, []int64{rows[0].HitsOK, rows[1].HitsOK})
		require.Equal(t, day("2030-06-01"), rows[0].Date)
	})
}

func TestStats_Run(t *testing.T) {
	t.Parallel()
	b := setupPartnerapi(t)
	run, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.stats.Run(run)
	}()
	b.stats.Count(auth.KeyUse{KeyID: 1, OwnerID: 1, Endpoint: "facts", Bytes: 1})
	require.Eventually(t, func() bool {
		rows, _, err := b.store.Rows(t.Context(), 1, partnerapi.Filter{}, page.Request{})
		return err == nil && len(rows) == 1
	}, 2*time.Minute, 10*time.Millisecond)
	for i := range int64(6000) { // more than wait: more than one batch
		b.stats.Count(auth.KeyUse{KeyID: 1 + i, OwnerID: 2, Endpoint: "facts", Bytes: 1})
	}
	stop()
	<-done
	require.NoError(t, b.stats.Flush(t.Context()))
	_, n, err := b.store.Rows(t.Context(), 2, partnerapi.Filter{}, page.Request{})
	require.NoError(t, err)
	require.Equal(t, 6000, n)
}
