package partnerstest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/ratecontract/ratecontractdb"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

func day(s string) civil.Date { return civil.MustParse(s) }

func TestStore_InDoubt(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Hotel(t, "Hotel Aurora")
	operator, rival := e.Operator(t), e.Operator(t)
	ids := map[string]int64{}
	for _, end := range []string{"2030-06-09", "2030-06-10", "2030-06-11", "2030-06-12"} {
		ids[end] = e.Granted(t, hotel, operator, p, nil, func(c *ratecontract.Change) { d := day(end); c.EndDate = &d }).ID
	}
	e.Granted(t, hotel, operator, p, nil, func(c *ratecontract.Change) {
		d, s := day("2030-06-10"), ratecontract.StatusDraft
		c.EndDate, c.Status = &d, &s
	})
	season := civil.Range{From: day("2030-06-10"), To: day("2030-06-11")}
	for _, by := range []ratecontract.Reader{ratecontract.ReaderOf(hotel.Caller), ratecontract.ReaderOf(operator.Caller)} {
		list, err := e.RateStore.EndingIn(t.Context(), by, season)
		require.NoError(t, err)
		require.Len(t, list, 2)
		require.Equal(t, []int64{ids["2030-06-10"], ids["2030-06-11"]}, []int64{list[0].ID, list[1].ID})
	}
	list, err := e.RateStore.EndingIn(t.Context(), ratecontract.ReaderOf(rival.Caller), season)
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestStore_RateContract(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Hotel(t, "Hotel Aurora")
	stranger, _ := e.Hotel(t, "Hotel Borealis")
	operator := e.Operator(t)
	r := e.Granted(t, hotel, operator, p, nil)
	for _, account := range []int64{r.OwnerID, r.PartnerID} {
		got, err := e.RateStore.RateContract(t.Context(), account, r.ID)
		require.NoError(t, err)
		require.Equal(t, r, got)
	}
	_, err := e.RateStore.RateContract(t.Context(), stranger.User.OwnerID, r.ID)
	require.ErrorIs(t, err, apperr.ErrNotFound)
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		for _, account := range []int64{stranger.User.OwnerID, r.PartnerID} {
			_, err := e.RateStore.LockRateContract(ctx, account, r.ID)
			require.ErrorIs(t, err, apperr.ErrNotFound)
			theirs := r
			theirs.OwnerID, theirs.Name = account, "Taken over"
			require.NoError(t, e.RateStore.UpdateRateContract(ctx, theirs))
			require.NoError(t, e.RateStore.DeleteRateContract(ctx, account, r.ID))
		}
		return nil
	}))
	got, err := e.RateStore.RateContract(t.Context(), r.OwnerID, r.ID)
	require.NoError(t, err)
	require.Equal(t, r, got, "the owner is part of every write")
}

func TestStore_RateContracts(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Hotel(t, "Hotel Aurora")
	operator, room := e.Operator(t), e.Room(t, hotel, p.ID, "Double", "DBL", 9)
	const many = 20
	for i := range many {
		e.Granted(t, hotel, operator, p, []ratecontract.RoomAllotment{
			{RoomID: room, StartDate: day("2030-06-01"), EndDate: day("2030-06-30"), Quantity: i%9 + 1},
			{RoomID: room, StartDate: day("2030-07-01"), EndDate: day("2030-07-31"), Quantity: 1},
		}, func(c *ratecontract.Change) { name := fmt.Sprint("Contract ", i); c.Name = &name })
	}
	count := &dbtest.Statements{}
	store := ratecontractdb.New(e.DB.Watched(count))
	list, n, err := store.RateContracts(t.Context(), ratecontract.ReaderOf(operator.Caller), ratecontract.Filter{}, ratecontract.Ended{}, page.Request{})
	require.NoError(t, err)
	require.Equal(t, many, n)
	rows, err := store.CountRows(t.Context(), list)
	require.NoError(t, err)
	require.EqualValues(t, 2, count.Count(), "one statement for the contracts of a page, one to count their rows")
	for i, r := range list {
		require.Equal(t, fmt.Sprint("Contract ", many-1-i), r.Name)
		require.Nil(t, r.Rooms, "a list has no rows: there may be 1,000 a contract")
		require.Equal(t, 2, rows[r.ID])
	}
}
