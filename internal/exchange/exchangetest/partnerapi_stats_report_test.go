package exchangetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

func counts(u auth.KeyUse) partnerapi.Counts {
	if u.Failed {
		return partnerapi.Counts{HitsError: 1, BytesTransferred: u.Bytes}
	}
	return partnerapi.Counts{HitsOK: 1, BytesTransferred: u.Bytes}
}

// requireTotals checks that the summary of an account is what its rows come to.
func (b *partnerapiBundle) requireTotals(t *testing.T, owner int64) {
	t.Helper()
	var total partnerapi.Counts
	keys, endpoints, days := map[int64]partnerapi.Counts{}, map[string]partnerapi.Counts{}, map[civil.Date]partnerapi.Counts{}
	for _, r := range b.rows(t, owner) {
		total.Add(r.Counts)
		k, e, d := keys[r.KeyID], endpoints[r.Endpoint], days[r.Date]
		k.Add(r.Counts)
		e.Add(r.Counts)
		d.Add(r.Counts)
		keys[r.KeyID], endpoints[r.Endpoint], days[r.Date] = k, e, d
	}
	sum, err := b.stats.Summary(t.Context(), auth.Caller{OwnerID: owner}, 0, 0)
	require.NoError(t, err)
	require.Equal(t, total, sum.Totals)
	require.Len(t, sum.Keys, len(keys))
	for _, k := range sum.Keys {
		require.Equal(t, keys[k.KeyID], k.Counts)
	}
	require.Len(t, sum.Endpoints, len(endpoints))
	for _, e := range sum.Endpoints {
		require.Equal(t, endpoints[e.Endpoint], e.Counts)
	}
	require.Len(t, sum.Days, 30)
	for _, d := range sum.Days {
		require.Equal(t, days[d.Date], d.Counts)
	}
}

func TestStats_Clean(t *testing.T) {
	t.Parallel()
	b := setupPartnerapi(t)
	hotel := b.Manager(t)
	_, key := b.Key(t, hotel, auth.KeyFactSheet)
	count := func() {
		for i := range int64(600) { // more than one batch
			b.stats.Count(auth.KeyUse{KeyID: key.ID + i, OwnerID: hotel.User.ID, Endpoint: "facts", Bytes: 1})
		}
		require.NoError(t, b.stats.Flush(t.Context()))
	}
	count()
	require.NoError(t, b.Keys.DeleteKey(hotel.Context(t), hotel.Caller, key.ID))
	b.Clock.Advance(24 * time.Hour)
	count()
	clean := func() int {
		require.NoError(t, b.stats.Clean(t.Context()))
		_, n, err := b.store.Rows(t.Context(), hotel.User.ID, partnerapi.Filter{}, page.Request{})
		require.NoError(t, err)
		return n
	}
	b.Clock.Advance(399 * 24 * time.Hour)
	require.Equal(t, 1200, clean(), "the first day is 400 days ago")
	labels, err := b.store.Labels(t.Context(), hotel.User.ID, []int64{key.ID})
	require.NoError(t, err)
	require.Len(t, labels, 1)
	b.Clock.Advance(24 * time.Hour)
	require.Equal(t, 600, clean())
	days, err := b.store.Days(t.Context(), hotel.User.ID, civil.Range{From: day("2030-01-01"), To: day("2032-01-01")})
	require.NoError(t, err)
	require.Len(t, days, 1)
	labels, err = b.store.Labels(t.Context(), hotel.User.ID, []int64{key.ID})
	require.NoError(t, err)
	require.Empty(t, labels, "nothing is left that it would stand for")
}
