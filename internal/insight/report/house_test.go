package report_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/insight/report"
)

func TestHouseFigures_Occupancy(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]report.HouseFigures{
		"0.00":   {},
		"33.33":  {RoomNights: 3, Sold: 1},
		"66.67":  {RoomNights: 3, Sold: 1, External: 1},
		"100.00": {RoomNights: 7, External: 7},
		"0.01":   {RoomNights: 20_000, Sold: 1, Closed: 500}, // half a hundredth goes up
		"12.05":  {RoomNights: 10_000, Sold: 1205},
	} {
		require.Equal(t, want, f.Occupancy())
	}
}
