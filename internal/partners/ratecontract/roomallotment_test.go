package ratecontract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

func FuzzRoomAllotment_overlap(f *testing.F) {
	f.Add([]byte{1, 1, 5, 1, 5, 9})
	f.Add([]byte{1, 1, 5, 1, 6, 9, 2, 1, 9})
	f.Add([]byte{1, 1, 200, 1, 3, 4, 1, 6, 7})
	f.Fuzz(func(t *testing.T, data []byte) {
		rows := []RoomAllotment{}
		for i := 0; i+2 < len(data) && len(rows) < 60; i += 3 {
			start := civil.MustParse("2030-01-01").Add(int(data[i+1]))
			rows = append(rows, RoomAllotment{RoomID: int64(data[i] % 4), StartDate: start, EndDate: start.Add(int(data[i+2]%40) - 3)})
		}
		want := false
		for i, a := range rows {
			for _, b := range rows[:i] {
				shared, _ := a.Season().Intersect(b.Season())
				want = want || a.RoomID == b.RoomID && a.Season().Valid() && b.Season().Valid() && shared.Days() > 0
			}
		}
		var problems apperr.Fields
		checkOverlaps(&problems, rows)
		require.Equal(t, want, len(problems) > 0, rows)
	})
}
