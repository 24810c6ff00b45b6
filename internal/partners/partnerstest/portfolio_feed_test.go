package partnerstest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

// count runs fn in a transaction that is watched: whatever reads inside it is
// seen, whichever store asks.
func count(t *testing.T, e *apptest.Env, fn func(ctx context.Context) error) int {
	t.Helper()
	seen := &dbtest.Statements{}
	require.NoError(t, e.DB.Watched(seen).InTx(t.Context(), fn))
	return int(seen.Count())
}

func TestService_manyContracts(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	operator := e.Operator(t)
	connect := func(n int) {
		for i := range n {
			hotel, p := e.Hotel(t, fmt.Sprintf("Hotel %d", i))
			e.Publish(t, hotel, e.Staff(), p)
			e.Accepted(t, hotel, operator)
		}
	}
	key := auth.KeyCaller{KeyID: 1, OwnerID: operator.User.OwnerID, AccountType: auth.TourOperator}
	feed := func() (ids []int64, asked int) {
		asked = count(t, e, func(ctx context.Context) error {
			ids = nil
			x, err := e.Portfolio.Select(ctx, key, portfolio.Filter{Right: contract.RightFacts}, e.Clock.Now())
			if err != nil {
				return err
			}
			return x.Each(ctx, func(p portfolio.Property) error {
				ids = append(ids, p.Card.PropertyID)
				return nil
			})
		})
		return ids, asked
	}
	firstPage := func() (all, asked int) {
		asked = count(t, e, func(ctx context.Context) (err error) {
			var list []portfolio.Listing
			list, all, err = e.Portfolio.List(ctx, operator.Caller, portfolio.ListFilter{}, page.Request{Size: 5})
			require.Len(t, list, 5)
			return err
		})
		return all, asked
	}

	connect(20)
	ids, oneBatch := feed()
	require.Len(t, ids, 20)
	require.True(t, slices.IsSorted(ids))
	all, onePage := firstPage()
	require.Equal(t, 20, all)
	connect(80)
	ids, fiveBatches := feed()
	require.Len(t, ids, 100)
	require.Len(t, slices.Compact(slices.Clone(ids)), 100, "each once")
	const once = 5 // begin, contracts, which properties are not published, which are, commit
	require.Equal(t, once+5*(oneBatch-once), fiveBatches, "a batch costs the same, whatever is in it")
	all, later := firstPage()
	require.Equal(t, 100, all)
	require.Equal(t, onePage, later)
}
