package partnerstest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

func TestStore_Contract(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator, stranger := e.Manager(t), e.Operator(t), e.Operator(t)
	c := e.Accepted(t, hotel, operator, func(c *contract.Contract) {
		c.Flags = contract.Flags{contract.RightFacts: contract.No}
	})
	e.Accepted(t, hotel, stranger, func(c *contract.Contract) { c.Status = contract.StatusCancelled })

	for _, side := range []int64{c.UserID, c.PartnerID} {
		got, err := e.ContractStore.Contract(t.Context(), side, c.ID)
		require.NoError(t, err)
		require.Equal(t, c.Flags, got.Flags)
		require.Equal(t, c.Terms, got.Terms)
		list, err := e.ContractStore.Active(t.Context(), side)
		require.NoError(t, err)
		require.Len(t, list, 1)
	}
	_, err := e.ContractStore.Contract(t.Context(), stranger.User.OwnerID, c.ID)
	require.ErrorIs(t, err, apperr.ErrNotFound)
	list, err := e.ContractStore.Active(t.Context(), stranger.User.OwnerID)
	require.NoError(t, err)
	require.Empty(t, list)
	got, err := e.ContractStore.Between(t.Context(), c.UserID, c.PartnerID)
	require.NoError(t, err)
	require.Equal(t, c.ID, got.ID)
	_, err = e.ContractStore.Between(t.Context(), c.PartnerID, c.UserID)
	require.ErrorIs(t, err, apperr.ErrNotFound)
}
