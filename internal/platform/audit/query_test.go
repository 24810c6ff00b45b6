package audit_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

func TestTrail_List(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	at := time.Date(2030, 5, 31, 23, 59, 59, 999999000, time.UTC)
	trail := audit.New(d, func() time.Time { return at })
	record := func(c audit.Change) {
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return trail.Record(ctx, c) }))
	}
	record(audit.Change{OwnerID: 1, UserID: 1, Action: "create", ObjectType: "room", ObjectID: 7})
	at = at.Add(time.Microsecond)
	record(audit.Change{OwnerID: 1, UserID: 2, Action: "update", ObjectType: "room", ObjectID: 7})
	record(audit.Change{OwnerID: 2, UserID: 1, Action: "create", ObjectType: "room", ObjectID: 7})
	record(audit.Change{OwnerID: 1, UserID: 1, Action: "create", ObjectType: "block", ObjectID: 77})

	day := civil.MustParse
	tests := map[string]struct {
		filter audit.Filter
		want   []int64
	}{
		"everything, newest first":      {audit.Filter{}, []int64{4, 2, 1}},
		"by user":                       {audit.Filter{UserID: 1}, []int64{4, 1}},
		"by action":                     {audit.Filter{Action: "update"}, []int64{2}},
		"by type":                       {audit.Filter{ObjectType: "block"}, []int64{4}},
		"by id, which is not a prefix":  {audit.Filter{ObjectID: "7"}, []int64{2, 1}},
		"by an address nobody had":      {audit.Filter{IPAddress: "192.0.2.1"}, nil},
		"by a request nobody made":      {audit.Filter{RequestID: "x"}, nil},
		"the last moment of a day":      {audit.Filter{To: day("2030-05-31")}, []int64{1}},
		"the first moment of the next":  {audit.Filter{From: day("2030-06-01")}, []int64{4, 2}},
		"one day":                       {audit.Filter{From: day("2030-05-31"), To: day("2030-05-31")}, []int64{1}},
		"to the end of the calendar":    {audit.Filter{To: civil.Max}, []int64{4, 2, 1}},
		"several at once":               {audit.Filter{UserID: 1, Action: "create", ObjectType: "room"}, []int64{1}},
		"what looks like SQL is a text": {audit.Filter{Action: "' OR 1=1 --"}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entries, n, err := trail.List(t.Context(), 1, tt.filter, page.Request{})
			require.NoError(t, err)
			require.Equal(t, len(tt.want), n)
			var ids []int64
			for _, e := range entries {
				ids = append(ids, e.ID)
			}
			require.Equal(t, tt.want, ids)
		})
	}
	entries, n, err := trail.List(t.Context(), 1, audit.Filter{}, page.Request{Page: 2, Size: 2})
	require.NoError(t, err)
	require.Equal(t, []int64{3, 1, 1}, []int64{int64(n), int64(len(entries)), entries[0].ID})
}
