package marketplacedb_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/partners/marketplace"
	"allot/internal/partners/marketplace/marketplacedb"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

// enter makes hotels 1 to n; names repeat, as they do.
func enter(t *testing.T, n int) *marketplacedb.Store {
	t.Helper()
	s := marketplacedb.New(dbtest.New(t))
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		for i := range n {
			e := marketplace.Entry{
				PartnerCard: marketplace.PartnerCard{OwnerID: int64(i + 1), AccountType: auth.Accommodation, Name: "Poseidon", Country: "GR"},
				NameKey:     fmt.Sprintf("poseidon %d", i/7), Shown: []int64{}, Search: "poseidon", JoinedAt: time.Unix(int64(i/5), 0).UTC(),
			}
			if _, err := s.ClaimEntry(ctx, e); err != nil {
				return err
			}
			if err := s.SaveEntry(ctx, e, []string{"GR", "CY"}); err != nil {
				return err
			}
		}
		return nil
	}))
	return s
}

// walk reads every page and returns the ids in their order.
func walk(t *testing.T, s *marketplacedb.Store, q marketplace.Search, size int) []int64 {
	t.Helper()
	var ids []int64
	for p := 1; ; p++ {
		list, count, err := s.Entries(t.Context(), q, page.Request{Page: p, Size: size})
		require.NoError(t, err)
		for _, e := range list {
			ids = append(ids, e.OwnerID)
		}
		if len(list) < size {
			require.Len(t, ids, count)
			return ids
		}
	}
}

func TestStore_Entries(t *testing.T) {
	t.Parallel()
	const all = 60
	s := enter(t, all)
	hotels := marketplace.Search{AccountType: auth.Accommodation}

	t.Run("pages hold everybody once, whatever their size and order", func(t *testing.T) {
		t.Parallel()
		newest := hotels
		newest.Sort = marketplace.SortNewest
		byName, byAge := walk(t, s, hotels, 500), walk(t, s, newest, 500)
		require.Len(t, byName, all)
		require.NotEqual(t, byName, byAge)
		require.Equal(t, int64(all), byAge[0])
		for _, size := range []int{1, 7, 60, 61} {
			require.Equal(t, byName, walk(t, s, hotels, size))
			require.Equal(t, byAge, walk(t, s, newest, size))
		}
	})

	t.Run("pages stay right without 20,000 accounts", func(t *testing.T) {
		t.Parallel()
		q := hotels
		for id := int64(1); id <= 20_000; id++ {
			if id%6 != 0 || id > all {
				q.Except = append(q.Except, id)
			}
		}
		q.Except = append(q.Except, 1<<40)
		require.Len(t, q.Except, 20_000-all/6+1)
		require.ElementsMatch(t, []int64{6, 12, 18, 24, 30, 36, 42, 48, 54, 60}, walk(t, s, q, 4))
		q.Only, q.Except = q.Except, nil
		require.Len(t, walk(t, s, q, 50), all-all/6)
	})

	t.Run("a country asked for twice brings nobody twice", func(t *testing.T) {
		t.Parallel()
		q := hotels
		q.Countries = []string{"GR", "CY", "GR"}
		require.Len(t, walk(t, s, q, 7), all)
		q.Countries = []string{"DE"}
		require.Empty(t, walk(t, s, q, 7))
	})

	t.Run("the other type is not there", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, walk(t, s, marketplace.Search{AccountType: auth.TourOperator}, 7))
		require.Empty(t, walk(t, s, marketplace.Search{}, 7), "nor is anybody for nobody")
	})
}

func TestStore_SaveEntry(t *testing.T) {
	t.Parallel()
	s := enter(t, 2)
	e := marketplace.Entry{PartnerCard: marketplace.PartnerCard{OwnerID: 1, AccountType: auth.Accommodation}, Shown: []int64{}}
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error { return s.SaveEntry(ctx, e, []string{"AL", "CY"}) }))
	countries, err := s.Countries(t.Context(), []int64{1, 2, 3})
	require.NoError(t, err)
	require.Equal(t, map[int64][]string{1: {"AL", "CY"}, 2: {"CY", "GR"}}, countries)
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error { return s.DeleteEntry(ctx, 1) }))
	countries, err = s.Countries(t.Context(), []int64{1, 2})
	require.NoError(t, err)
	require.Equal(t, map[int64][]string{2: {"CY", "GR"}}, countries)
}
