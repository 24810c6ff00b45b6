package exchangetest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/exchange/partnerapi/partnerapidb"
	"allot/internal/identity/auth"
	"allot/internal/platform/page"
)

// BenchmarkService_Summary reads a year of an account with 200 keys, each of
// which has called seven endpoints on every day.
func BenchmarkService_Summary(b *testing.B) {
	e := apptest.New(b)
	store := partnerapidb.NewStats(e.DB)
	s := e.APIStats
	today := day("2030-05-31")
	for date := today.Add(-365); date <= today; date++ {
		require.NoError(b, e.DB.InTx(b.Context(), func(ctx context.Context) error { return year(ctx, store, partnerapi.Place{OwnerID: 1, Date: date}) }))
	}
	const slow = 250 * time.Millisecond
	for name, read := range map[string]func() error{
		"summary": func() error {
			_, err := s.Summary(b.Context(), auth.Caller{OwnerID: 1}, today.Add(-365), today)
			return err
		},
		"list": func() error {
			_, _, _, err := s.List(b.Context(), auth.Caller{OwnerID: 1}, partnerapi.Filter{}, page.Request{})
			return err
		},
		"list of an endpoint": func() error {
			_, _, _, err := s.List(b.Context(), auth.Caller{OwnerID: 1}, partnerapi.Filter{Endpoint: "rooming"}, page.Request{})
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, read())
			}
			if mean := b.Elapsed() / time.Duration(b.N); mean > slow {
				b.Errorf("takes %s", mean)
			}
		})
	}
}

// year writes the calls of one day of it.
func year(ctx context.Context, store *partnerapidb.StatsStore, at partnerapi.Place) error {
	var rows []partnerapi.Row
	var totals []partnerapi.Total
	c := partnerapi.Counts{HitsOK: 90, HitsError: 10, BytesTransferred: 1 << 20}
	add := func(part partnerapi.Part, key int64, endpoint string) {
		totals = append(totals, partnerapi.Total{Part: part, Row: partnerapi.Row{Place: partnerapi.Place{OwnerID: at.OwnerID, Date: at.Date, KeyID: key, Endpoint: endpoint}, Counts: c}})
	}
	add(partnerapi.PartDay, 0, "")
	for i, endpoint := range []string{"allotment-stop-sale", "facts", "invoices", "photos", "rooming", "stop-sale", "test-call"} {
		add(partnerapi.PartEndpoint, 0, endpoint)
		for key := range int64(200) {
			at.KeyID, at.Endpoint = 1+key, endpoint
			rows = append(rows, partnerapi.Row{Place: at, Counts: c})
			if i == 0 {
				add(partnerapi.PartKey, 1+key, "")
			}
		}
	}
	if err := store.AddRows(ctx, rows); err != nil {
		return err
	}
	return store.AddTotals(ctx, totals)
}
