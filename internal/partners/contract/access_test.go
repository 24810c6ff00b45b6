package contract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/partners/contract"
)

func accepted() contract.Contract {
	return contract.Contract{UserID: 1, PartnerID: 2, Terms: contract.Defaults(), Status: contract.StatusAccepted}
}

func TestContract_May(t *testing.T) {
	t.Parallel()

	t.Run("only an accepted contract gives anything, and only to its two sides", func(t *testing.T) {
		t.Parallel()
		for _, status := range []contract.Status{"", contract.StatusProposed, contract.StatusCountered, contract.StatusRejected, contract.StatusCancelled} {
			c := accepted()
			c.Status = status
			require.Equal(t, contract.No, c.May(1, contract.RightFacts), status)
			require.Equal(t, contract.No, c.May(2, contract.RightFacts), status)
		}
		require.Equal(t, contract.Yes, accepted().May(2, contract.RightFacts))
		require.Equal(t, contract.Yes, accepted().May(1, contract.RightEditFacts), "the hotel is free with its own")
		require.Equal(t, contract.No, accepted().May(3, contract.RightFacts))
		require.Equal(t, contract.No, contract.Contract{}.May(0, contract.RightFacts), "no contract, no account")
	})

	t.Run("follows the terms unless the hotel has set a flag", func(t *testing.T) {
		t.Parallel()
		c := accepted()
		c.EditFacts, c.SyncStopSales = contract.Ask, false
		require.Equal(t, contract.Ask, c.May(2, contract.RightEditFacts))
		require.Equal(t, contract.No, c.May(2, contract.RightStopSale))
		c.Flags = contract.Flags{contract.RightEditFacts: contract.Yes, contract.RightCategory("contacts"): contract.No}
		require.Equal(t, contract.Yes, c.May(2, contract.RightEditFacts))
		require.False(t, c.Allows(2, contract.RightCategory("contacts")))
		require.True(t, c.Allows(2, contract.RightCategory("rooms")))
	})

	t.Run("nothing of an area that is shut", func(t *testing.T) {
		t.Parallel()
		c := accepted()
		c.EditFacts = contract.Yes
		c.Flags = contract.Flags{contract.RightFacts: contract.No}
		require.Equal(t, contract.No, c.May(2, contract.RightEditFacts))
		require.Equal(t, contract.No, c.May(2, contract.RightCategory("rooms")))
		require.Equal(t, contract.Yes, c.May(2, contract.RightPhotos))
	})
}

func TestContract_terms(t *testing.T) {
	t.Parallel()
	c := accepted()
	require.False(t, c.ClosesRequests(2))
	require.True(t, c.SeesPropertyAvailability(2))
	c.AllowOnRequest, c.SpecialAllotment = false, contract.AllotmentRooms
	require.True(t, c.ClosesRequests(2))
	require.False(t, c.ClosesRequests(1), "the hotel sees what it has set")
	require.False(t, c.ClosesRequests(3))
	require.False(t, c.SeesPropertyAvailability(2))
	c.Status = contract.StatusCancelled
	require.False(t, c.ClosesRequests(2), "terms hold once accepted")
	require.False(t, contract.Contract{}.ClosesRequests(0), "without a contract nothing is agreed on")
}
