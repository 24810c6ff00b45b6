package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
)

// A room that gets units back, which it had lent, gives back itself, and of its
// own loans the youngest first.
func TestSettle_youngestFirst(t *testing.T) {
	t.Parallel()
	date := civil.MustParse("2030-06-01")
	pools := []Pool{
		{RoomID: 1, Date: date, Total: 5, Committed: 2, Borrowed: 2}, // has got units of its own
		{RoomID: 2, Date: date, Total: 4, Committed: 1, Lent: 3},
		{RoomID: 3, Date: date, Total: 3, Committed: 5, Borrowed: 3, Lent: 2},
	}
	rule := func(id, donor, recipient int64) Share {
		return Share{ID: id, DonorRoom: donor, RecipientRoom: recipient, MaxUnits: 3, IsActive: true}
	}
	shares, loans := []Share{rule(1, 2, 3), rule(2, 3, 1), rule(3, 2, 3)}, []int{2, 2, 1}
	require.Empty(t, Settle(date, pools, shares, loans))
	require.Equal(t, []int{2, 0, 0}, loans)
}
