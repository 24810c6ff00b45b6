package audit_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/testkit/dbtest"
)

func TestTrail_Tallies(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	at := time.Date(2030, 5, 31, 23, 59, 59, 999999000, time.UTC)
	trail := audit.New(d, func() time.Time { return at })
	record := func(owner, user int64, object string) {
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			return trail.Record(ctx, audit.Change{OwnerID: owner, UserID: user, Action: "update", ObjectType: object, ObjectID: 7})
		}))
	}
	record(1, 2, "room")
	at = at.Add(time.Microsecond)
	record(1, 2, "room")
	record(1, 2, "room")
	record(1, 2, "block")
	record(1, 3, "room")
	record(2, 2, "room")
	at = at.Add(24 * time.Hour)
	record(1, 2, "room")

	day := civil.MustParse
	tallies := func(owner int64, from, to string) []audit.Tally {
		list, err := trail.Tallies(t.Context(), owner, civil.Range{From: day(from), To: day(to)})
		require.NoError(t, err)
		return list
	}
	june := []audit.Tally{{day("2030-06-01"), 2, "block", 1}, {day("2030-06-01"), 2, "room", 2}, {day("2030-06-01"), 3, "room", 1}}
	require.Equal(t, june, tallies(1, "2030-06-01", "2030-06-01"))
	require.Equal(t, append([]audit.Tally{{day("2030-05-31"), 2, "room", 1}}, june...), tallies(1, "2030-05-01", "2030-06-01"))
	require.Equal(t, []audit.Tally{{day("2030-06-01"), 2, "room", 1}}, tallies(2, "2030-01-01", "2030-12-31"))
	require.Empty(t, tallies(9, "2030-01-01", "2030-12-31"))
}
