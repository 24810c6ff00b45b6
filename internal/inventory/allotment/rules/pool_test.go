package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
)

func TestSettle(t *testing.T) {
	t.Parallel()
	date := civil.MustParse("2030-06-01")
	rule := func(id, donor, recipient int64, units int) Share {
		return Share{ID: id, DonorRoom: donor, RecipientRoom: recipient, MaxUnits: units, IsActive: true}
	}
	t.Run("a full room borrows what it needs and no more", func(t *testing.T) {
		t.Parallel()
		pools := []Pool{{RoomID: 1, Total: 2, Committed: 3}, {RoomID: 2, Total: 5}}
		loans := []int{0}
		require.Empty(t, Settle(date, pools, []Share{rule(1, 2, 1, 2)}, loans))
		require.Equal(t, []int{1}, loans)
		require.Equal(t, 1, pools[0].Borrowed)
		require.Equal(t, 1, pools[1].Lent)
		require.Zero(t, pools[0].Remaining())
		require.Equal(t, 4, pools[1].Remaining())
	})
	t.Run("no rule lends more than its limit, or than the donor has", func(t *testing.T) {
		t.Parallel()
		pools := []Pool{{RoomID: 1, Total: 2, Committed: 5}, {RoomID: 2, Total: 5}}
		require.Equal(t, []int{0}, Settle(date, pools, []Share{rule(1, 2, 1, 2)}, []int{0}))
		pools = []Pool{{RoomID: 1, Total: 2, Committed: 4}, {RoomID: 2, Total: 5, Committed: 4}}
		require.Equal(t, []int{0}, Settle(date, pools, []Share{rule(1, 2, 1, 2)}, []int{0}))
	})
	t.Run("a donor cannot sell what it has lent", func(t *testing.T) {
		t.Parallel()
		pools := []Pool{{RoomID: 1, Total: 2, Committed: 4, Borrowed: 2}, {RoomID: 2, Total: 5, Committed: 4, Lent: 2}}
		require.Equal(t, []int{1}, Settle(date, pools, []Share{rule(1, 2, 1, 2)}, []int{2}))
	})
	t.Run("what is reported beyond the units is kept and does not count", func(t *testing.T) {
		t.Parallel()
		pools := []Pool{{RoomID: 1, Total: 10, Committed: 3, Reported: 9}}
		require.Empty(t, Settle(date, pools, nil, nil))
		require.Equal(t, 7, pools[0].External)
		require.Equal(t, 2, pools[0].Overbooked())
		pools[0].Committed = 1 // given back: now more of it fits
		require.Empty(t, Settle(date, pools, nil, nil))
		require.Equal(t, 9, pools[0].External)
		pools[0].Committed = 2 // and would be pushed out
		require.Equal(t, []int{0}, Settle(date, pools, nil, nil))
	})
	t.Run("what a donor's system reports takes nothing back from guests of others", func(t *testing.T) {
		t.Parallel()
		pools := []Pool{{RoomID: 1, Total: 2, Committed: 4, Borrowed: 2}, {RoomID: 2, Total: 5, Reported: 5, Lent: 2}}
		loans := []int{2}
		require.Empty(t, Settle(date, pools, []Share{rule(1, 2, 1, 2)}, loans))
		require.Equal(t, 3, pools[1].External)
		require.Equal(t, []int{2}, loans)
	})
}
