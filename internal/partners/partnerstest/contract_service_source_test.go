package partnerstest

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

func keyOf(who *apptest.Who, contract *int64) auth.KeyCaller {
	return auth.KeyCaller{KeyID: 1, OwnerID: who.User.OwnerID, AccountType: who.User.AccountType, ContractID: contract}
}

func sources(t *testing.T, e *apptest.Env, key auth.KeyCaller) contract.Sources {
	t.Helper()
	src, err := e.Contracts.Sources(t.Context(), key)
	require.NoError(t, err)
	require.Len(t, src.Revisions, len(src.Accounts))
	require.Equal(t, key.OwnerID, src.Accounts[0])
	again, err := e.Contracts.Sources(t.Context(), key)
	require.NoError(t, err)
	require.Equal(t, src, again)
	return src
}

func TestService_Sources(t *testing.T) {
	t.Parallel()

	t.Run("an operator reads from the hotels whose contract is in force, as soon and as long as it is", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		one, operator := e.Pair(t)
		two, stranger := e.Pair(t)
		key := keyOf(operator, nil)
		empty := sources(t, e, key)
		require.Equal(t, []int64{operator.User.OwnerID}, empty.Accounts)
		c := e.Accepted(t, one, operator)
		e.Accepted(t, two, stranger)
		first := sources(t, e, key)
		require.Equal(t, []int64{operator.User.OwnerID, one.User.OwnerID}, first.Accounts)
		require.NotEqual(t, empty.Revisions[0], first.Revisions[0])
		e.Accepted(t, two, operator)
		hotels := []int64{one.User.OwnerID, two.User.OwnerID}
		slices.Sort(hotels)
		require.Equal(t, hotels, sources(t, e, key).Accounts[1:])
		e.SetStatus(t, c, contract.StatusCancelled)
		require.Equal(t, []int64{two.User.OwnerID}, sources(t, e, key).Accounts[1:])
	})

	t.Run("a key for one contract reads from that hotel only, and from nobody once it has ended", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		one, operator := e.Pair(t)
		two, _ := e.Pair(t)
		e.Accepted(t, one, operator)
		c := e.Accepted(t, two, operator)
		key := keyOf(operator, &c.ID)
		require.Equal(t, []int64{two.User.OwnerID}, sources(t, e, key).Accounts[1:])
		require.Len(t, sources(t, e, keyOf(operator, nil)).Accounts, 3, "its other keys are not narrowed")
		e.SetStatus(t, c, contract.StatusCancelled)
		require.Empty(t, sources(t, e, key).Accounts[1:])
		gone := int64(1 << 40)
		require.Empty(t, sources(t, e, keyOf(operator, &gone)).Accounts[1:])
		require.Empty(t, sources(t, e, keyOf(one, &c.ID)).Accounts[1:], "of others")
	})

	t.Run("a hotel reads from itself, and hears of its contracts", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		c := e.Accepted(t, hotel, operator)
		before := sources(t, e, keyOf(hotel, &c.ID))
		require.Equal(t, []int64{hotel.User.OwnerID}, before.Accounts)
		e.Set(t, c.ID, "to_sync_ss", false)
		require.NotEqual(t, before, sources(t, e, keyOf(hotel, &c.ID)))
	})

	t.Run("no change is missed, however many read meanwhile", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		c := e.Accepted(t, hotel, operator)
		key := keyOf(operator, nil)
		for i := range 20 {
			status, want := contract.StatusCancelled, 1
			if i%2 == 1 {
				status, want = contract.StatusAccepted, 2
			}
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					_, err := e.Contracts.Sources(t.Context(), key)
					if err != nil {
						t.Error(err)
					}
				})
			}
			e.SetStatus(t, c, status)
			require.Len(t, sources(t, e, key).Accounts, want)
			all.Wait()
			require.Len(t, sources(t, e, key).Accounts, want)
		}
	})
}

func TestService_Under(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	other, stranger := e.Pair(t)
	c := e.Accepted(t, hotel, operator)
	d := e.Accepted(t, other, operator)
	under := func(who *apptest.Who, id *int64) []int64 {
		list, err := e.Contracts.Under(t.Context(), who.User.OwnerID, id)
		require.NoError(t, err)
		ids := []int64{}
		for _, c := range list {
			ids = append(ids, c.ID)
		}
		return ids
	}
	require.Equal(t, []int64{c.ID, d.ID}, under(operator, nil))
	require.Equal(t, []int64{d.ID}, under(operator, &d.ID))
	require.Equal(t, []int64{c.ID}, under(hotel, nil))
	require.Empty(t, under(hotel, &d.ID), "a contract of others")
	require.Empty(t, under(stranger, nil))
	e.SetStatus(t, d, contract.StatusRejected)
	require.Empty(t, under(operator, &d.ID))
}
